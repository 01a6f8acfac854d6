/** What the first bytes of a file say: its encoding, whether it is text at all, whether it is compressed. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** By the byte order mark (Unicode 15, section 23.8); without one it is UTF-8. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Of the first bytes, the share of control characters above which a file is no text. */
const CONTROL_SHARE = 0.05
const LOOKED_AT = 4096

/**
 * Many control characters other than tab, line end, form feed, backspace and escape. A few zeros do not make a log
 * binary: a full disk or a rotated file leaves some.
 */
export function looksBinary(head: Uint8Array, encoding: Encoding = encodingOf(head)): boolean {
  let looked = Math.min(head.length, LOOKED_AT)
  // Zeros at the end are the hole that a full disk left behind a text; nothing but zeros is no text.
  while (looked > 0 && head[looked - 1] === 0) looked--
  if (looked === 0) return head.length > 0
  let control = 0
  if (encoding === 'utf-8') {
    for (let i = 0; i < looked; i++) if (isControl(head[i] ?? 0)) control++
    return control > looked * CONTROL_SHARE
  }
  const low = encoding === 'utf-16le' ? 0 : 1
  for (let i = 2; i + 1 < looked; i += 2)
    if ((head[i + 1 - low] ?? 0) === 0 && isControl(head[i + low] ?? 0)) control++
  return control > (looked / 2) * CONTROL_SHARE
}

const isControl = (byte: number): boolean =>
  byte < 0x20 ? !((byte >= 0x08 && byte <= 0x0d) || byte === 0x1b) : byte === 0x7f

/** Of a whole file; ringscope does not unpack it. */
export type Compression = 'gzip' | 'zstd' | 'xz' | 'bzip2' | 'zip'

const MAGIC: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
]

/** By the magic numbers of RFC 1952, RFC 8878 and the formats' own documents. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  return MAGIC.find(([, magic]) => magic.every((byte, at) => head[at] === byte))?.[0]
}

/** The first bytes as text, for a parser that wants to recognise its format. */
export function headText(head: Uint8Array, most = 4096): string {
  return new TextDecoder(encodingOf(head)).decode(head.subarray(0, most))
}
