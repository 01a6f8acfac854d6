// The rooms of the house: what each is for, and which it may import. test/architecture.test.ts holds every import of src/ to
// this table, and docs/architecture.md is drawn from it and the imports.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const words = (text) => text.split(' ').filter(Boolean)

/** `what`: one line. `imports`: rooms below; `types:x` only by `import type`. Itself is always allowed. `node`: Node's own modules. */
const room = (what, imports, more = {}) => ({ what, imports: words(imports), npm: words(more.npm ?? ''), node: more.node === true })

const GROUND = 'base collectives machine topology'
const BELOW_DIAGNOSE = `${GROUND} text timeline evidence schedules programs cost simulate expectation knowledge parsers analysis rules messages report`
const CORE = `${BELOW_DIAGNOSE} diagnose answers`

export const LAYERS = {
  base: room('units, results, seeded random, printing of numbers; knows no domain', ''),
  text: room('lines from bytes, launcher prefixes, XML, tolerant JSON', 'base', { npm: 'saxes' }),
  timeline: room('who did what when, simulated or measured', 'base'),
  collectives: room('what each collective promises, moves and costs; workloads', 'base'),
  machine: room('GPUs, links, presets, the short form, the device graph and its facts', 'base'),
  topology: room('any graph: generators, routes, ring sets, maximum flow, faults', 'base machine'),
  evidence: room('what files say, as types only', `${GROUND} timeline`),
  schedules: room('collective algorithms as schedules: one file each, verified, drawn', 'base collectives'),
  programs: room('one program a rank: compiled, lifted, checked for races; MSCCL files', 'base collectives schedules text'),
  cost: room("closed forms, NCCL's model, published and measured numbers", GROUND),
  simulate: room('a schedule over a topology, link by link', `${GROUND} schedules programs timeline`),
  expectation: room('what a machine should reach, and a number judged against it', `${GROUND} schedules programs cost simulate`),
  knowledge: room('what is known of NCCL and its neighbours: variables, messages, Xids; no judgement', 'base collectives machine'),
  parsers: room('one file a format, in folders by family', `${GROUND} text programs knowledge evidence`),
  analysis: room('measures that several rules share, each computed once', `${GROUND} timeline knowledge expectation evidence`, {
    npm: 'simple-statistics',
  }),
  rules: room('one file a rule, with its fixtures and what it alone measures', `${GROUND} timeline knowledge expectation evidence analysis`, {
    npm: 'simple-statistics',
  }),
  messages: room(
    'every sentence that a person reads, in English and Chinese',
    'base types:evidence types:collectives types:machine types:topology types:schedules types:programs types:expectation types:simulate types:knowledge types:rules',
  ),
  report: room(
    'the report and the views of every answer: text, Markdown, JSON, graphs',
    `${GROUND} timeline messages types:evidence rules expectation simulate schedules types:programs`,
    { npm: 'valibot' },
  ),
  diagnose: room('inputs → evidence → facts → findings → report', BELOW_DIAGNOSE),
  answers: room('what the other questions become: expect, simulate, topo, explain, list', `${BELOW_DIAGNOSE} diagnose`),
  core: room('what programs import: `ringscope/core`', CORE),
  capture: room("collects a host's evidence, as one POSIX shell script", 'base text evidence', { node: true }),
  run: room(
    'schedules on real data: memory, plan, execution, communicator, transports, launch, perf',
    'base collectives schedules programs timeline messages types:evidence',
    { npm: 'koffi', node: true },
  ),
  cli: room('the command line: options in, answer printed', `${CORE} core capture run`, { npm: 'commander', node: true }),
}

/** Sources that ship, relative to `src`, with forward slashes. */
export const sourcesIn = (src) =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !file.endsWith('.fixtures.ts'))
    .map((file) => file.split(sep).join('/'))
    .sort()

/** src/core/base/x.ts is in "base", src/core/index.ts in "core", src/cli/x.ts in "cli". */
export function layerOf(file) {
  const [top = '', second = ''] = file.split('/')
  return top === 'core' && !second.endsWith('.ts') ? second : top
}

/** Every import and export from elsewhere, dynamic ones too; a target in src relative to it. */
export const importsIn = (src, files) => files.flatMap((file) => importsOf(src, file, readFileSync(join(src, file), 'utf8')))

function importsOf(src, file, text) {
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\bfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  )
  return [...found].map(([, type, from, dynamic]) => {
    const target = from ?? dynamic ?? ''
    return {
      file,
      from: layerOf(file),
      target: target.startsWith('.')
        ? relative(src, join(src, dirname(file), target)).split(sep).join('/')
        : target,
      typeOnly: type !== undefined,
    }
  })
}

/** Arrows between rooms that are there, `types` where all imports are of types. */
export function arrowsOf(imports) {
  const arrows = new Map()
  for (const { from, target, typeOnly } of imports) {
    const to = layerOf(target)
    if (!(to in LAYERS) || to === from) continue
    const key = `${from} ${to}`
    const arrow = arrows.get(key) ?? { from, to, types: true, count: 0 }
    arrows.set(key, { ...arrow, types: arrow.types && typeOnly, count: arrow.count + 1 })
  }
  return [...arrows.values()]
}
