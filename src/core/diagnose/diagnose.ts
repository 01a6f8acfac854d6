/** The pipeline: inputs -> evidence -> facts -> rules -> report. */
import type { FactOptions, Facts } from '../analysis/facts.ts'
import { series } from '../analysis/series.ts'
import { print } from '../base/print.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Note } from '../evidence/note.ts'
import type { Input } from '../evidence/place.ts'
import type { Lang } from '../messages/catalogue.ts'
import { catalogueOf } from '../messages/index.ts'
import type { NoteTexts } from '../messages/notes.ts'
import { parsers } from '../parsers/index.ts'
import { findingOf } from '../report/finding.ts'
import type { NoteText, Report } from '../report/report.ts'
import { rules } from '../rules/index.ts'
import { runRules } from '../rules/run.ts'
import type { Machine } from '../topology/machine.ts'
import { measurementsOf } from './measurements.ts'
import { notSeen } from './not-seen.ts'
import { type Read, readInputs } from './read.ts'
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
  readonly lang: Lang
  readonly version: string
}

export async function diagnose(inputs: readonly Input[], options: DiagnoseOptions): Promise<Report> {
  const read = await readInputs(inputs, parsers)
  const baseline: Facts[] = []
  for (const its of options.baseline ?? []) {
    const { evidence } = await readInputs(its, parsers)
    baseline.push(factsOf(evidence, options))
  }
  const facts: Facts = {
    ...factsOf(read.evidence, options),
    ...(options.baseline === undefined ? {} : { baseline }),
  }
  const texts = catalogueOf(options.lang)
  const words = texts.report
  const run = runRules(facts, rules)
  const findings = run.found.map((found) => findingOf(found, texts.findings))
  const measurements = measurementsOf(facts, words)
  const subjects = subjectsOf(facts, findings)
  const machine = series(facts).find((its) => its.machine !== undefined)?.machine
  return {
    schema: 'ringscope.report/1',
    version: options.version,
    lang: options.lang,
    inputs: read.inputs,
    system: systemOf(facts, words),
    measurements,
    subjects,
    findings,
    checked: run.checked.flatMap((id) => {
      const text = words.inOrder[id]
      return text === undefined ? [] : [{ id, text }]
    }),
    notSeen: notSeen(facts, words),
    notes: [...(options.notes ?? []), ...withoutCaptured(read), ...run.notes].map((note) =>
      noteText(note, texts.notes),
    ),
    verdict: verdictOf(
      {
        findings,
        measurements,
        subjects,
        machine: machine ? words.system({ title: machine.title, nodes: machine.nodes, hosts: [] }) : '',
        understood: read.evidence.length > 0,
      },
      words,
    ),
  }
}

/** A file that a capture made on purpose needs no note where nothing in it concerns communication. */
function withoutCaptured({ notes, evidence }: Read): readonly Note[] {
  const captured = new Set(
    evidence.flatMap((its) =>
      its.kind === 'capture'
        ? its.sources.flatMap(({ file }) =>
            file === undefined ? [] : [its.folder === '' ? file : `${its.folder}/${file}`],
          )
        : [],
    ),
  )
  return notes.filter(
    (note) => note.id !== 'input-not-understood' || !captured.has(note.values.name.replaceAll('\\', '/')),
  )
}

function factsOf(evidence: readonly Evidence[], { machine, nodes, ranks }: DiagnoseOptions): Facts {
  return {
    evidence: machine ? [{ kind: 'machine', machine, from: 'option', places: [] }, ...evidence] : evidence,
    options: { ...(nodes === undefined ? {} : { nodes }), ...(ranks === undefined ? {} : { ranks }) },
  }
}

function noteText(note: Note, texts: NoteTexts): NoteText {
  // The values of a note fit the text of its own id.
  const text = texts[note.id] as (values: unknown, its: typeof print) => string
  return {
    id: note.id,
    text: text(note.values, print),
    ...(note.place === undefined ? {} : { place: note.place }),
  }
}
