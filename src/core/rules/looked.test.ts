/** "In order" is said only where every host of the run could have shown it. */
import { expect, test } from 'vitest'
import { facts, printed, run } from '../analysis/hand-made.fixtures.ts'
import { factsOf, type HostView } from '../analysis/hosts.ts'
import { seenOnHosts } from './looked.ts'

const IBSTAT =
  "CA 'mlx5_0'\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n\t\tRate: 200\n\t\tLink layer: InfiniBand\n"
const showsPorts = (host: HostView): boolean => factsOf(host, 'port').length > 0
const ports = (host: string | undefined) => printed(host, IBSTAT)
const looked = (...evidence: Parameters<typeof facts>[0]) => seenOnHosts(facts([...evidence]), showsPorts)
const onTwo = run({ ranks: 16, hosts: ['gpu-01', 'gpu-02'] })

test('every host of the run', () => {
  expect(looked(onTwo, ...ports('gpu-01'), ...ports('gpu-02'))).toBe('enough')
})

test('one of two hosts, or a file that names none of them', () => {
  expect(looked(onTwo, ...ports('gpu-01'))).toBe('some')
  expect(looked(onTwo, ...ports(undefined))).toBe('some')
})

test('a run on one host, or no run', () => {
  expect(looked(run({ hosts: ['gpu-01'] }), ...ports(undefined))).toBe('enough')
  expect(looked(...ports('gpu-01'))).toBe('enough')
})

test('nobody shows it', () => expect(looked(onTwo)).toBe('none'))
