/** A variable by its name: known, dead in the version in use, or known to nobody, with the nearest real names. */
import { nearest } from '../base/nearest.ts'
import { threshold } from '../base/threshold.ts'
import { NCCL_VARIABLES, NEWEST, type Variable } from './nccl-variables.ts'
import { isReadByOthers, RCCL_VARIABLES } from './rccl-variables.ts'

const all = new Map<string, Variable>(
  [...NCCL_VARIABLES, ...RCCL_VARIABLES].map((variable) => [variable.name, variable]),
)
const names = [...all.keys()]

export const variableNamed = (name: string): Variable | undefined => all.get(name)
export const VARIABLES: readonly Variable[] = [...all.values()]

export type NameStatus =
  | { readonly is: 'known'; readonly variable: Variable }
  /** Its time is over: the version in use, or any since `until`, does not read it. */
  | { readonly is: 'dead'; readonly variable: Variable; readonly until: string }
  /** The version in use is older than the variable. */
  | { readonly is: 'too-new'; readonly variable: Variable; readonly since: string }
  /** `meant` is set where a known name is so near that it was probably meant. */
  | { readonly is: 'unknown'; readonly near: readonly string[]; readonly meant?: string }
  | { readonly is: 'of-others' }

/** `version` is the library's, where it is known: "2.21.5". */
export function nameStatus(name: string, version?: string): NameStatus {
  if (!/^(?:NCCL|RCCL)_/.test(name)) return { is: 'of-others' }
  const variable = all.get(name)
  if (!variable) {
    if (isReadByOthers(name)) return { is: 'of-others' }
    const near = nearest(name, names)
    const meant = near.find((other) => isSlip(name, other))
    return { is: 'unknown', near, ...(meant === undefined ? {} : { meant }) }
  }
  const { since, until } = variable
  if (until !== undefined && isNewer(version ?? NEWEST, until)) return { is: 'dead', variable, until }
  if (version !== undefined && since !== undefined && isNewer(since, version))
    return { is: 'too-new', variable, since }
  return { is: 'known', variable }
}

/** "2.21.5" > "2.4.8", part by part. */
export function isNewer(a: string, b: string): boolean {
  const [one, other] = [a, b].map((version) => version.split(/[.-]/).map(Number))
  for (let at = 0; at < 3; at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** As people write the same word: BUFFER and BUFF, CHANNELS and NCHANNELS, a swapped or doubled letter. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/BUFFER_?SIZE|BUF_?SIZE|BUFF_SIZE/, 'BUFFSIZE'],
  [/(?<=_)(?:NUM_|N)?(?:CHANNELS?|RINGS?)/, 'NCHANNELS'],
  [/IF_?NAMES?|INTERFACE|IFACE/, 'IFNAME'],
  [/HCAS?(?=$|_)|IB_DEVICES?/, 'HCA'],
  [/(?<=_)(?:N|NUM_)?THREADS?/, 'NTHREADS'],
  [/GID_?IDX/, 'GID_INDEX'],
  [/DISABLED/, 'DISABLE'],
  [/ENABLED/, 'ENABLE'],
  [/ALGORITHMS?/, 'ALGO'],
  [/PROTOCOLS?/, 'PROTO'],
  [/RETRY_COUNT/, 'RETRY_CNT'],
  [/TRAFFIC_CLASS/, 'TC'],
]

const spelled = (name: string): string =>
  SPELLINGS.reduce((text, [seen, meant]) => text.replace(seen, meant), name).replaceAll('_', '')

/** Letters that a slip inserts, leaves out, exchanges or swaps. */
const SLIP = threshold(
  'env-unknown.slip',
  1,
  'count',
  'our choice: two letters make a short name another one',
)
const LONG_SLIP = threshold(
  'env-unknown.slip-of-long',
  2,
  'count',
  'our choice: two letters of a long name still leave one that was meant',
)
/** Letters, without underscores. */
const LONG = threshold('env-unknown.long', 14, 'count', 'our choice: NCCL_P2P_DISABLE and longer')

/** One name is the other in another spelling, or one or two letters away in a long one. */
function isSlip(name: string, known: string): boolean {
  if (spelled(name) === spelled(known)) return true
  const [a, b] = [name.replaceAll('_', ''), known.replaceAll('_', '')]
  return differsByAtMost(a, b, a.length >= LONG.value ? LONG_SLIP.value : SLIP.value)
}

/** Whether at most `most` letters are inserted, left out, exchanged or swapped with their neighbour. */
function differsByAtMost(a: string, b: string, most: number): boolean {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  if (at === a.length && at === b.length) return true
  if (most === 0) return false
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    differsByAtMost(restA.slice(1), restB, most - 1) ||
    differsByAtMost(restA, restB.slice(1), most - 1) ||
    differsByAtMost(restA.slice(1), restB.slice(1), most - 1) ||
    (restA[0] === restB[1] &&
      restA[1] === restB[0] &&
      differsByAtMost(restA.slice(2), restB.slice(2), most - 1))
  )
}
