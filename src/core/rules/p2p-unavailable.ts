/**
 * The driver denies peer-to-peer between these GPUs (GeForce since Ada): NCCL copies through host memory (SHM), and a
 * close pair can be slower than a far one, since both directions share its switch. Source: nccl #1086, #1309.
 */
import { computed, evidenceOf } from '../analysis/facts.ts'
import { groupBy } from '../base/group-by.ts'
import { gpuFromDeviceName } from '../topology/gpus.ts'
import { rule } from './rule.ts'

const devicesWithoutP2p = computed((facts) => {
  const devices = evidenceOf(facts, 'benchmark').flatMap((benchmark) => benchmark.devices)
  const denied = devices.flatMap((device) => {
    const model = gpuFromDeviceName(device.name)
    return model && !model.peerToPeer ? [{ device, model }] : []
  })
  return groupBy(denied, ({ device, model }) => JSON.stringify([device.host, model.id]))
})

export const p2pUnavailable = rule({
  id: 'p2p-unavailable',
  needs: ['benchmark'],
  check: (facts) =>
    [...devicesWithoutP2p(facts).values()].flatMap((its) => {
      const [first] = its
      const gpus = new Set(its.map(({ device }) => device.device)).size
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
    }),
})
