/** Files that cannot be read piece by piece: JSON and XML, whole; or the note that says why there is nothing to read. */
import { failed, ok, type Result } from '../base/result.ts'
import type { Note } from '../evidence/note.ts'
import type { Input, Place } from '../evidence/place.ts'
import { bytesOf, MOST_BYTES } from '../text/all-bytes.ts'
import { encodingOf } from '../text/first-bytes.ts'
import { type Members, membersOf } from '../text/json-values.ts'
import { placeOf } from '../text/quote.ts'
import { parseJson } from '../text/tolerant-json.ts'
import { parseXml, type XmlElement } from '../text/xml.ts'

async function wholeText(input: Input): Promise<Result<string, Note>> {
  const bytes = await bytesOf(input.open())
  return bytes
    ? ok(new TextDecoder(encodingOf(bytes)).decode(bytes))
    : failed({ id: 'input-too-large', values: { name: input.name, most: MOST_BYTES } })
}

/** What was read of a file of JSON. */
export interface JsonFile {
  readonly root: Members
  /** The text ended before the object did. */
  readonly cut: boolean
}

/** A file that holds one object. No note quotes its text: it may hold a whole environment. */
export async function wholeJson(input: Input): Promise<Result<JsonFile, Note>> {
  const text = await wholeText(input)
  if (!text.ok) return text
  const read = parseJson(text.value)
  const root = read.ok ? membersOf(read.value.value) : undefined
  return read.ok && root
    ? ok({ root, cut: read.value.cut })
    : failed({ id: 'json-unreadable', values: { at: read.ok ? 0 : read.problem.at } })
}

/** What was read of a file of XML. */
export interface XmlFile {
  /** Undefined where there is no element at all. */
  readonly root: XmlElement | undefined
  /** Of a broken file what stands before the place is read. */
  readonly notes: readonly Note[]
  placeAt(line: number): Place
}

/** A file that holds one element, whole or as far as it is XML. */
export async function wholeXml(input: Input): Promise<Result<XmlFile, Note>> {
  const text = await wholeText(input)
  if (!text.ok) return text
  const lines = text.value.split(/\r?\n/)
  const placeAt = (line: number): Place => placeOf(input.name, line, (lines[line - 1] ?? '').trim())
  const { root, brokenAt } = parseXml(text.value)
  const notes: readonly Note[] =
    brokenAt === undefined ? [] : [{ id: 'xml-broken', values: { line: brokenAt }, place: placeAt(brokenAt) }]
  return ok({ root, notes, placeAt })
}
