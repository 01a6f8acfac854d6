/** The pipeline: inputs -> evidence -> facts -> rules -> report. */
import { sinceBaseline } from '../analysis/baseline.ts'
import { evidenceOf, type FactOptions, type Facts } from '../analysis/facts.ts'
import { hostsListed } from '../analysis/machine-of-run/hosts.ts'
import { titleOf } from '../analysis/machine-of-run/title.ts'
import { ownMachine } from '../analysis/own-machine.ts'
import { series } from '../analysis/series.ts'
import { print } from '../base/print.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Note } from '../evidence/note.ts'
import type { Input } from '../evidence/place.ts'
import type { Machine } from '../machine/machine.ts'
import type { Catalogue, Lang } from '../messages/catalogue.ts'
import { catalogueOf } from '../messages/index.ts'
import type { NoteTexts } from '../messages/notes.ts'
import { parsers } from '../parsers/index.ts'
import { findingOf } from '../report/diagnose/finding.ts'
import type { NoteText, Report } from '../report/diagnose/report.ts'
import { rules } from '../rules/index.ts'
import type { RuleId } from '../rules/order.ts'
import { runRules } from '../rules/run.ts'
import { measurementsOf } from './measurements.ts'
import { notSeen } from './not-seen.ts'
import { type Read, type ReadAll, readInputs } from './read.ts'
import { shareable } from './shareable.ts'
import { statusOf, withToldMarked } from './status.ts'
import { subjectsOf } from './subjects.ts'
import { systemOf } from './system.ts'
import { verdictOf } from './verdict.ts'

export interface DiagnoseOptions extends FactOptions {
  /** Given with --on: what the files say of the machine is then not guessed. */
  readonly machine?: Machine
  /** Runs of a better day, each a list of inputs. */
  readonly baseline?: readonly (readonly Input[])[]
  /** Of the inputs that could not be opened at all. */
  readonly notes?: readonly Note[]
  /** How the inputs are read; one after the other by default. */
  readonly readAll?: ReadAll
  readonly lang: Lang
  readonly version: string
}

export async function diagnose(inputs: readonly Input[], options: DiagnoseOptions): Promise<Report> {
  const read = await readInputs(inputs, parsers, options.readAll)
  const baseline: Facts[] = []
  for (const baselineInputs of options.baseline ?? []) {
    const { evidence } = await readInputs(baselineInputs, parsers, options.readAll)
    baseline.push(factsOf(evidence, options))
  }
  const facts: Facts = {
    ...factsOf(read.evidence, options),
    ...(options.baseline === undefined ? {} : { baseline }),
  }
  // Silence would be taken for "nothing changed".
  const baselineNotes: readonly Note[] =
    options.baseline !== undefined && sinceBaseline(facts).length === 0
      ? [{ id: 'baseline-not-alike', values: {} }]
      : []
  const texts = catalogueOf(options.lang)
  const words = texts.report
  const ruleRun = runRules(facts, rules)
  const found = ruleRun.found.map((it) => findingOf(it, texts))
  const findings = withToldMarked(found, statusOf(found))
  const measurements = measurementsOf(facts, words)
  const subjects = subjectsOf(facts, findings)
  const machines = series(facts).flatMap(({ label, run, machine }) => {
    const title = titleOf(run)
    return title === undefined
      ? []
      : [
          [
            label,
            words.system({
              title,
              nodes: (run.exact && machine?.nodes) || (run.known?.hosts ?? 1),
              hosts: [],
            }),
          ] as const,
        ]
  })
  return shareable({
    schema: 'ringscope.report/2',
    version: options.version,
    lang: options.lang,
    inputs: read.inputs,
    system: systemOf(facts, words),
    measurements,
    subjects,
    findings,
    checked: ruleRun.checked.flatMap((id) => {
      const text = texts.rules[id].inOrder
      return text === undefined ? [] : [{ id, text }]
    }),
    notSeen: [...notSeen(facts, words), ...onSomeHosts(ruleRun.partlyChecked, texts)],
    notes: together([
      ...(options.notes ?? []),
      ...withoutCaptured(read),
      ...nodesNotes(facts),
      ...baselineNotes,
      ...ruleRun.notes,
    ]).map((note) => noteText(note, texts.notes)),
    verdict: verdictOf(
      {
        findings,
        measurements,
        subjects,
        machines: new Map(machines),
        understood: read.evidence.length > 0,
        machine: ownMachine(facts),
      },
      words,
    ),
  })
}

/** What only a part of the hosts shows, in the words of what would be in order. */
function onSomeHosts(
  rules: readonly RuleId[],
  { rules: texts, report: words }: Catalogue,
): Report['notSeen'] {
  const what = rules.flatMap((id) => texts[id].inOrder ?? [])
  return what.length === 0 ? [] : [{ id: 'on-some-hosts', text: words.onSomeHosts({ what }) }]
}

/** --nodes beside a list of devices that is whole: it names every rank, each on its host. */
function nodesNotes(facts: Facts): readonly Note[] {
  const given = facts.options.nodes
  if (given === undefined) return []
  return evidenceOf(facts, 'benchmark')
    .flatMap((benchmark): readonly Note[] => {
      const [first] = benchmark.devices
      const listed = hostsListed(benchmark)
      return first && listed !== undefined && listed !== given
        ? [{ id: 'nodes-contradicted', values: { given, listed }, place: first.place }]
        : []
    })
    .slice(0, 1)
}

/** A file that a capture made on purpose needs no note where nothing in it concerns communication. */
function withoutCaptured({ notes, evidence }: Read): readonly Note[] {
  const captured = new Set(
    evidence.flatMap((item) =>
      item.kind === 'capture'
        ? item.sources.flatMap(({ file }) =>
            file === undefined ? [] : [item.folder === '' ? file : `${item.folder}/${file}`],
          )
        : [],
    ),
  )
  return notes.filter(
    (note) =>
      note.id !== 'input-not-understood' ||
      !note.values.names.every((name) => captured.has(name.replaceAll('\\', '/'))),
  )
}

function factsOf(evidence: readonly Evidence[], { machine, nodes, ranks, fabric }: DiagnoseOptions): Facts {
  return {
    evidence: machine ? [{ kind: 'machine', machine, from: 'option', places: [] }, ...evidence] : evidence,
    options: {
      ...(nodes === undefined ? {} : { nodes }),
      ...(ranks === undefined ? {} : { ranks }),
      ...(fabric ? { fabric } : {}),
    },
  }
}

/** Files that were not understood are told in one sentence, by their names in the folder. */
function together(notes: readonly Note[]): readonly Note[] {
  const names = notes.flatMap((note) => (note.id === 'input-not-understood' ? note.values.names : []))
  const others = notes.filter(({ id }) => id !== 'input-not-understood')
  if (names.length === 0) return others
  const bare = names.map((name) => name.slice(name.lastIndexOf('/') + 1))
  return [...others, { id: 'input-not-understood', values: { names: bare } }]
}

function noteText(note: Note, texts: NoteTexts): NoteText {
  // The values of a note fit the text of its own id.
  const text = texts[note.id] as (values: unknown, printer: typeof print) => string
  return {
    id: note.id,
    text: text(note.values, print),
    ...(note.place === undefined ? {} : { place: note.place }),
  }
}
