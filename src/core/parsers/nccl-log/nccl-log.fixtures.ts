/** A healthy job's log as NCCL 2.21 prints it, for any number of hosts; faults are put in by editing its lines. */
import type { NcclLog } from '../../evidence/nccl-log.ts'
import { ncclLog } from './nccl-log.ts'

export interface LineAt {
  readonly host: string
  readonly rank: number
  readonly local: number
}

export interface JobMadeUp {
  readonly hosts?: readonly string[]
  readonly gpus?: number
  readonly nics?: number
  readonly channels?: number
  readonly version?: string
  readonly commId?: string
  readonly firstPid?: number
  /** Lines of the topology, printed by the first rank of each host. */
  readonly topology?: readonly string[]
  /** Changes a line, or drops it. */
  readonly edit?: (message: string, at: LineAt) => string | undefined
}

const BUS_IDS = ['7000', 'b000', '48000', '4c000', '88000', '8b000', 'c8000', 'cb000']

/** "NVL[240.0] - NVS/0": links x 20 GB/s, as A100 has them; H100 has 370.8. */
export const nvSwitch = (bandwidth = 240): readonly string[] => [
  '=== System : maxBw 24.0 totalBw 240.0 ===',
  'CPU/0-0 (1/1/2)',
  '+ PCI[24.0] - PCI/0-5000 (1000c0101000a0bf)',
  '              + PCI[24.0] - GPU/0-7000 (0)',
  `                            + NVL[${bandwidth.toFixed(1)}] - NVS/0-0`,
]

export function jobLog(made: JobMadeUp = {}): string {
  const {
    hosts = ['gpu-01', 'gpu-02'],
    gpus = 8,
    nics = gpus,
    channels = 16,
    version = '2.21.5+cuda12.4',
    commId = '0x9c8f2b14d7e01a33',
    firstPid = 4100,
    topology = [],
    edit = (message) => message,
  } = made
  const ranks = hosts.length * gpus
  const lines: string[] = []
  for (let rank = 0; rank < ranks; rank++) {
    const local = rank % gpus
    const host = hosts[Math.floor(rank / gpus)] ?? ''
    const pid = firstPid + local
    for (const message of rankLines()) {
      const line = edit(message, { host, rank, local })
      if (line !== undefined) lines.push(`${host}:${pid}:${pid + 64} [${local}] ${line}`)
    }

    function rankLines(): string[] {
      const comm = `comm 0x55d1c0de${(4096 + rank).toString(16)}0`
      const place = `rank ${rank} nranks ${ranks} cudaDev ${local} nvmlDev ${local} busId ${BUS_IDS[local] ?? '7000'} commId ${commId}`
      const list = Array.from({ length: nics }, (_, nic) => `[${nic}]mlx5_${nic}:1/IB`).join(' ')
      const next = (rank + gpus) % ranks
      const before = (rank - gpus + ranks) % ranks
      const right = rank - local + ((local + 1) % gpus)
      const mine = Array.from({ length: channels }, (_, channel) => channel)
      const two = (channel: number) => String(channel).padStart(2, '0')
      return [
        `NCCL INFO Bootstrap : Using eth0:10.0.0.${1 + Math.floor(rank / gpus)}<0>`,
        'NCCL INFO cudaDriverVersion 12040',
        `NCCL INFO NCCL version ${version}`,
        'NCCL INFO NET/Plugin: No plugin found (libnccl-net.so), using internal implementation',
        `NCCL INFO NET/IB : Using ${list} [RO]; OOB eth0:10.0.0.${1 + Math.floor(rank / gpus)}<0>`,
        'NCCL INFO Using network IB',
        `NCCL INFO ncclCommInitRank ${comm} ${place} - Init START`,
        ...(local === 0 ? topology.map((line) => `NCCL INFO ${line}`) : []),
        `NCCL INFO Setting affinity for GPU ${local} to ffffffff,00000000,ffffffff`,
        `NCCL INFO NVLS multicast support is not available on dev ${local}`,
        `NCCL INFO comm 0x55d1c0de${(4096 + rank).toString(16)}0 rank ${rank} nRanks ${ranks} nNodes ${hosts.length} localRanks ${gpus} localRank ${local} MNNVL 0`,
        ...(rank === 0
          ? [
              `NCCL INFO Channel 00/${channels} :    ${Array.from({ length: ranks }, (_, at) => at).join('   ')}`,
            ]
          : []),
        `NCCL INFO Trees [0] ${local + 1 < gpus ? rank + 1 : -1}/-1/-1->${rank}->${local === 0 ? -1 : rank - 1}`,
        ...mine
          .filter((channel) => channel % gpus !== local)
          .map(
            (channel) =>
              `NCCL INFO Channel ${two(channel)}/0 : ${rank}[${local}] -> ${right}[${(local + 1) % gpus}] via P2P/CUMEM/read`,
          ),
        ...(hosts.length < 2
          ? []
          : mine
              .filter((channel) => channel % gpus === local)
              .flatMap((channel) => [
                `NCCL INFO Channel ${two(channel)}/0 : ${before}[${local}] -> ${rank}[${local}] [receive] via NET/IB/${local % nics}/GDRDMA`,
                `NCCL INFO Channel ${two(channel)}/0 : ${rank}[${local}] -> ${next}[${local}] [send] via NET/IB/${local % nics}/GDRDMA`,
              ])),
        'NCCL INFO Connected all rings',
        `NCCL INFO ${channels} coll channels, ${channels} collnet channels, 0 nvls channels, ${channels} p2p channels, 2 p2p channels per peer`,
        `NCCL INFO ncclCommInitRank ${comm} ${place} - Init COMPLETE`,
      ]
    }
  }
  return `${lines.join('\n')}\n`
}

/** What the parser reads of a text. */
export function logOf(text: string, input = 'nccl.log'): NcclLog {
  const reader = ncclLog.start(input)
  for (const [at, line] of text.split('\n').entries()) reader.line(line, at + 1)
  const [log] = reader.end().evidence
  if (log?.kind !== 'nccl-log') throw new Error('no log')
  return log
}
