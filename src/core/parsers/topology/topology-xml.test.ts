/** Topology files as NCCL reads them: rates, paths, matrices; broken ones; samples, and those at hand beside the repository. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shared } from '../../../../test/shared.ts'
import { readText } from '../../diagnose/text-input.fixtures.ts'
import type { GraphXml, TopologyXml } from '../../evidence/topology-xml.ts'
import { machineFacts } from '../../machine/facts.ts'
import { pathBetween } from '../../machine/path.ts'

const sample = (name: string) =>
  readFileSync(new URL(`../../../../samples/host-topology/${name}`, import.meta.url), 'utf8')
const topologyIn = async (text: string, name = 'topo.xml'): Promise<TopologyXml | undefined> =>
  (await readText(text, name)).evidence.find((evidence) => evidence.kind === 'topology-xml')

test('the sample: links, NICs, rates and paths as NCCL counts them', async () => {
  const topology = await topologyIn(sample('nccl-topo.xml'))
  if (!topology) throw new Error('not read')
  const { machine, gpus, nics } = topology
  expect(gpus.map(({ links, rank }) => [rank, links])).toEqual([
    [0, 12],
    [1, 12],
    [2, 12],
    [3, 8],
  ])
  expect(nics.map(({ name, rate }) => [name, rate])).toEqual([
    ['mlx5_0', 25e9],
    ['mlx5_1', 25e9],
  ])
  expect(machineFacts(machine)).toMatchObject({ gpus: 4, inside: 'nvswitch', gpuLinks: [12, 12, 12, 8] })
  expect(pathBetween(machine, 'GPU0', 'GPU1')).toMatchObject({ type: 'NVL', bandwidth: 240e9 })
  // The weak GPU bounds the way to it.
  expect(pathBetween(machine, 'GPU0', 'GPU3')).toMatchObject({ type: 'NVL', bandwidth: 160e9 })
  expect(pathBetween(machine, 'GPU0', 'NIC0')).toMatchObject({ type: 'PIX', bandwidth: 24e9 })
  expect(pathBetween(machine, 'GPU0', 'NIC1')).toMatchObject({ type: 'SYS', bandwidth: 16e9 })
})

test('one GPU with fewer NVLinks in a dump is found, with its line', async () => {
  const { evidence } = await readText(sample('nccl-topo.xml'), 'topo.xml')
  expect(evidence.map(({ kind }) => kind)).toEqual(['topology-xml', 'topo-matrix'])
})

test('graph files', async () => {
  const { evidence } = await readText(sample('nccl-graph.xml'), 'graph.xml')
  const [graph] = evidence.filter((evidence): evidence is GraphXml => evidence.kind === 'graph-xml')
  expect(
    graph?.graphs.map(({ id, channels, insideRate, inside }) => [id, channels, insideRate, inside]),
  ).toEqual([
    [0, 2, 12e9, 'NVL'],
    [3, 0, 0, 'LOC'],
  ])
  expect(graph?.graphs[0]?.orders).toEqual([
    [0, 1, 2, 3],
    [0, 3, 2, 1],
  ])
})

const BROKEN = [
  '<system>',
  '<system version="1"><cpu',
  '<system><<<>',
  '<system>&bomb;</system>',
  `<system>${'<pci>'.repeat(5000)}`,
]

test('broken files crash nothing, and give no GPU', async () => {
  for (const text of BROKEN) {
    const { evidence, notes } = await readText(text, 'topo.xml')
    expect(evidence.flatMap((evidence) => (evidence.kind === 'topology-xml' ? evidence.gpus : []))).toEqual(
      [],
    )
    expect(notes.filter(({ id }) => id === 'parser-failed' || id === 'input-unreadable')).toEqual([])
  }
})

/** Samples, and files that others made where they are at hand. */
const ownPath = (name: string) => fileURLToPath(new URL(`../../../../samples/${name}`, import.meta.url))
const folder = shared('data', 'nccl')
const others = folder ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : []
const files = [
  'topology-frame/nccl-topo.xml',
  'topology-xgmi/rccl-topo.xml',
  'host-topology/nccl-topo.xml',
  'host-topology/nccl-graph.xml',
].map(ownPath)
const mi300x = [
  ownPath('topology-xgmi/rccl-topo.xml'),
  shared('data', 'nccl', 'topo_rccl_topo_8p_940.xml') ?? [],
]
const frames = [
  ownPath('topology-frame/nccl-topo.xml'),
  shared('data', 'nccl', 'topo_aws_p4d.24xlarge_a100.xml') ?? [],
]
const titled = (paths: readonly string[]) => paths.map((path) => ({ path, name: basename(path) }))

test.each(titled([...files, ...others.map((name) => join(folder ?? '', name))]))(
  '$name is read',
  async ({ path, name }) => {
    const { evidence, notes, inputs } = await readText(readFileSync(path, 'utf8'), name)
    expect(inputs[0]?.formats).toEqual([/graph/.test(name) ? 'graph-xml' : 'topology-xml'])
    expect(evidence.length).toBeGreaterThan(0)
    expect(notes).toEqual([])
  },
)

test.each(titled(mi300x.flat()))('MI300X: seven xGMI links each, 48 GB/s a link: $name', async ({ path }) => {
  const topology = await topologyIn(readFileSync(path, 'utf8'))
  expect(topology?.library).toBe('RCCL')
  expect(topology?.gpus.map(({ links }) => links)).toEqual(Array(8).fill(7))
  expect(topology && machineFacts(topology.machine)).toMatchObject({
    inside: 'xgmi-mesh',
    gpuLinkBandwidth: 48e9,
  })
})

test.each(titled(frames.flat()))('a skeleton, with NICs beside their GPUs: $name', async ({ path }) => {
  const topology = await topologyIn(readFileSync(path, 'utf8'))
  expect(topology).toMatchObject({ skeleton: true, library: 'NCCL' })
  expect(topology?.gpus).toHaveLength(8)
  expect(topology && pathBetween(topology.machine, 'GPU0', 'NIC0')?.type).toBe('PIX')
})
