/** The layers of the house: who may import whom. Every import of src/ is held against this table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { architecture } from '../scripts/architecture.mjs'
import { type Import, importsIn, LAYERS, layerOf, sourcesIn } from '../scripts/layers.mjs'
import { rules } from '../src/core/rules/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')

const files = sourcesIn(src)
const imports = importsIn(src, files)

function allowed({ from, target, typeOnly }: Import): boolean {
  const layer = LAYERS[from]
  if (!layer) return false
  if (target.startsWith('node:')) return layer.node
  if (/^[a-z@]/.test(target) && !/^(core|cli|run|capture|web)\//.test(target))
    return layer.npm.includes(target)
  const to = layerOf(target)
  return to === from || layer.imports.includes(to) || (typeOnly && layer.imports.includes(`types:${to}`))
}

/** Name and length of each function, by the parser of the bundler. */
function functionsOf(file: string, text: string): { at: string; lines: number }[] {
  const found: { at: string; lines: number }[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end } = node as { type?: string; start?: number; end?: number }
    if (type && /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
      found.push({
        at: `${file}:${lineOf(start ?? 0)}`,
        lines: text.slice(start, end).split('\n').length,
      })
    Object.values(node).forEach(walk)
  }
  const { program, errors } = parseSync(file, text)
  expect(errors, file).toEqual([])
  walk(program)
  return found
}

describe('layers', () => {
  test('every file lies in a layer of the table', () => {
    expect(files.filter((file) => !LAYERS[layerOf(file)])).toEqual([])
  })

  test('every import points downwards, as the table allows', () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(imports.filter((it) => !allowed(it)).map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
  })

  test('the table has no cycle', () => {
    const open = new Set<string>()
    const walk = (layer: string): void => {
      if (open.has(layer)) throw new Error(`cycle through ${layer}`)
      open.add(layer)
      for (const below of LAYERS[layer]?.imports ?? []) if (!below.startsWith('types:')) walk(below)
      open.delete(layer)
    }
    for (const layer of Object.keys(LAYERS)) walk(layer)
  })

  test('evidence holds types only', () => {
    const code = files
      .filter((file) => file.startsWith('core/evidence/'))
      .filter((file) => /^export\s+(?!type|interface)/m.test(readFileSync(join(src, file), 'utf8')))
    expect(code).toEqual([])
  })
})

describe('rules', () => {
  test('what a finding means its rule says: no rule is named in diagnose or report', () => {
    const named = files
      .filter((file) => /^core\/(?:diagnose|report)\//.test(file))
      .flatMap((file) => {
        const code = readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        return rules.filter(({ id }) => code.includes(`'${id}'`)).map(({ id }) => `${file}: ${id}`)
      })
    expect(named).toEqual([])
  })
})

describe('files', () => {
  test('are small enough to be read: median 100 lines, 95 % 250, none over 400', () => {
    const lines = files
      .map((file) => ({ file, lines: readFileSync(join(src, file), 'utf8').split('\n').length }))
      .sort((a, b) => a.lines - b.lines)
    const at = (share: number) => lines[Math.floor((lines.length - 1) * share)]?.lines ?? 0
    expect(at(0.5)).toBeLessThanOrEqual(100)
    expect(at(0.95)).toBeLessThanOrEqual(250)
    expect(lines.filter((file) => file.lines > 400)).toEqual([])
  })

  test('no function is longer than 120 lines', () => {
    const long = files.flatMap((file) =>
      functionsOf(file, readFileSync(join(src, file), 'utf8')).filter(({ lines }) => lines > 120),
    )
    expect(long).toEqual([])
  })

  test('no circle of files, types included', () => {
    const next = new Map<string, string[]>()
    for (const { file, target } of imports) next.set(file, [...(next.get(file) ?? []), target])
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '))
      if (done.has(file) || way.includes(file)) return
      for (const target of next.get(file) ?? []) walk(target, [...way, file])
      done.add(file)
    }
    for (const file of files) walk(file, [])
    expect(circles).toEqual([])
  })

  test('have no default export and no catch-all name', () => {
    const bad = files.filter(
      (file) =>
        /^export default /m.test(readFileSync(join(src, file), 'utf8')) ||
        /(^|[/-])(utils?|helpers?|managers?|misc|common)(\.|\/|-)/.test(file),
    )
    expect(bad).toEqual([])
  })

  test('begin by saying what they are', () => {
    const silent = files.filter((file) => !/^(#!.*\n)?\/\*\*/.test(readFileSync(join(src, file), 'utf8')))
    expect(silent).toEqual([])
  })
})

test.each([...architecture()])('%s is what `npm run generate` makes of the imports', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})
