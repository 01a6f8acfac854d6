/**
 * The findings' texts: which values each needs (FindingValues), and what each must say (FindingText).
 * A language that lacks one does not compile. Values are SI; rates in bytes/s; shares and changes 0..1.
 */
import type { Print } from '../base/print.ts'
import type { BasisKind, FaultId } from '../expectation/expectation.ts'
import type { Assumption } from '../topology/machine.ts'
import type { HostFindings } from './findings-host.ts'
import type { JobFindings } from './findings-job.ts'
import type { NetworkFindings } from './findings-network.ts'
import type { PathFindings } from './findings-paths.ts'
import type { SettingsFindings } from './findings-settings.ts'

/** A measured plateau and what is expected at that size. */
export interface Reached {
  /** "all_reduce", or what the file calls it. */
  readonly collective: string
  readonly ranks: number
  readonly nodes: number
  readonly measured: number
  readonly expected: number
  /** measured / expected */
  readonly share: number
  readonly bytes: number
}

/** One fault applied to the expectation: what would then be reached, bytes/s. */
export interface FaultGuess {
  readonly fault: FaultId
  readonly values: Readonly<Record<string, number>>
  readonly reaches: number
}

/** What would decide: each has a sentence in the report's "next". */
export type CollectId =
  | Assumption
  | 'larger-size'
  | 'ring'
  | 'machine'
  | 'log'
  | 'plausible'
  | 'format'
  | 'measurement'
  | 'collective'
  | 'rows'

export interface SettingChange {
  /** "NCCL_ALGO", "NCCL version": a name, not a sentence. */
  readonly name: string
  /** Undefined: not set then, or not set now. */
  readonly was?: string
  readonly now?: string
}

