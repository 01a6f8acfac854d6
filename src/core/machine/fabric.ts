/** `--fabric`: what joins the nodes, and how far it is oversubscribed: "ib", "roce,oversub=2", "tcp,oversub=4:1". */
import { nearest } from '../base/nearest.ts'
import { failed, ok, type Result } from '../base/result.ts'
import type { Fabric, FabricKind } from './machine.ts'

export const FABRICS: readonly FabricKind[] = ['ib', 'roce', 'efa', 'slingshot', 'tcp']

const SPELLINGS: Readonly<Record<string, FabricKind>> = {
  ...Object.fromEntries(FABRICS.map((kind) => [kind, kind])),
  infiniband: 'ib',
  rocev2: 'roce',
  ss11: 'slingshot',
  cxi: 'slingshot',
  socket: 'tcp',
  sockets: 'tcp',
}

export const FABRIC_GRAMMAR = `${FABRICS.join('|')}[,oversub=NUMBER]`

export interface UnknownFabric {
  readonly seen: string
  readonly nearest: readonly string[]
  readonly grammar: string
}

/** No fabric is built with more: beyond this a typing error is likelier. */
const MOST_OVERSUBSCRIBED = 64

export function parseFabric(text: string): Result<Fabric, UnknownFabric> {
  const [name = '', ...options] = text
    .trim()
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const kind = Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name] : undefined
  const problem = failed({
    seen: text,
    nearest: nearest(name.slice(0, 40), FABRICS),
    grammar: FABRIC_GRAMMAR,
  })
  if (!kind || options.length > 1) return problem
  if (options.length === 0) return ok({ kind, oversubscription: 1 })
  const match = /^oversub(?:scription)?\s*=\s*(\d+(?:\.\d+)?)(?:\s*:\s*1)?$/.exec(options[0] ?? '')
  const oversubscription = Number(match?.[1])
  return oversubscription >= 1 && oversubscription <= MOST_OVERSUBSCRIBED
    ? ok({ kind, oversubscription })
    : problem
}
