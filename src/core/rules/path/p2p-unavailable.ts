/**
 * The driver denies peer-to-peer between these GPUs (GeForce since Ada): NCCL copies through host memory (SHM), and a
 * close pair can be slower than a far one, since both directions share its switch. What is seen beats the model's name: drivers have
 * offered it for a while, and patched ones do; so a log with P2P, or a run without a row, says nothing of it. Source: nccl #1086, #1309.
 */
import { computed, evidenceOf, type Facts } from '../../analysis/facts.ts'
import { factsOf, hosts } from '../../analysis/hosts.ts'
import { localEdges } from '../../analysis/local-edges.ts'
import { groupBy } from '../../base/group-by.ts'
import type { Benchmark } from '../../evidence/benchmark.ts'
import { gpuFromDeviceName } from '../../machine/gpus.ts'
import { type Found, rule } from '../rule.ts'

const devicesWithoutP2p = computed((facts) => {
  const isSeenWorking = localEdges(facts).some(({ transport }) => transport.kind === 'p2p')
  const devices = evidenceOf(facts, 'benchmark').flatMap((benchmark) =>
    isSeenWorking || hung(benchmark) ? [] : benchmark.devices,
  )
  const denied = devices.flatMap((device) => {
    const model = gpuFromDeviceName(device.name)
    return model && !model.peerToPeer ? [{ device, model }] : []
  })
  return groupBy(denied, ({ device, model }) => JSON.stringify([device.host, model.id]))
})

/** The header of the columns and no row: peer-to-peer that was offered and does not work looks so too. */
const hung = ({ header, rows }: Benchmark): boolean => header !== undefined && rows.length === 0

export interface P2pUnavailableValues {
  readonly gpu: string
  readonly host?: string
  readonly gpus: number
}

export const p2pUnavailable = rule({
  id: 'p2p-unavailable',
  needs: [['benchmark', 'host-facts']],
  sources: ['nccl #1086 #1309', 'nccl-tests #307'],
  check: (facts): readonly Found<P2pUnavailableValues>[] => [...byModel(facts), ...byDriver(facts)],
})

/** `nvidia-smi topo -p2p`: no pair of the host may; where some may, the rest is how the host is built. */
function byDriver(facts: Facts): readonly Found<P2pUnavailableValues>[] {
  if (byModel(facts).length > 0) return []
  return hosts(facts).flatMap((host) => {
    const pairs = factsOf(host, 'peer-access')
    const [first] = pairs
    if (!first || pairs.some(({ status }) => status === 'OK' || status === 'U')) return []
    const named = factsOf(host, 'gpu')[0]?.name ?? factsOf(host, 'nvlink')[0]?.name ?? 'GPU'
    return [
      {
        severity: 'info',
        confidence: 'certain',
        ...(host.name === undefined ? {} : { subject: host.name }),
        values: {
          gpu: named,
          ...(host.name === undefined ? {} : { host: host.name }),
          gpus: new Set(pairs.map(({ from }) => from)).size,
        },
        evidence: [first.place],
      },
    ]
  })
}

const byModel = (facts: Facts): readonly Found<P2pUnavailableValues>[] =>
  [...devicesWithoutP2p(facts).values()].flatMap((alike) => {
    const [first] = alike
    const gpus = new Set(alike.map(({ device }) => device.device)).size
    if (!first || gpus < 2) return []
    return [
      {
        severity: 'info',
        confidence: 'certain',
        subject: first.device.host,
        values: { gpu: first.model.title, host: first.device.host, gpus },
        evidence: [first.device.place],
      },
    ]
  })
