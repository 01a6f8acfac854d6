/**
 * The short form of a machine: `8xH100-SXM5+8x400G` is one node of eight GPUs and eight NICs of 400 Gb/s.
 * It says what one can say of a machine on the phone; what it leaves out is supposed by build.ts.
 */
import type { MachineDraft } from './draft.ts'
import { type GpuModel, gpuNamed } from './gpus.ts'
import type { Joining } from './layout/gpu-links.ts'
import type { Cpu } from './machine.ts'

/** The grammar as data, for help texts and errors; the test reads every example. */
export const SHORT_FORM = {
  grammar: 'COUNTxGPU[+COUNTxRATE][,OPTION]...',
  rates: ['400G', '100GbE'],
  options: ['intel', 'amd', 'arm', 'power', 'nvswitch', 'mesh', 'bridges', 'pcie', 'nic-on-cpu'],
  examples: [
    '8xH100-SXM5+8x400G',
    '8xA100-SXM4-80GB+4x200G,amd',
    '16xV100-SXM2',
    '4xRTX4090+2x100GbE',
    '2xA100-PCIe,bridges',
  ],
} as const

/** A node holds no more; the graph of more would only be slow. */
const MOST_DEVICES = 256
const CPUS: readonly string[] = ['intel', 'amd', 'arm', 'power'] satisfies Cpu[]
const JOININGS: readonly string[] = ['nvswitch', 'mesh', 'bridges', 'pcie'] satisfies Joining[]

const isCpu = (option: string): option is Cpu => CPUS.includes(option)
const isJoining = (option: string): option is Joining => JOININGS.includes(option)

/** The draft that the text describes; undefined when it is no short form, or names an unknown GPU. */
export function parseShortForm(text: string): MachineDraft | undefined {
  const [hardware = '', ...options] = text
    .trim()
    .split(',')
    .map((part) => part.trim())
  const match =
    /^(\d+)\s*x\s*([a-z][a-z0-9 _-]*?)(?:\s*\+\s*(\d+)\s*x\s*(\d+(?:\.\d+)?)\s*g(be|b|bps|bit)?)?$/i.exec(
      hardware,
    )
  const gpu = gpuNamed(match?.[2] ?? '')
  const gpus = Number(match?.[1])
  const nics = Number(match?.[3] ?? 0)
  const gigabits = Number(match?.[4] ?? 0)
  if (!match || !gpu || gpus < 1 || gpus > MOST_DEVICES || nics > MOST_DEVICES) return undefined
  if (nics > 0 && gigabits === 0) return undefined
  const words = options.map((option) => option.toLowerCase())
  if (!words.every((word) => isCpu(word) || isJoining(word) || word === 'nic-on-cpu')) return undefined
  const cpu = words.find(isCpu)
  const joining = words.find(isJoining)
  const ethernet = match[5]?.toLowerCase() === 'be'
  return {
    gpu,
    gpus,
    ...(cpu ? { cpu } : {}),
    ...(joining ? { joining } : {}),
    ...(match[3] === undefined
      ? {}
      : {
          nics: {
            count: nics,
            bitsPerSecond: gigabits * 1e9,
            ...(words.includes('nic-on-cpu') ? { placement: 'cpu' as const } : {}),
          },
        }),
    ...(ethernet ? { fabric: { kind: 'roce', oversubscription: 1 } as const } : {}),
  }
}

/** The short form of a draft; what it cannot say (single seats, unequal links) it leaves out. */
export function shortForm({ gpus, nics, cpu, joining, fabric }: MachineDraft, model: GpuModel): string {
  const ethernet = fabric?.kind === 'roce' ? 'GbE' : 'G'
  return [
    `${gpus}x${model.id}${nics ? `+${nics.count}x${nics.bitsPerSecond / 1e9}${ethernet}` : ''}`,
    ...(cpu ? [cpu] : []),
    ...(joining && isJoining(joining) ? [joining] : []),
    ...(nics?.placement === 'cpu' ? ['nic-on-cpu'] : []),
  ].join(',')
}
