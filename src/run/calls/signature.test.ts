/** What a signature holds can be read from it again. */
import { expect, test } from 'vitest'
import { algorithmIds } from '../../core/schedules/algorithms/index.ts'
import { type Called, describeCall, describeSignature, isLater, signatureOf } from './signature.ts'

const called = (changes: Partial<Called> = {}): Called => ({
  operation: 'all_reduce',
  type: 'f32',
  op: 'sum',
  algorithm: 'ring',
  count: 100,
  root: undefined,
  ...changes,
})
const seenBy = (there: Called, here: Called, ahead = 0) =>
  describeSignature(signatureOf(there, 7 + ahead), here, 7)

test('all algorithms have a number of their own', () => {
  const all = [...algorithmIds, 'dissemination', 'direct', 'mpi', 'none']
  expect(all.length).toBeLessThanOrEqual(32)
  expect(new Set(all.map((algorithm) => signatureOf(called({ algorithm }), 0))).size).toBe(all.length)
})

test('what another rank called is named', () => {
  expect(describeCall(called())).toBe('all_reduce(f32, sum, count=100, ring)')
  expect(seenBy(called({ type: 'bf16', op: 'avg' }), called())).toBe('all_reduce(bf16, avg, ring)')
  expect(seenBy(called({ count: 99 }), called())).toBe('all_reduce(f32, sum, count≠100, ring)')
  expect(seenBy(called(), called())).toBe('all_reduce(f32, sum, count≠100, ring)')
  const broadcast = called({ operation: 'broadcast', op: undefined, root: 3, algorithm: 'chain' })
  expect(describeCall(broadcast)).toBe('broadcast(f32, count=100, root=3, chain)')
  expect(seenBy({ ...broadcast, root: 2 }, broadcast)).toBe('broadcast(f32, (count, root)≠(100, 3), chain)')
  expect(seenBy(called({ operation: 'barrier' }), called())).toBe('barrier()')
  expect(seenBy(called({ operation: 'send', op: undefined, algorithm: 'none' }), called())).toBe('send(f32)')
})

test('the same call at another turn is told by its number', () => {
  expect(seenBy(called(), called(), 1)).toBe('all_reduce(f32, sum, ring, #8)')
  expect(seenBy(called(), called(), -2)).toBe('all_reduce(f32, sum, ring, #5)')
})

test('later is up to 31 calls ahead, also where the number starts again', () => {
  const later = (ahead: number, at: number) => isLater(signatureOf(called(), at + ahead), at)
  expect([0, 1, 31, 32, -1].map((ahead) => later(ahead, 62))).toEqual([false, true, true, false, false])
})

test('a receive waits for the signature of its send', () => {
  const barrier = { op: undefined, algorithm: 'none' }
  expect(signatureOf(called({ ...barrier, operation: 'receive' }), 5)).toBe(
    signatureOf(called({ ...barrier, operation: 'send' }), 5),
  )
})
