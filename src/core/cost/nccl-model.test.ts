import { describe, expect, test } from 'vitest'
import type { NcclGraph, NcclInputs, TunedCollective } from './nccl-inputs.ts'
import { launchOf } from './nccl-launch.ts'
import { candidates, choose, connectedChannels, timeOf } from './nccl-model.ts'
import type { NcclAlgorithm, NcclProtocol } from './nccl-tables.ts'

const graph = (channels: number, bwIntra: number, bwInter = bwIntra): NcclGraph => ({
  channels,
  bwIntra,
  bwInter,
  typeIntra: 'NVL',
  typeInter: 'PIX',
  latencyInter: 0,
  sameChannels: false,
  plainTree: false,
})

/** Two nodes with one GPU each over 10 Gb/s sockets, whose table NCCL 2.29.7 printed. */
const sockets: NcclInputs = {
  ranks: 2,
  nodes: 2,
  computeCapability: 80,
  mixedGpus: false,
  cpu: 'intel',
  nvSwitch: false,
  nvls: false,
  collNet: false,
  graphs: {
    ring: { ...graph(2, 1.2), sameChannels: true, typeInter: 'PHB' },
    tree: { ...graph(2, 2.4, 1.2), plainTree: true, typeInter: 'PHB' },
  },
}

const dgxA100: NcclInputs = {
  ...sockets,
  ranks: 8,
  nodes: 1,
  cpu: 'amd',
  nvSwitch: true,
  graphs: { ring: graph(12, 20), tree: graph(12, 20) },
}

const dgxH100: NcclInputs = {
  ...dgxA100,
  computeCapability: 90,
  cpu: 'intel',
  nvls: true,
  graphs: { ring: graph(12, 30), tree: graph(12, 30), nvls: graph(8, 40, 60) },
}

function candidate(
  inputs: NcclInputs,
  collective: TunedCollective,
  algorithm: NcclAlgorithm,
  protocol: NcclProtocol,
) {
  return candidates(collective, inputs).find(
    (line) => line.algorithm === algorithm && line.protocol === protocol,
  )
}

describe('the table that NCCL 2.29.7 printed for two nodes with one GPU each over sockets', () => {
  test.each([
    ['all_reduce', 'Ring', 'LL', 16.6, 1.2],
    ['all_reduce', 'Ring', 'Simple', 36.4, 2.4],
    ['all_gather', 'Ring', 'LL', 11.6, 2.4],
    ['reduce_scatter', 'Ring', 'Simple', 22.4, 4.8],
    ['broadcast', 'Ring', 'LL', 9.3, 1.2],
    ['broadcast', 'Ring', 'Simple', 22.4, 2.4],
    ['all_reduce', 'Tree', 'LL', 16.8, 0.5],
    ['all_reduce', 'Tree', 'Simple', 36.4, 1.9],
    ['all_gather', 'PAT', 'Simple', 17.6, 3.6],
  ] as const)('%s %s %s: %d us, %d GB/s', (collective, algorithm, protocol, latency, bandwidth) => {
    const line = candidate(sockets, collective, algorithm, protocol)
    expect(line?.latency.toFixed(1)).toBe(latency.toFixed(1))
    expect(line?.bandwidth.toFixed(1)).toBe(bandwidth.toFixed(1))
  })
})

