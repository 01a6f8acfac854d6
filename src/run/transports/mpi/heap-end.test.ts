import { describe, expect, test } from 'vitest'
import { heapIsStuck } from './heap-end.ts'

const maps = (heapEnd: string, next: string) => `00400000-00b89000 r--p 00000000 fe:00 260689   /usr/bin/node
10f2a000-${heapEnd} rw-p 00000000 00:00 0                                  [heap]
${next}-11142000 rw-p 00000000 00:00 0 
7ffd0e5c1000-7ffd0e5e2000 rw-p 00000000 00:00 0                          [stack]
`

describe('the heap is stuck', () => {
  test.each([
    ['11140000', '11140000', true],
    ['1113f000', '11140000', true],
    ['1113e000', '11140000', false],
    ['11101000', '11140000', false],
  ])('ending at %s before %s: %s', (heapEnd, next, stuck) => {
    expect(heapIsStuck(maps(heapEnd, next))).toBe(stuck)
  })

  test('not where there is no heap, nothing behind it, or no map at all', () => {
    expect(heapIsStuck('')).toBe(false)
    expect(heapIsStuck(maps('11140000', '11140000').replace('[heap]', ''))).toBe(false)
    expect(heapIsStuck('10f2a000-11140000 rw-p 00000000 00:00 0 [heap]')).toBe(false)
  })
})
