import { expect, test } from 'vitest'
import { createHeap, createMemory, RESERVED_BYTES } from '../../memory/heap.ts'
import { mpichAbi } from './abi-mpich.ts'
import type { Mpi } from './mpi.ts'
import { createRequests } from './requests.ts'

const NULL = mpichAbi.requestNull
const FAILING = 666
const MPI_UNDEFINED = -32766

/** Requests that end when the test says so, over a heap at address 0. */
function world() {
  const memory = createMemory(RESERVED_BYTES + 2 ** 16)
  const heap = createHeap(memory, RESERVED_BYTES, memory.buffer.byteLength)
  const words = new Int32Array(memory.buffer)
  const ready = new Set<number>()
  const end = (at: number) => {
    ready.delete(words[at / 4] ?? 0)
    words[at / 4] = NULL
  }
  const mpi = {
    abi: mpichAbi,
    testsome(count: number, array: number, done: number, indices: number) {
      const handles = [...words.subarray(array / 4, array / 4 + count)]
      if (handles.some((handle) => handle === FAILING && ready.has(handle))) return 1
      const ended = handles.flatMap((handle, at) => (ready.has(handle) ? [at] : []))
      words[done / 4] = handles.every((handle) => handle === NULL) ? MPI_UNDEFINED : ended.length
      for (const [place, at] of ended.entries()) {
        words[indices / 4 + place] = at
        end(array + at * 4)
      }
      return 0
    },
    test(request: number, flag: number) {
      const handle = words[request / 4] ?? 0
      words[flag / 4] = ready.has(handle) ? 1 : 0
      if (ready.has(handle)) end(request)
      return handle === FAILING ? 15 : 0
    },
  } as unknown as Mpi
  const requests = createRequests(mpi, heap, 0)
  const start = (handle: number, failed: (code: number) => void = () => {}) => {
    const request = requests.add(failed)
    words[requests.pointer(request) / 4] = handle
    requests.started(request)
    return request
  }
  return { requests, start, ready, words }
}

test('requests end in any order, and keep their numbers while the array grows', () => {
  const { requests, start, ready, words } = world()
  const all = Array.from({ length: 200 }, (_, at) => start(1000 + at))
  expect(requests.active).toBe(200)
  for (const [at, request] of all.entries()) expect(words[requests.pointer(request) / 4]).toBe(1000 + at)
  expect(requests.test()).toBe(0)
  for (const at of [199, 3, 64]) ready.add(1000 + at)
  expect(requests.test()).toBe(3)
  expect(all.filter((request) => !requests.isActive(request))).toEqual([3, 64, 199])
  expect(requests.active).toBe(197)
  for (let at = 0; at < 200; at++) ready.add(1000 + at)
  expect(requests.test()).toBe(197)
  expect(requests.test()).toBe(0)
})

test('one that fails is found, and the others go on', () => {
  const { requests, start, ready } = world()
  const codes: number[] = []
  const good = start(1)
  const bad = start(FAILING, (code) => codes.push(code))
  const later = start(2)
  for (const handle of [1, FAILING]) ready.add(handle)
  expect(requests.test()).toBe(2)
  expect(codes).toEqual([15])
  expect([good, bad, later].map(requests.isActive)).toEqual([false, false, true])
  ready.add(2)
  expect(requests.test()).toBe(1)
})
