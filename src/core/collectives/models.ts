/** Models that people train, by what decides their traffic: parameters, layers, width, length of a sequence. */

import { nearest } from '../base/nearest.ts'
import { failed, ok, type Result } from '../base/result.ts'
import type { Bytes } from '../base/units.ts'

export type DataType = 'fp64' | 'fp32' | 'bf16' | 'fp16' | 'fp8'

const BYTES: Readonly<Record<DataType, Bytes>> = { fp64: 8, fp32: 4, bf16: 2, fp16: 2, fp8: 1 }
const SPELLINGS: Readonly<Record<string, DataType>> = {
  ...Object.fromEntries((Object.keys(BYTES) as DataType[]).map((type) => [type, type])),
  double: 'fp64',
  float64: 'fp64',
  float: 'fp32',
  float32: 'fp32',
  tf32: 'fp32',
  bfloat16: 'bf16',
  half: 'fp16',
  float16: 'fp16',
  float8: 'fp8',
}

export const typeBytes = (type: DataType): Bytes => BYTES[type]

/** "bf16", "float32", "half" -> the type; undefined when it is none. TF32 is stored, and sent, in 32 bits. */
export function dataTypeNamed(text: string): DataType | undefined {
  const key = text.trim().toLowerCase()
  return Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined
}

export interface Model {
  readonly id: string
  readonly title: string
  readonly parameters: number
  /** In which gradients are usually sent. */
  readonly type: DataType
  /** Units that FSDP shards one by one: transformer layers, residual blocks. Undefined when only the parameters are known. */
  readonly layers?: number
  /** Of a transformer: what tensor parallelism sends. */
  readonly transformer?: { readonly hidden: number; readonly sequence: number }
  readonly source: string
}

export const models: readonly Model[] = [
  {
    id: 'resnet-50',
    title: 'ResNet-50',
    parameters: 25_557_032,
    type: 'fp32',
    layers: 16,
    source: 'torchvision resnet50 (ImageNet, 1000 classes); He et al., CVPR 2016',
  },
  {
    id: 'bert-large',
    title: 'BERT-large',
    parameters: 340_000_000,
    type: 'fp16',
    layers: 24,
    transformer: { hidden: 1024, sequence: 512 },
    source: 'Devlin et al., BERT, NAACL 2019, section 3',
  },
  {
    id: 'gpt-3-175b',
    title: 'GPT-3 175B',
    parameters: 175_000_000_000,
    type: 'fp16',
    layers: 96,
    transformer: { hidden: 12_288, sequence: 2048 },
    source: 'Brown et al., Language Models are Few-Shot Learners, 2020, table 2.1',
  },
  {
    id: 'llama-7b',
    title: 'Llama 2 7B',
    parameters: 6_738_415_616,
    type: 'bf16',
    layers: 32,
    transformer: { hidden: 4096, sequence: 4096 },
    source: 'Touvron et al., Llama 2, 2023; parameters: sum over the published checkpoint',
  },
  {
    id: 'llama-70b',
    title: 'Llama 2 70B',
    parameters: 68_976_648_192,
    type: 'bf16',
    layers: 80,
    transformer: { hidden: 8192, sequence: 4096 },
    source: 'Touvron et al., Llama 2, 2023; parameters: sum over the published checkpoint',
  },
]

const ALIASES: Readonly<Record<string, string>> = {
  resnet50: 'resnet-50',
  bertlarge: 'bert-large',
  gpt3: 'gpt-3-175b',
  gpt3175b: 'gpt-3-175b',
  '175b': 'gpt-3-175b',
  '7b': 'llama-7b',
  llama27b: 'llama-7b',
  '70b': 'llama-70b',
  llama270b: 'llama-70b',
}

export interface UnknownModel {
  readonly seen: string
  readonly nearest: readonly string[]
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** "resnet50", "GPT-3", "70B" -> the model. */
export function modelNamed(text: string): Result<Model, UnknownModel> {
  const key = plain(text)
  const alias = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined
  const model = models.find(({ id }) => id === alias || plain(id) === key)
  if (model) return ok(model)
  return failed({
    seen: text,
    nearest: nearest(
      text.slice(0, 40),
      models.map(({ id }) => id),
    ),
  })
}

/** `--params N --dtype bf16`: nothing but its size is known. */
export const modelOf = (parameters: number, type: DataType): Model => ({
  id: `${parameters}-parameters`,
  title: `${parameters} parameters`,
  parameters,
  type,
  source: '--params',
})

/** The gradients, or the parameters, in the model's type or another: 350 GB for GPT-3 in 16 bits. */
export const modelBytes = (model: Model, type: DataType = model.type): Bytes =>
  model.parameters * typeBytes(type)
