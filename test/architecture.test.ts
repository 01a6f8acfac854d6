/** The layers of the house: who may import whom. Every import of src/ is held against this table. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rules } from '../src/core/rules/index.ts'

interface Layer {
  /** Layers below; `types:x` only by `import type`. Itself is always allowed. */
  readonly imports: readonly string[]
  readonly npm?: readonly string[]
  /** Node's own modules. */
  readonly node?: boolean
}

/** Layers of core below `diagnose`, from the ground up. */
const BELOW_DIAGNOSE =
  'base text timeline collectives machine topology evidence schedules programs cost simulate expectation knowledge parsers analysis rules messages report'.split(
    ' ',
  )
const CORE = [...BELOW_DIAGNOSE, 'diagnose', 'answers']

const LAYERS: Readonly<Record<string, Layer>> = {
  base: { imports: [] },
  text: { imports: ['base'], npm: ['saxes'] },
  timeline: { imports: ['base'] },
  collectives: { imports: ['base'] },
  machine: { imports: ['base'] },
  topology: { imports: ['base', 'machine'] },
  evidence: { imports: ['base', 'collectives', 'machine', 'topology', 'timeline'] },
  schedules: { imports: ['base', 'collectives'] },
  programs: { imports: ['base', 'collectives', 'schedules', 'text'] },
  cost: { imports: ['base', 'collectives', 'machine', 'topology'] },
  simulate: { imports: ['base', 'collectives', 'machine', 'topology', 'schedules', 'programs', 'timeline'] },
  expectation: {
    imports: ['base', 'collectives', 'machine', 'topology', 'schedules', 'programs', 'cost', 'simulate'],
  },
  knowledge: { imports: ['base', 'collectives', 'machine'] },
  parsers: {
    imports: ['base', 'text', 'collectives', 'machine', 'topology', 'programs', 'knowledge', 'evidence'],
  },
  analysis: {
    imports: [
      'base',
      'collectives',
      'machine',
      'topology',
      'timeline',
      'knowledge',
      'expectation',
      'evidence',
    ],
    npm: ['simple-statistics'],
  },
  rules: {
    imports: [
      ...['base', 'collectives', 'machine', 'topology', 'timeline', 'knowledge', 'expectation', 'evidence'],
      'analysis',
    ],
    npm: ['simple-statistics'],
  },
  messages: {
    imports: [
      'base',
      'types:evidence',
      'types:collectives',
      'types:machine',
      'types:topology',
      'types:schedules',
      'types:programs',
      'types:expectation',
      'types:simulate',
      'types:knowledge',
      'types:rules',
    ],
  },
  report: {
    imports: [
      ...['base', 'collectives', 'machine', 'topology', 'timeline', 'messages', 'types:evidence', 'rules'],
      ...['expectation', 'simulate', 'schedules', 'types:programs'],
    ],
    npm: ['valibot'],
  },
  diagnose: { imports: BELOW_DIAGNOSE },
  answers: { imports: [...BELOW_DIAGNOSE, 'diagnose'] },
  core: { imports: CORE },
  capture: { imports: ['base', 'text', 'evidence'], node: true },
  run: {
    imports: ['base', 'collectives', 'schedules', 'programs', 'timeline', 'messages', 'types:evidence'],
    npm: ['koffi'],
    node: true,
  },
  cli: { imports: [...CORE, 'core', 'capture', 'run'], npm: ['commander'], node: true },
}

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')

interface Import {
  readonly file: string
  readonly from: string
  readonly target: string
  readonly typeOnly: boolean
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !file.endsWith('.fixtures.ts'))
  .map((file) => file.split(sep).join('/'))

const imports = files.flatMap((file) => importsOf(file, readFileSync(join(src, file), 'utf8')))

function importsOf(file: string, text: string): Import[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\bfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  )
  return [...found].map((match) => {
    const target = match[2] ?? match[3] ?? ''
    return {
      file,
      from: layerOf(file),
      target: target.startsWith('.')
        ? relative(src, join(src, dirname(file), target))
            .split(sep)
            .join('/')
        : target,
      typeOnly: match[1] !== undefined,
    }
  })
}

/** src/core/base/x.ts is in "base", src/core/index.ts in "core", src/cli/x.ts in "cli". */
function layerOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  return top === 'core' && !second.endsWith('.ts') ? second : top
}

function allowed({ from, target, typeOnly }: Import): boolean {
  const layer = LAYERS[from]
  if (!layer) return false
  if (target.startsWith('node:')) return layer.node === true
  if (/^[a-z@]/.test(target) && !/^(core|cli|run|capture|web)\//.test(target))
    return layer.npm?.includes(target) === true
  const to = layerOf(target)
  return to === from || layer.imports.includes(to) || (typeOnly && layer.imports.includes(`types:${to}`))
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
  test('are small enough to be read: median 110 lines, 95 % 350, none over 600', () => {
    const lines = files
      .map((file) => ({ file, lines: readFileSync(join(src, file), 'utf8').split('\n').length }))
      .sort((a, b) => a.lines - b.lines)
    const at = (share: number) => lines[Math.floor((lines.length - 1) * share)]?.lines ?? 0
    expect(at(0.5)).toBeLessThanOrEqual(110)
    expect(at(0.95)).toBeLessThanOrEqual(350)
    expect(lines.filter((file) => file.lines > 600)).toEqual([])
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
