/** XML (W3C XML 1.0) as a tree of elements with their lines. Text between elements is left out: no format that ringscope reads uses it. */
import { SaxesParser } from 'saxes'

/** An element with those inside it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Where it begins, counted from 1. */
  readonly line: number
}

/** What was read of a text. */
export interface XmlRead {
  /** Undefined when there is no element at all. */
  readonly root?: XmlElement
  /** The line where the text stops being XML: what stands before it was read. */
  readonly brokenAt?: number
}

/** A topology of 256 nodes has some ten thousand elements. */
const MOST_ELEMENTS = 1_000_000
/** Deeper nesting than any tool writes: such a file is an attack on the stack. */
const DEEPEST = 200
/** The text is fed in pieces so that a broken file is left at once. */
const PIECE = 2 ** 16

interface Open extends XmlElement {
  readonly children: XmlElement[]
}

/** Never throws: a cut or broken file gives what was read of it. Entities other than XML's own are not read. */
export function parseXml(text: string): XmlRead {
  const open: Open[] = []
  let root: XmlElement | undefined
  let brokenAt: number | undefined
  let elements = 0
  let line = 1
  const parser = new SaxesParser()
  const stop = () => {
    brokenAt ??= parser.line
  }
  parser.on('error', stop)
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (brokenAt !== undefined) return
    if (++elements > MOST_ELEMENTS || open.length >= DEEPEST) return stop()
    const element: Open = { name, attributes, children: [], line }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  for (let at = 0; at < text.length && brokenAt === undefined; at += PIECE)
    parser.write(text.slice(at, at + PIECE))
  if (brokenAt === undefined) parser.close()
  return { ...(root ? { root } : {}), ...(brokenAt === undefined ? {} : { brokenAt }) }
}

/** All elements of this name below, in the order of the file. */
export function elementsNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ])
}
