/** Which CPU a rank gets: cores of their own first, then their second threads, none where they do not suffice. */
import { expect, test } from 'vitest'
import { cpuList, cpusFor } from './bind-to-core.ts'

/** Two threads a core, as most servers number them: 0 and 4, 1 and 5 … */
const pairs = (cpu: number) => [cpu % 4, (cpu % 4) + 4]
/** As some number them: 0 and 1, 2 and 3 … */
const neighbours = (cpu: number) => [cpu - (cpu % 2), cpu - (cpu % 2) + 1]
const alone = (cpu: number) => [cpu]

test.each<
  [string, readonly number[], (cpu: number) => readonly number[], number, readonly number[] | undefined]
>([
  ['threads of a core far apart', [0, 1, 2, 3, 4, 5, 6, 7], pairs, 4, [0, 1, 2, 3]],
  ['threads of a core side by side', [0, 1, 2, 3, 4, 5, 6, 7], neighbours, 4, [0, 2, 4, 6]],
  ['more ranks than cores', [0, 1, 2, 3], neighbours, 3, [0, 2, 1]],
  ['a part of the machine', [5, 6, 7], pairs, 3, [5, 6, 7]],
  ['only second threads are ours', [4, 5], pairs, 2, [4, 5]],
  ['more ranks than CPUs', [0, 1], alone, 3, undefined],
])('%s', (_title, allowed, siblings, ranks, wanted) => {
  expect(cpusFor(allowed, siblings, ranks)).toEqual(wanted)
})

test.each<[string, readonly number[]]>([
  ['0', [0]],
  ['0-3,8,10-11', [0, 1, 2, 3, 8, 10, 11]],
  ['', []],
  ['none', []],
])('a list of CPUs: %s', (list, wanted) => {
  expect(cpuList(list)).toEqual(wanted)
})
