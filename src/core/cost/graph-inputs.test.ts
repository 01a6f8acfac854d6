import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GiB } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import { withNodes } from '../machine/edits.ts'
import { machineNamed } from '../machine/named.ts'
import { ncclInputs } from './graph-inputs.ts'
import { jobOf } from './job.ts'
import type { NcclGraph, NcclInputs, TunedCollective } from './nccl-inputs.ts'
import { choose } from './nccl-model.ts'

function inputsOf(name: string, nodes = 1, ranksPerNode?: number): NcclInputs {
  const machine = machineNamed(name)
  if (!machine.ok) throw new Error(name)
  const job = jobOf(withNodes(machine.value, nodes), ranksPerNode === undefined ? {} : { ranksPerNode })
  const inputs = job.ok ? ncclInputs(job.value) : undefined
  if (!inputs) throw new Error(`${name}: no model`)
  return inputs
}

const shown = (graph: NcclGraph | undefined) =>
  graph &&
  `${graph.channels} x ${graph.bwIntra === graph.bwInter ? graph.bwIntra : `${graph.bwIntra}/${graph.bwInter}`}`

const busbw = (collective: TunedCollective, inputs: NcclInputs) => {
  const choice = choose(collective, 16 * GiB, inputs)
  return ((16 * GiB) / (choice?.seconds ?? 0) / 1e9) * busFactor(collective, inputs.ranks)
}

/** Machine, nodes, graphs (ring, tree, NVLS), and busbw of AR, AG, Bcast at 16 GiB, as read by hand from NCCL's sources. */
describe('graphs of common machines', () => {
  test.each([
    ['dgx-1v', 1, '6 x 20', '6 x 20', undefined, 120, 120, 120],
    ['dgx-a100', 1, '12 x 20', '12 x 20', undefined, 240, 240, 240],
    ['hgx-a800', 1, '8 x 20', '8 x 20', undefined, 160, 160, 160],
    ['dgx-h100', 1, '12 x 30', '12 x 30', '8 x 40/60', 476, 360, 360],
    ['hgx-h800', 1, '8 x 20', '8 x 20', '8 x 15/30', 178, 160, 160],
    ['dgx-b200', 1, '16 x 45', '16 x 50', '8 x 80/90', 720, 719, 720],
    ['gb200-nvl72', 1, '16 x 45', '16 x 45', '32 x 20/40', 917, 712, 720],
    ['dgx-a100', 2, '8 x 24', '8 x 30/24', undefined, 192, 192, 192],
    ['dgx-a100', 8, '8 x 24', '8 x 30/24', undefined, 192, 192, 192],
    ['8xA100-SXM4+4x200G', 2, '4 x 24', '4 x 48/24', undefined, 96, 96, 96],
    ['8xA100-SXM4+4x200G', 4, '4 x 24', '4 x 48/24', undefined, 96, 96, 96],
    ['p4de', 2, '4 x 12', '4 x 24/12', undefined, 83, 48, 48],
    ['dgx-h100', 2, '8 x 48', '8 x 48', '8 x 40/48', 461, 383, 383],
    ['dgx-h100', 4, '8 x 48', '8 x 48', '8 x 40/48', 382, 383, 383],
    ['8xV100-SXM2+1x100G', 2, '1 x 12', '1 x 24/12', undefined, 17.3, 12, 12],
    ['8xV100-SXM2+1x100G', 4, '1 x 12', '1 x 24/12', undefined, 12, 12, 12],
  ] as const)('%s x %d', (name, nodes, ring, tree, nvls, allReduce, allGather, broadcast) => {
    const inputs = inputsOf(name, nodes)
    expect([shown(inputs.graphs.ring), shown(inputs.graphs.tree), shown(inputs.graphs.nvls)]).toEqual([
      ring,
      tree,
      nvls,
    ])
    expect(busbw('all_reduce', inputs) / allReduce).toBeCloseTo(1, 1.6)
    expect(busbw('all_gather', inputs) / allGather).toBeCloseTo(1, 1.6)
    expect(busbw('broadcast', inputs) / broadcast).toBeCloseTo(1, 1.6)
  })
})

test('one GPU a node uses one NIC', () => {
  expect(shown(inputsOf('dgx-h100', 2, 1).graphs.ring)).toBe('2 x 24')
  expect(inputsOf('dgx-h100', 2, 1).graphs.tree.plainTree).toBe(true)
})

test('on several nodes a ring never carries more than the NICs or the GPUs', () => {
  const names = ['dgx-a100', 'dgx-h100', 'aws-p4d', '8xA100-SXM4+1x200G', '8xH100-SXM5+16x400G']
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.integer({ min: 2, max: 64 }),
      fc.integer({ min: 1, max: 8 }),
      (name, nodes, perNode) => {
        const machine = machineNamed(name)
        const job = machine.ok ? jobOf(withNodes(machine.value, nodes), { ranksPerNode: perNode }) : undefined
        if (!job?.ok) throw new Error(name)
        const ring = ncclInputs(job.value)?.graphs.ring
        const total = (ring?.channels ?? 0) * (ring?.bwInter ?? 0) * 1e9
        const nics = job.value.nics.reduce((sum, nic) => sum + nic.bandwidth, 0)
        expect(total).toBeGreaterThan(0)
        expect(total).toBeLessThanOrEqual(nics * (1 + 1e-9))
        if (perNode > 1)
          expect(total).toBeLessThanOrEqual((job.value.insideBandwidth * perNode) / (perNode - 1) + 1)
      },
    ),
  )
})
