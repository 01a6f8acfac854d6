/** --step-compute: what share of a training step the communication takes, gradients reduced once a step. */
import { allOf, failed, ok, type Result } from '../base/result.ts'
import type { Bytes, Seconds } from '../base/units.ts'
import {
  type DataType,
  dataTypeNamed,
  type Model,
  modelBytes,
  modelNamed,
  modelOf,
} from '../collectives/models.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { shareOf } from '../expectation/step.ts'
import type { Problem } from '../messages/cli.ts'
import type { StepAnswer } from '../report/expect/answer.ts'
import { count, duration, optional, share } from './values.ts'

export interface StepAsked {
  readonly stepCompute?: string
  readonly model?: string
  readonly params?: string
  readonly dtype?: string
  readonly overlap?: string
}

const DTYPES: readonly DataType[] = ['fp32', 'bf16', 'fp16', 'fp8']

/** Undefined without --step-compute. `secondsOf` so many bytes of the collective at once. */
export function stepOf(
  collective: CollectiveName,
  secondsOf: (bytes: Bytes) => Seconds,
  asked: StepAsked,
): Result<StepAnswer | undefined, Problem> {
  const given = (['model', 'params', 'dtype', 'overlap'] as const).find((name) => asked[name] !== undefined)
  if (asked.stepCompute === undefined)
    return given
      ? failed({ id: 'option-needs', values: { option: `--${given}`, needs: '--step-compute' } })
      : ok(undefined)
  const options = allOf({
    compute: duration('--step-compute', asked.stepCompute),
    overlap: optional(share, '--overlap', asked.overlap),
    dtype: optional(dataType, '--dtype', asked.dtype),
    params: optional(count, '--params', asked.params),
    model: optional(model, '--model', asked.model),
  })
  if (!options.ok) return options
  const { compute, overlap = 0, dtype, params, model: named } = options.value
  if (named && params !== undefined)
    return failed({ id: 'options-exclude', values: { option: '--model', other: '--params' } })
  const stepModel = named ?? (params === undefined ? undefined : modelOf(params, dtype ?? 'bf16'))
  if (!stepModel)
    return failed({ id: 'option-needs', values: { option: '--step-compute', needs: '--model or --params' } })
  const type = dtype ?? stepModel.type
  const bytes = modelBytes(stepModel, type)
  return ok({
    ...shareOf({ bytes, communicationSeconds: secondsOf(bytes), computeSeconds: compute, overlap }),
    what: `${named ? named.title : `${asked.params} parameters`}, ${type}, ${collective}`,
  })
}

function dataType(option: string, seen: string): Result<DataType, Problem> {
  const type = dataTypeNamed(seen)
  return type ? ok(type) : failed({ id: 'choice-unknown', values: { option, seen, choices: DTYPES } })
}

function model(_: string, seen: string): Result<Model, Problem> {
  const named = modelNamed(seen)
  return named.ok
    ? named
    : failed({ id: 'workload-unknown', values: { seen }, nearest: named.problem.nearest })
}
