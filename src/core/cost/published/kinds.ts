/** Kinds of machines that published numbers are about. A GPU with fewer links than its siblings makes it another kind. */
import type { MachineFacts } from '../../machine/facts.ts'

type Kind = (facts: MachineFacts) => boolean

interface Wanted {
  readonly inside: MachineFacts['inside']
  readonly capability?: readonly [from: number, below: number]
  readonly links?: number
  readonly gpus?: number
  /** GPU models by their id in gpus.ts. */
  readonly model?: RegExp
}

export const kind =
  ({ inside, capability, links, gpus, model }: Wanted): Kind =>
  (facts) => {
    const sm = facts.gpu.computeCapability ?? 0
    return (
      facts.inside === inside &&
      (!capability || (sm >= capability[0] && sm < capability[1])) &&
      (links === undefined || facts.gpuLinks.every((count) => count === links)) &&
      (gpus === undefined || facts.gpus === gpus) &&
      (!model || model.test(facts.gpu.id))
    )
  }

/** So many NICs a node, each sold at this rate and under a PCIe switch (or Grace's) of a GPU. */
export const withNics =
  (is: Kind, count: number, gigabits: number): Kind =>
  (facts) =>
    is(facts) &&
    facts.nics.length === count &&
    facts.nics.every(
      ({ rawBandwidth, path }) =>
        Math.round((rawBandwidth * 8) / 1e9) === gigabits &&
        (path === 'PIX' || path === 'PXB' || path === 'P2C'),
    )

const volta = [70, 75] as const
const ampere = [80, 86] as const
const hopper = [90, 100] as const
const blackwell = [100, 110] as const

export const v100CubeMesh = kind({ inside: 'nvlink-mesh', capability: volta, links: 6, gpus: 8 })
export const a100Switch = kind({ inside: 'nvswitch', capability: ampere, links: 12, gpus: 8 })
export const a800Switch = kind({ inside: 'nvswitch', capability: ampere, links: 8, gpus: 8 })
export const hopperSwitch = kind({ inside: 'nvswitch', capability: hopper, links: 18, gpus: 8 })
export const h800Switch = kind({ inside: 'nvswitch', capability: hopper, links: 8, gpus: 8 })
export const blackwellSwitch = kind({ inside: 'nvswitch', capability: blackwell, links: 18, gpus: 8 })
export const blackwellDomain = kind({ inside: 'nvswitch', capability: blackwell, links: 18, gpus: 72 })
export const mi300xMesh = kind({ inside: 'xgmi-mesh', model: /^MI300X/, links: 7, gpus: 8 })
export const mi325xMesh = kind({ inside: 'xgmi-mesh', model: /^MI325X/, links: 7, gpus: 8 })
export const h100Pair = kind({ inside: 'nvlink-mesh', capability: hopper, links: 12, gpus: 2 })
/** Cards whose driver denies peer-to-peer, so that all goes through host memory. */
export const geforce = (model: RegExp, gpus: number): Kind => kind({ inside: 'pcie', model, gpus })
