/** What the findings about the paths inside a host need, as NCCL's log tells them. Rates in bytes/s. */

export interface PathFindings {
  'p2p-forced-off': {
    readonly name: string
    readonly value: string
    readonly hosts: readonly string[]
    /** The files show NVLink. */
    readonly nvlink: boolean
    /** The driver denies peer-to-peer between these GPUs anyway. */
    readonly denied: boolean
    /** Connections through shared memory that the log shows. */
    readonly shared: number
  }
  'nvlink-unused': {
    readonly host?: string
    readonly shared: number
    readonly of: number
    /** Without connections in the files: the farthest path of NCCL's rings inside the node, "SYS". */
    readonly ring?: string
    /** What a GPU's NVLinks carry. */
    readonly link?: number
  }
  'p2p-asymmetric': {
    readonly host?: string
    readonly pairs: number
    /** The direction without peer-to-peer. */
    readonly from: number
    readonly to: number
    readonly by: 'connections' | 'driver'
  }
  'shm-too-small': {
    readonly hosts: readonly string[]
    /** That said so; 0: only df shows how small it is. */
    readonly processes: number
    readonly bytes?: number
  }
  'graph-search-failed': {
    readonly hosts: readonly string[]
    readonly pattern: number
    readonly nvlink: boolean
  }
  'few-channels': {
    readonly channels: number
    readonly ranks: number
    readonly nodes: 'one' | 'several'
  }
  'nvls-unavailable': {
    readonly hosts: readonly string[]
    /** NCCL says that it is not available; else it only counts no channels for it. */
    readonly refused: boolean
  }
  'mnnvl-unavailable': {
    readonly nodes: number
    readonly ranks: number
    readonly setting?: string
  }
  'vm-topology-missing': {
    readonly hosts: readonly string[]
    readonly bridges: number
    readonly rate: number
    /** NCCL_TOPO_FILE that is set all the same. */
    readonly file?: string
  }
  'amd-p2p-env': {
    readonly lacks: 'fine-grain' | 'iommu' | 'numa-balancing'
    readonly hosts: readonly string[]
  }
}
