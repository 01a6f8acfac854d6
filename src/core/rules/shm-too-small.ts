/**
 * /dev/shm is full: NCCL cannot set up its shared memory, and the job ends. Containers get 64 MB by default.
 * Lines of NCCL src/include/shm.h and src/misc/shmutils.cc. Source: nccl #290 (case 018).
 */
import { hostOf } from '../analysis/communicators.ts'
import { evidenceOf } from '../analysis/facts.ts'
import { rule } from './rule.ts'

const FULL =
  /posix_fallocate failed ?: ?No space left|shared memory.*No space left|\/dev\/shm.*(?:No space left|not enough)|Error(?:: failed| while) (?:to extend|creating shared memory)/i

export const shmTooSmall = rule({
  id: 'shm-too-small',
  needs: ['nccl-log'],
  check: (facts) =>
    evidenceOf(facts, 'nccl-log').flatMap((log) => {
      const said = log.warnings.filter(({ value }) => FULL.test(value.text))
      const [first] = said
      if (!first) return []
      const hosts = [...new Set(said.flatMap(({ by }) => by.map((speaker) => hostOf(log, speaker))))]
      return [
        {
          severity: 'error',
          confidence: 'certain',
          concerns: hosts.filter((host) => host !== undefined),
          values: {
            hosts: hosts.filter((host) => host !== undefined),
            processes: new Set(said.flatMap(({ by }) => by)).size,
          },
          evidence: said.map(({ place }) => place).slice(0, 3),
          explains: ['hang'],
        },
      ]
    }),
})
