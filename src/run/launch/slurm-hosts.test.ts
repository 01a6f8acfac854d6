import { expect, test } from 'vitest'
import { firstHost } from './slurm-hosts.ts'

test.each([
  ['node1', 'node1'],
  ['node1,node2', 'node1'],
  ['gpu[03-05,9],login1', 'gpu03'],
  ['gpu[7]', 'gpu7'],
  ['rack[1-2]n[04-08]', 'rack1n04'],
  ['a-[001-128].cluster.example', 'a-001.cluster.example'],
  ['', undefined],
  ['[', undefined],
  ['a[x-y]', undefined],
  ['a b', undefined],
])('%j begins with %j', (list, first) => {
  expect(firstHost(list)).toBe(first)
})
