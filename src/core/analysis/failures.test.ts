/** Who failed first: by time over files, by line in one, by content where neither tells; what follows is never the cause. */
import { describe, expect, test } from 'vitest'
import { evidenceIn } from '../rules/printed.fixtures.ts'
import { failures } from './failures.ts'
import { facts } from './hand-made.fixtures.ts'

const from = (host: string, text: string, time = ''): string =>
  `${time === '' ? '' : `[2026-04-28 14:14:${time}] `}${host}:51:60 [0] misc/file.cc:71 NCCL WARN ${text}`

const OUT_OF_MEMORY = "Cuda failure 'out of memory'"
const NO_ANSWER =
  'NET/IB : Got completion from peer 10.0.0.2<4711> with status=12 opcode=0 len=0 vendor err 129'
const LOST = 'Connection closed by remote peer gpu-03<4711>'
const WATCHDOG =
  '[rank1]:[E ProcessGroupNCCL.cpp:607] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=77, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600061 milliseconds'

const firstOf = (...files: readonly (readonly string[])[]) => {
  const { first } = failures(facts(files.flatMap((lines, at) => evidenceIn(lines, `log-${at}.txt`))))
  return first && `${first.host ?? '-'} ${first.message.id}`
}

describe('who failed first', () => {
  test('in one log the earliest line that names a reason', () => {
    expect(firstOf([from('gpu-01', NO_ANSWER), from('gpu-02', OUT_OF_MEMORY)])).toBe(
      'gpu-01 wc-retry-exceeded',
    )
    expect(firstOf([from('gpu-02', OUT_OF_MEMORY), from('gpu-01', NO_ANSWER)])).toBe('gpu-02 cuda-oom-nccl')
  })

  test('what follows is not the cause, wherever it stands', () => {
    expect(firstOf([from('gpu-01', LOST), from('gpu-03', OUT_OF_MEMORY)])).toBe('gpu-03 cuda-oom-nccl')
  })

  test('alone, what follows is all there is', () => {
    expect(firstOf([from('gpu-01', LOST)])).toBe('gpu-01 sock-peer-closed')
  })

  test('over files by time', () => {
    const early = [from('gpu-01', NO_ANSWER, '02')]
    const late = [from('gpu-02', OUT_OF_MEMORY, '09')]
    expect(firstOf(late, early)).toBe('gpu-01 wc-retry-exceeded')
    expect(firstOf(early, late)).toBe('gpu-01 wc-retry-exceeded')
  })

  test('over files without times: memory fails by itself, a connection may fail because the other end did', () => {
    expect(firstOf([from('gpu-01', NO_ANSWER)], [from('gpu-02', OUT_OF_MEMORY)])).toBe('gpu-02 cuda-oom-nccl')
  })

  test('times of different clocks are not compared', () => {
    const old = [from('gpu-01', NO_ANSWER, '02').replace('2026', '2024')]
    expect(firstOf(old, [from('gpu-02', OUT_OF_MEMORY, '09')])).toBe('gpu-02 cuda-oom-nccl')
  })

  test('a reason comes before a collective that never ended, and that before what only repeats it', () => {
    expect(firstOf([WATCHDOG, from('gpu-02', OUT_OF_MEMORY)])).toBe('gpu-02 cuda-oom-nccl')
    expect(firstOf(['Traceback (most recent call last)', WATCHDOG])).toBe('- pt-watchdog-timeout')
  })

  test('a warning that is known by its beginning alone ended the job where something says that it ended', () => {
    const beginning = from('gpu-01', 'Could not find the end of the rainbow')
    expect(firstOf([beginning])).toBeUndefined()
    expect(firstOf([beginning, "gpu-01: Test NCCL failure common.cu:958 'internal error'"])).toBe(
      'gpu-01 topo-other',
    )
  })

  test('nothing failed', () => expect(firstOf(['gpu-01:1:2 [0] NCCL INFO Using network IB'])).toBeUndefined())
})

test('the rank of a line is that of the process which printed it', () => {
  const lines = [
    'gpu-02:4103:4167 [3] NCCL INFO ncclCommInitRank comm 0x55 rank 11 nranks 16 cudaDev 3 nvmlDev 3 busId 4c000 commId 0x9c8f2b14d7e01a33 - Init COMPLETE',
    `gpu-02:4103:4201 [3] misc/file.cc:71 NCCL WARN ${OUT_OF_MEMORY}`,
  ]
  expect(failures(facts([...evidenceIn(lines)])).first).toMatchObject({ host: 'gpu-02', rank: 11 })
})
