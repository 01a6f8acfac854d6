/**
 * A setting turns peer-to-peer off: NCCL then copies through shared memory, NVLink lies idle. NCCL logs NCCL_P2P_DISABLE=1
 * as NCCL_P2P_LEVEL LOC. An error where the files show NVLink; a warning where the GPUs could have it; info where the
 * driver denies peer-to-peer anyway. Source: nccl-tests #228.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { localEdges } from '../../analysis/local-edges.ts'
import { nvlinkOn } from '../../analysis/nvlink-seen.ts'
import { settings } from '../../analysis/settings.ts'
import { gpuFromDeviceName } from '../../machine/gpus.ts'
import { type Found, rule } from '../rule.ts'

const isOff = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  (name === 'NCCL_P2P_DISABLE' && /^\s*[1-9]/.test(value)) ||
  (name === 'NCCL_P2P_LEVEL' && /^\s*(?:LOC|0)\s*$/i.test(value))

export interface P2pForcedOffValues {
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

export const p2pForcedOff = rule({
  id: 'p2p-forced-off',
  needs: [['nccl-log', 'host-facts', 'benchmark']],
  sources: ['nccl-tests #228', 'NCCL user guide, NCCL_P2P_LEVEL'],
  check(facts): readonly Found<P2pForcedOffValues>[] {
    const off = settings(facts).filter(isOff)
    const [first] = off
    if (!first) return []
    const names = evidenceOf(facts, 'benchmark').flatMap(({ devices }) => devices.map(({ name }) => name))
    const denied = names.length > 0 && names.every((name) => gpuFromDeviceName(name)?.peerToPeer === false)
    const nvlink = nvlinkOn(facts, first.host)
    const shared = localEdges(facts).filter(({ transport }) => transport.kind === 'shm')
    const hosts = [...new Set(off.flatMap(({ host }) => (host === undefined ? [] : [host])))]
    return [
      {
        severity: denied ? 'info' : nvlink ? 'error' : 'warning',
        confidence: nvlink ? 'certain' : 'likely',
        concerns: [...hosts, ...runsOf(facts, [undefined])],
        values: {
          name: first.name,
          value: first.value,
          hosts,
          nvlink: nvlink !== undefined,
          denied,
          shared: shared.reduce((sum, { lines }) => sum + lines, 0),
        },
        evidence: [
          ...off.map(({ place }) => place).slice(0, 2),
          ...shared.map(({ place }) => place).slice(0, 1),
          ...(nvlink ? [nvlink] : []),
        ],
        ...(denied
          ? {}
          : { explains: ['nvlink-unused', 'bandwidth-below-expected', 'collectives-disagree'] }),
      },
    ]
  },
})