export interface FindingValues
  extends NetworkFindings,
    PathFindings,
    JobFindings,
    SettingsFindings,
    HostFindings {
  'number-is-healthy': Reached & {
    /** The band of healthy machines of this kind. */
    readonly low: number
    readonly high: number
    /** The middle of the band was supposed from these: then it is no verdict. */
    readonly assumed: readonly Assumption[]
    /** Lowest and highest busbw where the size was measured several times. */
    readonly spread?: { readonly repeats: number; readonly lowest: number; readonly highest: number }
    readonly source: string
    /** What the source is: healthy machines show only what was published. */
    readonly basis?: BasisKind | undefined
  }
  'bandwidth-below-expected': Reached & {
    readonly low: number
    readonly high: number
    readonly source: string
    readonly basis?: BasisKind | undefined
    readonly assumed: readonly Assumption[]
    /** Single faults that would give the measured value within 8 %: possible, never a diagnosis. */
    readonly fits: readonly FaultGuess[]
    readonly ruledOut: readonly FaultGuess[]
    /** What the machine can reach as `topo -m` shows it. */
    readonly asFound?: number
  }
  'share-of-limit': {
    readonly collective: string
    readonly ranks: number
    readonly bytes: number
    readonly algorithm: string
    readonly seconds: number
    /** What the machine's limit, measured in the same run, allows. */
    readonly limitSeconds: number
    readonly share: number
    /** Share of the time that ranks waited for the late one. */
    readonly waiting: number
  }
  'average-misread': {
    readonly collective: string
    readonly average: number
    readonly measured: number
    readonly bytes: number
    readonly smallest: number
  }
  'sweep-not-saturated': Reached & { readonly gain: number }
  'busbw-above-link': {
    readonly collective: string
    readonly ranks: number
    readonly measured: number
    readonly bytes: number
    /** One direction of what bounds it, bytes/s. */
    readonly of: 'links' | 'nics'
    readonly link: number
    readonly why: 'nvls' | 'tree-on-two-nodes' | 'more-than-said'
    /** What crossed the wire, bytes/s; algbw (N+1)/N with NVLS. */
    readonly wire?: number
  }
  'single-rank': { readonly runs: number; readonly together: boolean; readonly host?: string }
  'wrong-results': {
    readonly collective: string
    /** Values out of bounds in all rows; 0 where only an error far above rounding was seen. */
    readonly wrong: number
    readonly rows: number
    readonly of: number
    /** The smallest size that is wrong; undefined when only the summary says so. */
    readonly bytes?: number
    readonly error?: number
  }
  'latency-bound': {
    /** The longest time among these sizes; `seconds` is that of the smallest. */
    readonly upTo: number
    readonly collective: string
    readonly from: number
    readonly to: number
    readonly seconds: number
    /** Where half of the fitted bandwidth is reached, bytes. */
    readonly halfBytes?: number
  }
  'size-dip': {
    readonly collective: string
    readonly bytes: number
    readonly measured: number
    readonly before: number
    readonly beforeBytes: number
    readonly after: number
    readonly afterBytes: number
    readonly drop: number
    /** Further dips of the curve, less deep. */
    readonly others: number
  }
  'size-collapse': {
    readonly collective: string
    readonly nodes?: number
    /** The largest size that was still fine, and what it reached. */
    readonly bytes: number
    readonly best: number
    /** The first size after it, and the median from there on. */
    readonly fromBytes: number
    readonly measured: number
    readonly drop: number
  }
  'constant-time': {
    readonly collective: string
    readonly seconds: number
    readonly from: number
    readonly to: number
    /** What the smallest size should take. */
    readonly latency: number
  }
  'tail-latency': {
    readonly collective: string
    readonly bytes: number
    readonly p50: number
    readonly p99: number
    readonly iterations: number
    readonly nodes?: number
    /** The median is not in the file: the mean stands for it, which hides a part of the tail. */
    readonly mean: boolean
  }
  'collectives-disagree': {
    readonly why: 'all-low' | 'only-all-reduce' | 'only-all-to-all'
    readonly low: readonly Reached[]
    readonly fine: readonly Reached[]
    readonly nodes: number
  }
  'test-proves-less': {
    readonly collective: string
    readonly why: 'two-nodes-by-tree' | 'one-rail' | 'tiny-sizes' | 'cpu-time' | 'host-memory'
    readonly bytes: number
    readonly measured: number
    /** The NICs of one node in one direction, bytes/s, and how many they are. */
    readonly wire?: number
    readonly nics?: number
    /** What NCCL_ALGO=RING should show, bytes/s. */
    readonly ring?: number
  }
  'changed-since-baseline': {
    /** Nothing was measured both times: only what changed on the hosts is told, and the numbers mean nothing. */
    readonly only?: 'settings'
    readonly collective: string
    readonly bytes: number
    readonly measured: number
    readonly was: number
    /** measured / was - 1 */
    readonly change: number
    readonly lowest: number
    readonly highest: number
    readonly runs: number
    readonly settings: readonly SettingChange[]
  }
  'slow-node': {
    readonly host: string
    readonly collective: string
    readonly measured: number
    /** Undefined in a table of node pairs. */
    readonly bytes?: number
    /** Median of all hosts. */
    readonly siblings: number
    readonly hosts: number
    /** 1 - measured / siblings */
    readonly below: number
  }
  'nic-far': {
    readonly host?: string
    readonly gpus: readonly { readonly gpu: string; readonly nic: string; readonly path: string }[]
    /** GPUs that have a NIC under their own PCIe switch. */
    readonly near: number
    readonly nodes: number
  }
  'cross-socket-path': {
    readonly host?: string
    /** GPUs that reach each other without the link between the CPU sockets, group by group. */
    readonly groups: readonly (readonly string[])[]
    /** Usable rate of that link in one direction, bytes/s, where the CPU is known. */
    readonly socket?: number
  }
  'gpu-asymmetry': {
    readonly host?: string
    /** The GPUs with fewer links; two where the lost links join them. */
    readonly gpus: readonly string[]
    readonly links: number
    readonly of: number
    readonly siblings: number
    /** What shows the links, and which kind they are. */
    readonly source: 'topo-m' | 'topology-xml' | 'rocm-smi'
    readonly link: 'NVLink' | 'xGMI'
    /** "GPU5", "5": for nvidia-smi -i. */
    readonly indices: readonly number[]
    /** What the measurement of this host says to it, when there is one. */
    readonly reached?: Reached & {
      readonly asFound: number
      readonly accountsFor: boolean
      /** The least that a healthy machine shows there. */
      readonly low: number
    }
  }
  'p2p-unavailable': { readonly gpu: string; readonly host?: string; readonly gpus: number }
  'insufficient-evidence': { readonly wanted: readonly CollectId[] }
}

export type RuleId = keyof FindingValues

export interface FindingText<Values> {
  /** One sentence that stands alone. */
  title(values: Values, print: Print): string
  /** The cause in a few words, for the headline: "GPU5 has lost 4 of its 12 NVLinks". Absent: the title serves. */
  cause?(values: Values, print: Print): string
  /** How we know, and what it costs. */
  detail(values: Values, print: Print): string
  /** What to do, the cheapest first; commands that exist. */
  actions(values: Values, print: Print): readonly string[]
  /** How to check that it helped. */
  verify?(values: Values, print: Print): string
}

export type FindingTexts = { readonly [Id in RuleId]: FindingText<FindingValues[Id]> }
