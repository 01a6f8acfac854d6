import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FRAME_MESSAGE, type FrameKind, HEADER_BYTES, type Header, readHeader, writeHeader } from './frame.ts'

const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const u16 = fc.integer({ min: 0, max: 65_535 })
const blank = (): Header => ({ kind: FRAME_MESSAGE, channel: 0, bytes: 0, signature: 0, credits: 0 })

test('a header says what was written into it, wherever it lies', () => {
  const view = new DataView(new ArrayBuffer(64))
  const kinds = fc.constantFrom<FrameKind>(1, 2, 3, 4)
  fc.assert(
    fc.property(kinds, u16, u32, u32, u32, fc.nat(40), (kind, channel, length, signature, credits, at) => {
      const bytes = kind === FRAME_MESSAGE ? length : 0
      writeHeader(view, at, kind, channel, bytes, signature, credits)
      const header = blank()
      expect(readHeader(view, at, 2 ** 32 - 1, header)).toBe(true)
      expect(header).toEqual({ kind, channel, bytes, signature, credits })
    }),
  )
})

test('a message that no slot could hold, payload where none belongs, unknown kinds: no headers', () => {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  const write = (kind: number, bytes: number) => writeHeader(view, 0, kind as FrameKind, 0, bytes, 0, 0)
  const reads = () => readHeader(view, 0, 4096, blank())
  write(1, 4096)
  expect(reads()).toBe(true)
  write(1, 4097)
  expect(reads()).toBe(false)
  write(2, 1)
  expect(reads()).toBe(false)
  for (const kind of [0, 5, 0x47]) {
    write(kind, 0)
    expect(reads()).toBe(false)
  }
})
