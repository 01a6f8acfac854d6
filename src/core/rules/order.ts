/**
 * Every rule, by its file: `<group>/<id>`. The order is that in which what is in order is listed, and in which a cause is
 * sought; findings are sorted by how loud they are. A new rule is one line here: `npm run generate` then writes the
 * indexes that import it (rules/index.ts, messages/{en,zh}/rules/index.ts) and its page in the docs.
 */
export const ORDER = [
  'number/single-rank',
  'number/wrong-results',
  'number/number-is-healthy',
  'number/share-of-limit',
  'number/bandwidth-below-expected',
  'number/sweep-not-saturated',
  'number/average-misread',
  'number/busbw-above-link',
  'number/latency-bound',
  'number/size-dip',
  'number/size-collapse',
  'number/constant-time',
  'number/tail-latency',
  'number/collectives-disagree',
  'number/test-proves-less',
  'number/changed-since-baseline',
  'fabric/slow-node',
  'machine/gpu-asymmetry',
  'path/rail-isolation',
  'fabric/ib-completion-error',
  'failure/collective-mismatch',
  'failure/out-of-memory',
  'failure/memory-not-registered',
  'failure/network-unreachable',
  'failure/launcher-failed',
  'failure/nccl-gave-up',
  'failure/hang',
  'failure/p2p-hang',
  'failure/peer-lost',
  'failure/run-aborted',
  'failure/unexplained-warning',
  'path/shm-too-small',
  'path/p2p-asymmetric',
  'settings/version-mismatch',
  'path/net-plugin-missing',
  'path/rdma-userspace-missing',
  'path/tcp-fallback',
  'path/gdr-asymmetric',
  'path/gdr-missing',
  'path/group-placement',
  'path/same-host-over-network',
  'path/nic-list-differs',
  'path/nic-subset',
  'path/socket-interface-ambiguous',
  'path/p2p-forced-off',
  'path/nvlink-unused',
  'path/graph-search-failed',
  'path/few-channels',
  'path/nvls-unavailable',
  'path/mnnvl-unavailable',
  'machine/vm-topology-missing',
  'path/amd-p2p-env',
  'machine/cpu-binding',
  'path/nic-far',
  'path/cross-socket-path',
  'path/p2p-unavailable',
  'path/acs-redirect',
  'path/iommu-translated',
  'machine/pcie-downtrained',
  'machine/nvlink-down',
  'machine/nvlink-errors',
  'machine/gpu-error',
  'machine/pcie-errors',
  'machine/gpu-throttled',
  'machine/gpu-shared-by-ranks',
  'job/busy-waiting',
  'machine/nic-degraded',
  'machine/nic-link-drops',
  'machine/host-asymmetry',
  'machine/numa-nps',
  'machine/irq-affinity',
  'fabric/roce-congestion',
  'fabric/single-qp-bond',
  'fabric/mtu-mismatch',
  'fabric/routing-collision',
  'settings/buffsize-too-small',
  'settings/stale-config-file',
  'settings/env-override',
  'settings/env-unknown',
  'settings/env-not-propagated',
  'number/insufficient-evidence',
] as const

type FileOf = (typeof ORDER)[number]

/** "number", "path" …: the folders of rules. */
export type RuleGroup = FileOf extends `${infer Group}/${string}` ? Group : never

/** "gdr-asymmetric": the stable name of a rule. */
export type RuleId = IdIn<FileOf>
type IdIn<File> = File extends `${string}/${infer Id}` ? Id : never

const parts = ORDER.map((file) => file.split('/') as [RuleGroup, RuleId])

/** The groups, in the order of their first rule. */
export const RULE_GROUPS: readonly RuleGroup[] = [...new Set(parts.map(([group]) => group))]

const groups = new Map(parts.map(([group, id]) => [id, group]))

/** The folder of a rule. */
export function groupOf(id: RuleId): RuleGroup {
  const group = groups.get(id)
  if (group === undefined) throw new Error(`${id} is not in rules/order.ts`)
  return group
}
