/**
 * /dev/shm is full: NCCL cannot set up its shared memory, and the job ends. Containers get 64 MB by default.
 * Lines of NCCL src/include/shm.h and src/misc/shmutils.cc. Source: nccl #290.
 */
import { hostOf } from '../../analysis/communicators.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { threshold } from '../../base/threshold.ts'
import { MiB } from '../../base/units.ts'
import { seenOnHosts } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

const FULL =
  /posix_fallocate failed ?: ?No space left|shared memory.*No space left|\/dev\/shm.*(?:No space left|not enough)|Error(?:: failed| while) (?:to extend|creating shared memory)/i

export interface ShmTooSmallValues {
  readonly hosts: readonly string[]
  /** That said so; 0: only df shows how small it is. */
  readonly processes: number
  readonly bytes?: number
}

export const shmTooSmall = rule({
  id: 'shm-too-small',
  needs: [['nccl-log', 'host-facts']],
  sources: ['nccl #290', 'NCCL user guide, Troubleshooting'],
  meaning: { breaks: true },
  check: (facts): readonly Found<ShmTooSmallValues>[] => [...byLog(facts), ...byDf(facts)],
  looked: (facts) => seenOnHosts(facts, (host) => shmOf(host) !== undefined),
})

/** What containers get by default: enough for two GPUs, not for eight. */
const SMALL = threshold('shm-too-small.size', 64 * MiB, 'bytes', 'docker run --shm-size, default; nccl #290')

const shmOf = (host: HostView) => factsOf(host, 'filesystem').find(({ mount }) => mount === '/dev/shm')

/** df says how large it is; nothing has failed yet. */
function byDf(facts: Facts): readonly Found<ShmTooSmallValues>[] {
  if (byLog(facts).length > 0) return []
  return hosts(facts).flatMap((host) => {
    const shm = shmOf(host)
    if (!shm || shm.bytes > SMALL.value) return []
    const names = host.name === undefined ? [] : [host.name]
    return [
      {
        severity: 'warning' as const,
        confidence: 'likely' as const,
        ...(host.name === undefined ? {} : { subject: host.name }),
        concerns: names,
        values: { hosts: names, processes: 0, bytes: shm.bytes },
        evidence: [shm.place],
      },
    ]
  })
}

const byLog = (facts: Facts): readonly Found<ShmTooSmallValues>[] =>
  evidenceOf(facts, 'nccl-log').flatMap((log) => {
    const warned = log.warnings.filter(({ value }) => FULL.test(value.text))
    const [first] = warned
    if (!first) return []
    const named = [...new Set(warned.flatMap(({ by }) => by.map((speaker) => hostOf(log, speaker))))]
    return [
      {
        severity: 'error',
        confidence: 'certain',
        concerns: named.filter((host) => host !== undefined),
        values: {
          hosts: named.filter((host) => host !== undefined),
          processes: new Set(warned.flatMap(({ by }) => by)).size,
        },
        evidence: warned.map(({ place }) => place).slice(0, 3),
        explains: ['hang'],
      },
    ]
  })
