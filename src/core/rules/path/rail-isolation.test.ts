/** Who is told that rails do not reach each other, and who is not. */
import { describe, expect, test } from 'vitest'
import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import type { NcclLog } from '../../evidence/nccl-log.ts'
import { jobLog, logOf } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { rules } from '../index.ts'
import { railsOf } from '../rails.fixtures.ts'
import { runRules } from '../run.ts'
import { railIsolation } from './rail-isolation.ts'

const THREE = ['gpu-01', 'gpu-02', 'gpu-03']
const logs = (given: ReturnType<typeof railsOf>) =>
  given.evidence.filter((one): one is NcclLog => one.kind === 'nccl-log')

describe('rail-isolation', () => {
  test('names both ends, and stands above the failed transfers that it explains', () => {
    const { found } = runRules(railsOf({ hosts: THREE, unanswered: true }), rules)
    const [first] = found
    expect(first?.rule).toBe('rail-isolation')
    expect(first?.found.evidence.map(({ text }) => text)).toEqual([
      expect.stringContaining('2[0] -> 0[0] [send] via NET/IB/1'),
      expect.stringContaining('2[0] -> 0[0] [receive] via NET/IB/0'),
      expect.stringContaining('status=12'),
    ])
    expect(first?.consequences.map(({ rule }) => rule)).toContain('ib-completion-error')
  })

  test('crossing alone is no fault', () => {
    for (const settings of [{}, { NCCL_CROSS_NIC: '1' }])
      expect(railIsolation.check(railsOf({ hosts: THREE, settings }))[0]?.severity).toBe('info')
  })

  test('a warning where a setting lets rings cross and the run is low', () => {
    const low = run({ ranks: 24, hosts: THREE, busbw: risingTo(60) })
    const connected = railsOf({ hosts: THREE, settings: { NCCL_CROSS_NIC: '1' } })
    expect(railIsolation.check(facts([low, ...connected.evidence], { on: 'dgx-a100' }))[0]?.severity).toBe(
      'warning',
    )
    const [log] = logs(connected)
    expect(log).toBeDefined()
    const without = facts([low, ...(log ? [log] : [])], { on: 'dgx-a100' })
    expect(railIsolation.check(without)[0]?.severity).toBe('info')
  })

  test('a host that is dead fails for straight connections too: that is no rail', () => {
    const [log] = logs(railsOf({ hosts: THREE, unanswered: true }))
    if (!log) throw new Error('no log')
    const also = `gpu-02:101:201 [0] transport/net_ib.cc:1700 NCCL WARN NET/IB : Got completion from peer 10.0.0.0<4711> with status=12 opcode=0 len=0 vendor err 129 (Send) hca mlx5_2`
    const more = logOf(also, 'more.log')
    expect(railIsolation.check(facts([log, more]))[0]?.severity).toBe('info')
  })

  test('nothing where the hosts list different NICs', () => {
    const [log] = logs(railsOf({ hosts: THREE, unanswered: true }))
    if (!log) throw new Error('no log')
    const [first, ...others] = log.nics
    const value = [{ index: 0, name: 'rdma0' }]
    const differ = { ...log, nics: first ? [{ ...first, value }, ...others] : [] }
    expect(railIsolation.check(facts([differ]))).toEqual([])
  })

  test('a healthy job of eight rails is in order', () => {
    const given = facts([logOf(jobLog({ hosts: THREE }))])
    expect(railIsolation.check(given)).toEqual([])
    expect(railIsolation.looked?.(given)).toBe('enough')
  })
})