describe('which algorithms and protocols a job may use', () => {
  test('broadcast and reduce are ring only; LL128 needs a NIC under a switch', () => {
    expect(candidates('broadcast', sockets).map((line) => `${line.algorithm} ${line.protocol}`)).toEqual([
      'Ring LL',
      'Ring Simple',
    ])
    expect(candidates('broadcast', dgxA100).map((line) => line.protocol)).toEqual(['LL', 'LL128', 'Simple'])
  })

  test('PAT only with one GPU a node, NVLS only from Hopper on, NVLSTree only between nodes', () => {
    expect(candidate(dgxA100, 'all_gather', 'PAT', 'Simple')).toBeUndefined()
    expect(candidate(dgxA100, 'all_reduce', 'NVLS', 'Simple')).toBeUndefined()
    expect(candidate(dgxH100, 'all_reduce', 'NVLS', 'Simple')).toBeDefined()
    expect(candidate(dgxH100, 'all_reduce', 'NVLSTree', 'Simple')).toBeUndefined()
    expect(candidate({ ...dgxH100, nodes: 2, ranks: 16 }, 'all_reduce', 'NVLSTree', 'Simple')).toBeDefined()
    expect(candidate({ ...dgxH100, nodes: 2, ranks: 16 }, 'all_reduce', 'NVLS', 'Simple')).toBeUndefined()
  })

  test('CollNet needs SHARP to be turned on', () => {
    const collNet = { ...dgxA100.graphs, collNetDirect: graph(8, 24), collNetChain: graph(8, 24) }
    const off: NcclInputs = { ...dgxA100, ranks: 32, nodes: 4, graphs: collNet }
    expect(candidate(off, 'all_reduce', 'CollNetDirect', 'Simple')).toBeUndefined()
    const direct = candidate({ ...off, collNet: true }, 'all_reduce', 'CollNetDirect', 'Simple')
    // 2(1 x 3.7 + 7 x 0.4) + 31; 8 x 24 with a NIC a GPU, halved to algbw.
    expect(direct?.latency).toBeCloseTo(44)
    expect(direct?.bandwidth).toBeCloseTo(96)
    const chain = candidate({ ...off, collNet: true }, 'all_reduce', 'CollNetChain', 'Simple')
    expect(chain?.latency).toBeCloseTo(2 * 7 * 2.8 + 30)
  })

  test('nothing to choose for one rank, or for what cannot run', () => {
    expect(choose('all_reduce', 8, { ...dgxA100, ranks: 1 })).toBeUndefined()
    expect(choose('all_reduce', 8, dgxA100, { algorithm: 'NVLS' })).toBeUndefined()
  })
})

describe('the choice', () => {
  test('one H100 node: LL for small sizes, NVLS for large ones', () => {
    expect(choose('all_reduce', 8, dgxH100)).toMatchObject({ protocol: 'LL' })
    expect(choose('all_reduce', 2 ** 34, dgxH100)).toMatchObject({ algorithm: 'NVLS', protocol: 'Simple' })
    expect(choose('all_gather', 2 ** 34, dgxH100)).toMatchObject({ algorithm: 'Ring', protocol: 'Simple' })
  })

  test('DGX A100: ring takes over from tree at 16 MiB on 2 nodes, 64 MiB on 8, 2 GiB on 64', () => {
    const crossover = (nodes: number) => {
      const tree = graph(8, 30, 24)
      const inputs: NcclInputs = { ...dgxA100, nodes, ranks: 8 * nodes, graphs: { ring: graph(8, 24), tree } }
      const sizes = Array.from({ length: 32 }, (_, power) => 2 ** (power + 3))
      return sizes.findLast((bytes) => choose('all_reduce', bytes, inputs)?.algorithm === 'Tree')
    }
    expect(crossover(2)).toBe(2 ** 23)
    expect(crossover(8)).toBe(2 ** 25)
    expect(crossover(64)).toBe(2 ** 30)
  })

  test('the chosen one is the fastest of all candidates', () => {
    for (const bytes of [8, 2 ** 16, 2 ** 20, 2 ** 26, 2 ** 33]) {
      const times = candidates('all_reduce', dgxH100).map((line) =>
        timeOf('all_reduce', line, bytes, dgxH100),
      )
      expect(choose('all_reduce', bytes, dgxH100)?.seconds).toBe(Math.min(...times))
    }
  })
})

test('channels are doubled when they are connected, once more for few wide ones between Hopper nodes', () => {
  expect(connectedChannels(dgxA100)).toBe(24)
  expect(connectedChannels({ ...dgxH100, nodes: 2, graphs: { ...dgxH100.graphs, ring: graph(4, 48) } })).toBe(
    16,
  )
})

test('small operations use fewer channels, then fewer threads', () => {
  expect(launchOf('Ring', 'Simple', 2 ** 30, dgxA100)).toEqual({ channels: 24, threads: 512 })
  // 24 channels x 512 threads x 64 bytes are 768 KiB; at 256 KiB there is enough for 8.
  expect(launchOf('Ring', 'Simple', 2 ** 18, dgxA100)).toEqual({ channels: 8, threads: 512 })
  expect(launchOf('Ring', 'LL', 8, dgxA100)).toEqual({ channels: 1, threads: 64 })
  expect(launchOf('Ring', 'LL128', 2 ** 30, dgxA100).threads).toBe(640)
  expect(launchOf('Ring', 'Simple', 2 ** 30, sockets).threads).toBe(256)
  expect(launchOf('NVLS', 'Simple', 2 ** 34, dgxH100).channels).toBe(8)
})
