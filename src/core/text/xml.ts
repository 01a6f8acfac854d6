/** XML (W3C XML 1.0) as a tree of elements with their lines. Text between elements is left out: no format that ringscope reads uses it. */
import { SaxesParser } from 'saxes'
import { failed, ok, type Result } from '../base/result.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Where it begins, counted from 1. */
  readonly line: number
}

/** The line where the text stops being XML, and what stands there. */
export interface XmlProblem {
  readonly line: number
  readonly seen: string
}

/** Deeper nesting than any tool writes: such a file is an attack on the stack. */
const DEEPEST = 200

/** The root element. Entities other than XML's own are not read: a file cannot grow in memory. */
export function parseXml(text: string): Result<XmlElement, XmlProblem> {
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; line: number }[] =
    []
  let root: XmlElement | undefined
  let brokenAt: number | undefined
  const parser = new SaxesParser()
  const stop = () => {
    brokenAt ??= parser.line
  }
  let line = 1
  parser.on('error', stop)
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], line }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
    if (open.length > DEEPEST) stop()
  })
  parser.on('closetag', () => {
    open.pop()
  })
  // Fed in pieces so that a broken file is left at once.
  for (let at = 0; at < text.length && brokenAt === undefined; at += PIECE)
    parser.write(text.slice(at, at + PIECE))
  if (brokenAt === undefined) parser.close()
  if (root && brokenAt === undefined) return ok(root)
  const at = brokenAt ?? 1
  return failed({ line: at, seen: (text.split('\n', at)[at - 1] ?? '').trim().slice(0, 80) })
}

const PIECE = 2 ** 16
