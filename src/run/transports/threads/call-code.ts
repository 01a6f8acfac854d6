/** A call in two words of shared memory: collective, type and op packed into one, the root in the other. */
import { COLLECTIVES } from '../../../core/collectives/names.ts'
import type { CollectiveCall } from '../../calls/collective-call.ts'
import { adds, rooted } from '../../calls/signature.ts'
import { DATA_TYPES, REDUCE_OPS } from '../../memory/data-types.ts'

const OPERATION_CODES = Object.fromEntries(COLLECTIVES.map((name, code) => [name, code]))
const TYPE_CODES = Object.fromEntries(DATA_TYPES.map((name, code) => [name, code * 16]))
const OP_CODES = Object.fromEntries(REDUCE_OPS.map((name, code) => [name, code * 256]))

/** The op counts only where there is one. */
export const codeOf = ({ collective, type, op }: CollectiveCall): number =>
  (OPERATION_CODES[collective] ?? 0) + (TYPE_CODES[type] ?? 0) + (adds(collective) ? (OP_CODES[op] ?? 0) : 0)

/** The root counts only where there is one. */
export const rootOf = ({ collective, root }: CollectiveCall): number => (rooted(collective) ? root : 0)

/** What `codeOf` has packed. */
export function callOf(code: number): Pick<CollectiveCall, 'collective' | 'type' | 'op'> {
  const collective = COLLECTIVES[code & 15]
  const type = DATA_TYPES[(code >> 4) & 15]
  const op = REDUCE_OPS[code >> 8]
  if (!collective || !type || !op) throw new Error(`${code} is no code of a call`)
  return { collective, type, op }
}
