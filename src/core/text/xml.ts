/** XML as a tree of elements with their lines. Text between elements, comments and declarations are left out. */
import { SaxesParser } from 'saxes'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Of the end of its start tag; counts from 1. */
  readonly line: number
}

export interface XmlRead {
  /** Undefined when there is no element at all. */
  readonly root?: XmlElement
  /** The line of the first fault: what stands before it was read. */
  readonly brokenAt?: number
}

/** A topology of 256 nodes has some ten thousand elements. */
const MOST_ELEMENTS = 1_000_000
const DEEPEST = 200

type Open = { name: string; attributes: Record<string, string>; children: XmlElement[]; line: number }

/** Never throws: a cut or broken file gives what was read of it. */
export function parseXml(text: string): XmlRead {
  const parser = new SaxesParser({ position: true })
  const open: Open[] = []
  let root: Open | undefined
  let elements = 0
  let brokenAt: number | undefined
  parser.on('error', () => {
    brokenAt ??= parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (brokenAt !== undefined || elements++ > MOST_ELEMENTS || open.length > DEEPEST) return
    const element: Open = { name, attributes: textsOf(attributes), children: [], line: parser.line }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', ({ name }) => {
    if (open.at(-1)?.name === name) open.pop()
  })
  parser.write(text).close()
  return { ...(root ? { root } : {}), ...(brokenAt === undefined ? {} : { brokenAt }) }
}

/** saxes gives objects where it resolves namespaces, which is not asked for. */
const textsOf = (
  attributes: Readonly<Record<string, string | { readonly value: string }>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, its]) => [name, typeof its === 'string' ? its : its.value]),
  )

/** All elements of this name below, in the order of the file. */
export function elementsNamed(element: XmlElement, name: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  const walk = (its: XmlElement): void => {
    for (const child of its.children) {
      if (child.name === name) found.push(child)
      walk(child)
    }
  }
  walk(element)
  return found
}
