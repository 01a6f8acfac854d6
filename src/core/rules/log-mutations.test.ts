/**
 * Logs as they reach us: cut, shuffled, doubled, garbled. A healthy job then has no error or warning, and one with a fault no
 * other. The logs of samples/ are treated so in test/mutations.
 */
import { describe, expect, test } from 'vitest'
import { sampled, upTo } from '../../../test/sampled.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { type JobMadeUp, jobLog, nvSwitch } from '../parsers/nccl-log/nccl-log.fixtures.ts'
import { ncclLog } from '../parsers/nccl-log/nccl-log.ts'
import { invented, loudIn } from './invented.fixtures.ts'
import { overSockets, withoutGdr } from './log.fixtures.ts'
import { mutated } from './mutated.fixtures.ts'
import type { RuleId } from './order.ts'

const MUTATIONS = 1000

function evidenceOf(text: string): readonly Evidence[] {
  const reader = ncclLog.start('nccl.log')
  for (const [at, line] of text.split('\n').entries())
    if (reader.takes?.(line, at + 1) !== true) reader.line(line, at + 1)
  return reader.end().evidence
}

const diagnosed = (text: string) => loudIn(evidenceOf(text))
const rulesIn = (text: string): readonly RuleId[] => diagnosed(text).map(({ rule }) => rule)

const small: JobMadeUp = { gpus: 4, channels: 8, topology: nvSwitch() }
const HEALTHY = {
  'two hosts of A100': jobLog(small),
  'one host': jobLog({ ...small, hosts: ['gpu-01'] }),
}
const onSecond =
  (change: (message: string) => string): NonNullable<JobMadeUp['edit']> =>
  (message, { host }) =>
    host === 'gpu-02' ? change(message) : message
const FAULTY = {
  'GPUDirect on one host only': jobLog({ ...small, edit: onSecond(withoutGdr) }),
  'shared memory instead of NVLink': jobLog({
    ...small,
    edit: onSecond((message) => message.replace('P2P/CUMEM/read', 'SHM/direct/direct')),
  }),
  'a NIC less': jobLog({ ...small, edit: onSecond((message) => message.replace(' [3]mlx5_3:1/IB', '')) }),
  'sockets beside InfiniBand': jobLog(
    overSockets({
      ...small,
      edit: (message) =>
        message.replace(
          'NET/Plugin: No plugin found (libnccl-net.so), using internal implementation',
          'NET/IB : Unable to open device mlx5_0',
        ),
    }),
  ),
  'few cores': jobLog({
    ...small,
    edit: onSecond((message) => message.replace(/(affinity for GPU \d to) .*/, '$1 3')),
  }),
}

describe.each(Object.entries(HEALTHY))('%s', (_, text) => {
  test('as it is: no error and no warning', () => {
    expect(diagnosed(text)).toEqual([])
  })
})

describe.each(Object.entries({ ...HEALTHY, ...FAULTY }))('%s', (name, text) => {
  const seeds = sampled(upTo(MUTATIONS), { share: 0.1 }, `log mutations, ${name}`)
  test(`${seeds.length} mutations: no crash, and no error or warning that was not there`, {
    timeout: 120_000,
  }, () => {
    const before = diagnosed(text)
    for (const seed of seeds) {
      const damaged = mutated(text, seed)
      const after = diagnosed(damaged)
      expect({ seed, invented: invented(before, after, text, damaged) }).toEqual({ seed, invented: [] })
    }
  })
})

test('each fault is one', () => {
  expect(Object.values(FAULTY).map(rulesIn)).toEqual([
    ['gdr-asymmetric'],
    ['nvlink-unused'],
    ['nic-list-differs'],
    ['rdma-userspace-missing', 'tcp-fallback'],
    ['cpu-binding'],
  ])
})

test('a log cut in the middle of a line, wherever: nothing is loud, and what stands before the cut is still found', {
  timeout: 120_000,
}, () => {
  const healthy = HEALTHY['two hosts of A100']
  for (let at = 1; at < healthy.length; at += 97)
    expect({ at, loud: rulesIn(healthy.slice(0, at)) }).toEqual({ at, loud: [] })
  const faulty = jobLog({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], edit: onSecond(withoutGdr) })
  expect(rulesIn(faulty)).toEqual(['gdr-asymmetric'])
  // Within the last line of the last host.
  const cut = faulty.slice(0, -40)
  expect(cut.endsWith('\n')).toBe(false)
  expect(rulesIn(cut)).toEqual(['gdr-asymmetric'])
})

test('two jobs in one file are not mixed up', () => {
  const one = jobLog({ hosts: ['gpu-01', 'gpu-02'] })
  const other = jobLog({
    hosts: ['gpu-03', 'gpu-04'],
    version: '2.18.3+cuda12.1',
    commId: '0x77',
    nics: 4,
    edit: (message) => message.replace('/GDRDMA', ''),
  })
  const lines = [one.split('\n'), other.split('\n')]
  const together = Array.from({ length: Math.max(...lines.map((ofFile) => ofFile.length)) }, (_, at) =>
    lines.flatMap((ofFile) => ofFile[at] ?? []),
  ).flat()
  expect(rulesIn(together.join('\n'))).toEqual([])
})
