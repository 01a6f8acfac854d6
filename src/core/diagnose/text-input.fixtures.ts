/** For tests: texts and bytes as inputs, read by all parsers. */
import type { Benchmark } from '../evidence/benchmark.ts'
import type { Input } from '../evidence/place.ts'
import type { TopoMatrix } from '../evidence/topo-matrix.ts'
import { parsers } from '../parsers/index.ts'
import { type Read, readInputs } from './read.ts'

/** The bytes in pieces of this length, as a pipe delivers them. */
export function bytesInput(bytes: Uint8Array, name = 'input.txt', piece = 64 * 1024): Input {
  return {
    name,
    once: true,
    async *open() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    },
  }
}

export const textInput = (text: string, name?: string, piece?: number): Input =>
  bytesInput(new TextEncoder().encode(text), name, piece)

export const readText = (text: string, name?: string): Promise<Read> =>
  readInputs([textInput(text, name)], parsers)

export const readBytes = (bytes: Uint8Array, name?: string): Promise<Read> =>
  readInputs([bytesInput(bytes, name)], parsers)

export const benchmarksOf = ({ evidence }: Read): readonly Benchmark[] =>
  evidence.filter((item) => item.kind === 'benchmark')

export const matricesOf = ({ evidence }: Read): readonly TopoMatrix[] =>
  evidence.filter((item) => item.kind === 'topo-matrix')

/** UTF-16 with a byte order mark, as PowerShell's ">" writes. */
export function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length + 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, littleEndian)
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at + 2, text.charCodeAt(at), littleEndian)
  return bytes
}
