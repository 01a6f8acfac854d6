/** The machine that `--on` names: a preset, one of its aliases, or the short form. */
import { nearest } from '../base/nearest.ts'
import { failed, ok, type Result } from '../base/result.ts'
import { buildMachine } from './build.ts'
import { gpus } from './gpus.ts'
import type { Machine } from './machine.ts'
import { presets } from './presets/index.ts'
import { parseShortForm, SHORT_FORM } from './short-form.ts'

/** What was typed, what it may have meant, and how a short form is written. */
export interface UnknownMachine {
  readonly seen: string
  /** Three names that `--on` takes. */
  readonly nearest: readonly string[]
  readonly grammar: string
  readonly examples: readonly string[]
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_ .]/g, '')

/** "dgx-h100", "HGX H100", "8xH100-SXM5+8x400G", "8xh100" -> the machine (one node). */
export function machineNamed(text: string): Result<Machine, UnknownMachine> {
  const wanted = plain(text)
  const preset = presets.find(({ id, aliases }) => [id, ...aliases].some((name) => plain(name) === wanted))
  if (preset) return ok(preset.machine)
  const draft = parseShortForm(text)
  if (draft) return ok(buildMachine(draft))
  return failed({
    seen: text,
    nearest: nearestMachines(text),
    grammar: SHORT_FORM.grammar,
    examples: SHORT_FORM.examples,
  })
}

/** Names longer than any machine's say nothing more. */
const LONGEST = 60

function nearestMachines(text: string): readonly string[] {
  const typed = text.slice(0, LONGEST)
  const short = /^\s*([1-9]\d{0,2})\s*x\s*([^+,]*)(\+[^,]*)?/i.exec(typed)
  if (!short) return nearestNames(typed)
  const models = nearest(
    short[2] ?? '',
    gpus.map(({ id }) => id),
  )
  return models.map((model) => `${short[1]}x${model}`)
}

/** By ids, aliases and models; what is near by an alias is named by its id. */
function nearestNames(typed: string): readonly string[] {
  const idOf = new Map([
    ...presets.flatMap(({ id, aliases }) => [id, ...aliases].map((name): [string, string] => [name, id])),
    ...gpus.map(({ id }): [string, string] => [`8x${id}`, `8x${id}`]),
  ])
  const names = [...idOf.keys()]
  return [...new Set(nearest(typed, names, names.length).map((name) => idOf.get(name) ?? name))].slice(0, 3)
}
