/**
 * An AMD EPYC with one NUMA node a socket (NPS1) whose GPUs talk through host memory: the memory of a socket is then
 * spread over all its channels and dies. Info; a warning where a measurement is low. Source: nccl-tests #293 #307;
 * docs/diagnosis.md, What a host's tools tell.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { factsOf, hosts } from '../../analysis/hosts.ts'
import { judged } from '../../analysis/judged.ts'
import { localEdges } from '../../analysis/local-edges.ts'
import { gpuFromDeviceName } from '../../machine/gpus.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

export interface NumaNpsValues extends OfHost {
  readonly cpu: string
  readonly numaNodes: number
  readonly sockets: number
  readonly sharedMemory: boolean
}

export const numaNps = rule({
  id: 'numa-nps',
  needs: ['host-facts'],
  sources: ['AMD EPYC tuning guides: NUMA nodes per socket', 'nccl-tests #307'],
  check(facts): readonly Found<NumaNpsValues>[] {
    const shared = localEdges(facts).find(({ transport }) => transport.kind === 'shm')
    const denied = evidenceOf(facts, 'benchmark')
      .flatMap(({ devices }) => devices)
      .find(({ name }) => gpuFromDeviceName(name)?.peerToPeer === false)
    const low = judged(facts).some(({ grade }) => grade === 'low' || grade === 'bad')
    return hosts(facts).flatMap((host) => {
      const [cpu] = factsOf(host, 'cpu')
      const { vendor, sockets, numaNodes, model, virtualised = false, place } = cpu ?? {}
      if (!place || vendor !== 'amd' || !/EPYC/i.test(model ?? '') || virtualised) return []
      if (sockets === undefined || numaNodes === undefined || numaNodes > sockets) return []
      if (!shared && !denied) return []
      return [
        {
          severity: low ? 'warning' : 'info',
          confidence: 'possible',
          ...(host.name === undefined ? {} : { subject: host.name }),
          concerns: runsOf(facts, [host.name]),
          values: {
            ...(host.name === undefined ? {} : { host: host.name }),
            cpu: model ?? '',
            numaNodes,
            sockets,
            sharedMemory: shared !== undefined,
          },
          evidence: [place, ...(shared ? [shared.place] : []), ...(denied ? [denied.place] : [])],
        },
      ]
    })
  },
})
