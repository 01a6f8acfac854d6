/** What the findings about the network need, as NCCL's log tells it. Rates in bytes/s. */

/** What says that a faster network was meant to be there. */
export type FasterSign = 'device' | 'interface' | 'plugin' | 'setting' | 'port' | 'other-host'

export interface RailEndNamed {
  readonly host: string
  readonly nic: string
  readonly rank: number
}

export interface NetworkFindings {
  'tcp-fallback': {
    /** Empty where the lines name none. */
    readonly hosts: readonly string[]
    readonly nodes: 'several' | 'unknown'
    readonly interfaces: readonly string[]
    readonly sign?: FasterSign
    readonly signName?: string
    /** "NCCL_IB_DISABLE=1" */
    readonly forcedBy?: string
  }
  'net-plugin-missing': {
    readonly fabric: 'efa' | 'slingshot' | 'tcpx'
    /** What says so: "FI_PROVIDER=efa", "hsn0". */
    readonly sign: string
    /** It was found, but did not start. */
    readonly failed: boolean
    readonly hosts: readonly string[]
  }
  'rdma-userspace-missing': {
    readonly hosts: readonly string[]
    readonly problem: 'libibverbs-missing' | 'no-device' | 'open-failed'
    /** "mlx5_0" */
    readonly device?: string
    readonly sign: FasterSign
    readonly signName: string
  }
  'gdr-missing': {
    /** "IB", "AWS Libfabric" */
    readonly network: string
    readonly connections: number
    readonly hosts: readonly string[]
    readonly why: 'setting' | 'module' | 'unknown'
    readonly setting?: string
    readonly nic?: string
  }
  'gdr-asymmetric': {
    /** The host without. */
    readonly host: string
    readonly others: readonly string[]
    /** Lines of connections. */
    readonly without: number
    readonly with: number
    readonly from: number
    readonly to: number
    /** Which end of the connection lacks it. */
    readonly lacks: 'send' | 'receive'
  }
  'nic-subset': {
    readonly host: string
    readonly used: readonly string[]
    readonly unused: readonly string[]
    readonly listed: number
    readonly ranks: number
  }
  'nic-list-differs': {
    /** Hosts with fewer NICs than most; empty where only NCCL's own warning says so. */
    readonly fewer: readonly string[]
    readonly usual: number
    readonly fewest: number
    readonly usualHosts: number
    /** Of the first of them, by name. */
    readonly missing: readonly string[]
  }
  'socket-interface-ambiguous': {
    readonly hosts: readonly string[]
    readonly virtual: readonly string[]
    readonly real: readonly string[]
  }
  'group-placement': {
    /** Of each group. */
    readonly ranks: number
    /** Of a host. */
    readonly gpus: number
    readonly hosts: readonly string[]
    /** Groups of this size that span hosts, and that do not. */
    readonly spanning: number
    readonly inside: number
  }
  'rail-isolation': {
    /** Connections whose ends lie on different rails, of all between hosts with both ends in the logs. */
    readonly crossing: number
    readonly of: number
    readonly from: RailEndNamed
    readonly to: RailEndNamed
    readonly nodes: number
    /** Exactly the NICs of such connections got no answer. */
    readonly unanswered: boolean
    /** "NCCL_CROSS_NIC=1" */
    readonly setting?: string
  }
  'same-host-over-network': {
    /** Both ends have one host name; a communicator counts more nodes than hosts; containers that may share a host. */
    readonly why: 'same-name' | 'more-nodes' | 'containers'
    readonly hosts: readonly string[]
    readonly connections: number
    readonly network: string
    readonly nodes?: number
    /** Places of the GPUs on the PCIe bus. */
    readonly buses?: readonly string[]
  }
  'ib-completion-error': {
    /** IBV_WC_* */
    readonly status: number
    readonly vendor?: number
    readonly hosts: readonly string[]
    readonly peers: readonly string[]
    readonly nics: readonly string[]
    readonly times: number
  }
}
