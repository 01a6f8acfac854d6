/** What damage to the evidence made up: errors and warnings that the whole evidence does not give. */
import type { Evidence } from '../evidence/evidence.ts'
import { rules } from './index.ts'
import type { RuleId } from './order.ts'
import type { Found } from './rule.ts'
import { type RuleFinding, runRules } from './run.ts'

export interface Loud {
  readonly rule: RuleId
  readonly found: Found
}

const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
  found.flatMap((it) => [it, ...flat(it.consequences)])

/** Errors and warnings; a rule that throws fails the test. */
export function loudIn(evidence: readonly Evidence[]): readonly Loud[] {
  const { found, notes } = runRules({ evidence, options: {} }, rules)
  if (notes.length > 0) throw new Error(JSON.stringify(notes))
  return flat(found).flatMap(({ rule, found }) =>
    found.severity === 'error' || found.severity === 'warning' ? [{ rule, found }] : [],
  )
}

/** A part of the evidence may show the same fault by another rule. */
const SAME_FAULT: Partial<Record<RuleId, readonly RuleId[]>> = {
  // Of two hosts one lacks GPUDirect; the other is cut off.
  'gdr-asymmetric': ['gdr-missing'],
  // The limit of one GPU, the firmware of one NIC, where the others are cut off.
  'gpu-throttled': ['host-asymmetry'],
  'nic-degraded': ['host-asymmetry'],
  // Rows that stand at other places hide the drop; that the end of the curve is low stays.
  'size-collapse': ['bandwidth-below-expected'],
  // The line that names the cause is garbled; what repeats that the job ended is left.
  'network-unreachable': ['nccl-gave-up'],
  'shm-too-small': ['nccl-gave-up'],
}

/** A garbled count of wrong values is a count of wrong values: it has no second witness. */
const UNWITNESSED: readonly RuleId[] = ['wrong-results']

/** Of a warning that was garbled or cut only the beginning is known, or nothing: it is told as it stands. */
const QUOTES_A_LINE: readonly RuleId[] = ['nccl-gave-up', 'unexplained-warning']

/** A mask of cores that the end of the text cuts is a mask. */
const CUT_IS_WHOLE: readonly RuleId[] = ['cpu-binding']

/**
 * What is loud after the damage and was not before: the rule, and the host that it names. `whole` is all the text: a host or a
 * variable that does not stand in it was garbled, and nothing says that it is not one of that name.
 */
export function invented(
  before: readonly Loud[],
  after: readonly Loud[],
  whole: string,
  damaged: string,
): readonly string[] {
  const lines = new Set(whole.split('\n').map((line) => line.trimEnd()))
  const last = damaged.slice(damaged.lastIndexOf('\n') + 1)
  return after.flatMap(({ rule, found }) => {
    const [host] = namedIn(found, ['host'])
    const isKnown = before.some((loud) => {
      const [known] = namedIn(loud.found, ['host'])
      const isSame = loud.rule === rule || SAME_FAULT[loud.rule]?.includes(rule)
      // The line that names the host may be lost, or cut within its name.
      return isSame && (host === undefined || known === undefined || known.endsWith(host))
    })
    const isGarbled = namedIn(found, NAMES).some((name) => !whole.includes(name))
    const isDamagedLine = QUOTES_A_LINE.includes(rule) && !lines.has(found.evidence[0]?.text.trimEnd() ?? '')
    const isCut = CUT_IS_WHOLE.includes(rule) && found.evidence[0]?.text === last
    return isKnown || isGarbled || isDamagedLine || isCut || UNWITNESSED.includes(rule)
      ? []
      : [`${rule} ${host ?? ''}`.trim()]
  })
}

const NAMES = ['name', 'host', 'hosts', 'with', 'without', 'fewer']

const namedIn = ({ values }: Found, keys: readonly string[]): readonly string[] =>
  Object.entries(values).flatMap(([key, value]: [string, unknown]) =>
    keys.includes(key) ? [value].flat().filter((item) => typeof item === 'string') : [],
  )
