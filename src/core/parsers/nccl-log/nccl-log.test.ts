import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasNumber } from '../../base/number-set.ts'
import { coresIn } from './graphs.ts'
import { jobLog, logOf, nvSwitch } from './nccl-log.fixtures.ts'
import { ncclLog } from './nccl-log.ts'
import { parseTransport } from './transport.ts'

const sample = (name: string) =>
  logOf(readFileSync(new URL(`../../../../samples/${name}`, import.meta.url), 'utf8'), name)

describe('a job on two hosts', () => {
  const log = logOf(jobLog({ topology: nvSwitch() }))

  test('speakers, versions, networks and NICs', () => {
    expect(new Set(log.speakers.map(({ host }) => host))).toEqual(new Set([undefined, 'gpu-01', 'gpu-02']))
    expect(log.versions).toMatchObject([{ value: '2.21.5+cuda12.4', times: 16, place: { line: 3 } }])
    expect(log.drivers).toMatchObject([{ value: 12040, times: 16 }])
    expect(log.networks).toMatchObject([{ value: 'IB', times: 16 }])
    expect(log.nics[0]?.value.map(({ name }) => name)).toEqual(
      Array.from({ length: 8 }, (_, nic) => `mlx5_${nic}`),
    )
    expect(log.plugins).toMatchObject([{ value: { name: 'libnccl-net.so', state: 'missing' } }])
  })

  test('ranks of the communicator', () => {
    expect(log.communicators).toHaveLength(16)
    expect(log.communicators[9]).toMatchObject({
      rank: 9,
      ranks: 16,
      id: '0x9c8f2b14d7e01a33',
      busId: 'b000',
      cudaDevice: 1,
      nodes: 2,
      localRanks: 8,
      multiNodeNvlink: false,
      started: { line: expect.any(Number) },
      complete: { line: expect.any(Number) },
    })
  })

  test('connections are gathered by rank, direction and transport', () => {
    const network = log.edges.filter(({ transport }) => transport.kind === 'net')
    expect(network).toHaveLength(32)
    const send = network.find(({ rank, direction }) => rank === 3 && direction === 'send')
    expect(send).toMatchObject({ lines: 2, transport: { network: 'IB', nic: 3, gpuDirect: true } })
    expect(send && hasNumber(send.peers, 11)).toBe(true)
    expect(send?.examples[0]).toMatchObject({ channel: '03/0', peer: 11 })
    expect(log.edges.reduce((sum, { lines }) => sum + lines, 0)).toBe(16 * 14 + 16 * 4)
    for (const { communicator } of log.edges) expect(communicator).toBeDefined()
  })

  test('topology, channels, affinity', () => {
    expect(log.links.find(({ value }) => value.type === 'NVL')?.value).toEqual({
      type: 'NVL',
      bandwidth: 240,
      to: 'NVS/0-0',
      from: 'GPU/0-7000',
    })
    expect(log.channels).toMatchObject([{ value: { collective: 16, nvls: 0, p2p: 16 }, times: 16 }])
    expect(log.affinities[0]?.value).toMatchObject({ gpu: 0, cores: 64 })
  })
})

test('every line of the topology of NCCL 2.30, of graphs, calls and choices', () => {
  const log = sample('nccl-old-and-torn/nccl-2.30.log')
  expect(log.speakers[1]).toEqual({ host: 'gpu-40', pid: 900, device: 0 })
  expect(log.settings).toMatchObject([{ value: { name: 'NCCL_ALGO', value: 'Ring' }, place: { line: 4 } }])
  expect(log.graphs[0]?.value).toMatchObject({ pattern: 4, channels: 12, bwIntra: 30, typeIntra: 'NVL' })
  expect(log.routes[0]?.value[1]).toEqual({
    from: 'GPU/0-18000',
    to: 'GPU/0-2a000',
    hops: 2,
    bandwidth: 370.8,
    type: 'NVL',
  })
  expect(log.nvls).toMatchObject([{ value: { available: true } }])
  expect(log.operations[1]).toMatchObject({
    calls: 1,
    ranks: 2,
    last: [{ opCount: 0, collective: 'AllReduce', count: 1024, place: { line: 28 } }],
  })
  expect(log.choices[0]?.value).toEqual({
    collective: 'AllReduce',
    bytes: 4096,
    algorithm: 'RING',
    protocol: 'LL',
  })
})

test('NCCL 2.4: rings by "Ring 00 : … via direct shared memory", communicators that only end', () => {
  const log = sample('nccl-old-and-torn/nccl-2.4.log')
  expect(log.edges).toMatchObject([
    { rank: 0, busId: '1a000', communicator: 0, transport: { kind: 'shm' } },
    { rank: 1, busId: '1b000', communicator: 1, transport: { kind: 'shm' } },
  ])
})

test('RCCL: its version, xGMI, " comm … nRanks" behind the transport, ranges of cores', () => {
  const log = sample('rccl-log/rccl.log')
  expect(log.library).toBe('RCCL')
  expect(log.edges.map(({ transport }) => transport.text)).toEqual(['P2P/IPC', 'P2P/IPC'])
  expect(log.links[1]?.value).toMatchObject({ type: 'XGMI', bandwidth: 48, from: 'GPU/C1000' })
  expect(log.affinities[0]?.value.cores).toBe(64)
})

test('launcher prefixes, warnings with their source, devices that do not open', () => {
  const log = sample('nccl-tcp-fallback/nccl.log')
  expect(log.speakers.map(({ host }) => host)).toEqual([undefined, 'node-a', 'node-b'])
  expect(log.warnings[1]).toMatchObject({
    value: { source: 'transport/net_ib.cc:208', text: 'NET/IB : Unable to open device mlx5_0' },
    place: { line: 8 },
  })
  expect(log.rdmaProblems.map(({ value }) => value.problem)).toEqual([
    'open-failed',
    'open-failed',
    'no-device',
  ])
  expect(log.interfaces[0]?.value.map(({ name }) => name)).toEqual(['eth0', 'docker0'])
})

test('PyTorch’s watchdog: both lines of a rank are one report', () => {
  const { watchdogs } = sample('nccl-watchdog/train.log')
  expect(watchdogs.map(({ rank }) => rank).sort()).toEqual([0, 1, 2, 3])
  expect(watchdogs[0]).toMatchObject({
    group: '0 (default_pg)',
    sequence: 7753,
    operation: 'ALLREDUCE',
    timeoutSeconds: 600,
    lastEnqueued: 7755,
    lastCompleted: 7752,
  })
})

test('excerpts without "host:pid:tid [device]"', () => {
  const log = logOf(
    [
      'NCCL_P2P_LEVEL set by environment to LOC',
      'NCCL INFO NET/Socket : Using [0]ib0.<ip>',
      'rank 1: 1 -> 0 via P2P/IPC',
      'hipDeviceCanAccessPeer(0, 1) = 0',
    ].join('\n'),
  )
  expect(log.settings[0]?.value).toEqual({ name: 'NCCL_P2P_LEVEL', value: 'LOC' })
  expect(log.interfaces[0]?.value).toEqual([{ name: 'ib0' }])
  expect(log.edges[0]).toMatchObject({ rank: 1, transport: { kind: 'p2p' } })
  expect(log.peerProblems[0]?.value).toMatchObject({ problem: 'no-access', from: 0, to: 1 })
})

describe('torn lines', () => {
  test('what another process wrote into is left out, and what follows is read', () => {
    const log = logOf(
      [
        'gpu-01:7:8 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRgpu-01:9:10 [1] NCCL INFO Using network IB',
        'gpu-01:9:10 [1] NCCL INFO Channel 00/0 : 1[1] -> 9[1] [send] via NET/IB/1/GDRD',
        '  64  16  float  sumgpu-01:7:8 [0] NCCL INFO cudaDriverVersion 12040',
        'gpu-01:7:8 [0] NCCL INFO Using network IB',
      ].join('\n'),
    )
    expect(log.edges).toEqual([])
    expect(log.networks[0]?.times).toBe(2)
    expect(new Set(log.speakers.map(({ host }) => host))).toEqual(new Set([undefined, 'gpu-01']))
  })

  test('property: a connection that is cut never loses its GDRDMA', () => {
    const whole = 'NET/IB/0/GDRDMA/Shared'
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), (length) => {
        const transport = parseTransport(whole.slice(0, length))
        // Cut right before the slash it is a connection like any other; that takes a second line to be believed.
        if (transport && length > 'NET/IB/0'.length) expect(transport.gpuDirect).toBe(true)
      }),
    )
  })
})

test.each([
  ['P2P/IPC', 'p2p'],
  ['P2P/IPC/read', 'p2p'],
  ['P2P/direct pointer/read', 'p2p'],
  ['P2P/CUMEM/CE', 'p2p'],
  ['P2P/MNNVL', 'p2p'],
  ['P2P/indirect/2[b000]', 'p2p'],
  ['direct shared memory', 'shm'],
  ['SHM/direct/direct', 'shm'],
  ['SHM/CE/direct', 'shm'],
  ['NET/IB/0(3)/GDRDMA(PCI)/Shared', 'net'],
  ['NET/AWS Libfabric/0', 'net'],
  ['COLLNET/SHARP/0/GDRDMA', 'collnet'],
  ['P2P/I', undefined],
  ['NET/IB/', undefined],
  ['SHM/direct/dir', undefined],
])('via %s', (text, kind) => {
  expect(parseTransport(text)?.kind).toBe(kind)
})

test.each([
  ['ff', 8],
  ['ffffffff,00000000,ffffffff', 64],
  ['5555,55555555,55555555', 40],
  ['0-27,56-83', 56],
  ['3', 2],
])('the cores of %s', (mask, cores) => {
  expect(coresIn(mask)).toBe(cores)
})

test('memory stays bounded: a line seen a million times is kept once', () => {
  const reader = ncclLog.start('x')
  for (let at = 0; at < 200_000; at++)
    reader.line(
      `gpu-01:7:8 [0] NCCL INFO Channel 00/0 : 0[0] -> ${at % 512}[0] [send] via NET/IB/0/GDRDMA`,
      at,
    )
  const [log] = reader.end().evidence
  expect(log).toMatchObject({ edges: [{ lines: 200_000, examples: { length: 3 } }] })
})

test.each([
  ['nothing', () => ''],
  ['a time stamp', (at: number) => `[2026-04-28 14:${String(10 + (at % 50))}:49] `],
  ['a time stamp with its fraction', (at: number) => `2026-04-28T14:14:49.${String(100 + (at % 900))}Z `],
  ['srun -l', (at: number) => `${at % 12}: `],
  ['OpenMPI', (at: number) => `[1,${at % 12}]<stdout>:`],
  ['torchrun', (at: number) => `[rank${at % 12}]: `],
  ['pdsh', (at: number) => `node${10 + (at % 8)}: `],
  ['pdsh and a time stamp', (at: number) => `node${10 + (at % 8)}: [2026-04-28 14:14:49] `],
])('behind %s, every line of a clean log is taken, and counted as where it is read', (_, prefix) => {
  const calls = Array.from(
    { length: 3000 },
    (_, at) =>
      `gpu-0${1 + (at % 2)}:${4100 + (at % 8)}:${4164 + (at % 8)} [${at % 8}] NCCL INFO AllReduce: opCount ${Math.floor(at / 16).toString(16)} sendbuff 0x7f recvbuff 0x7e count ${at} datatype 7 op 0 root 0 comm 0x55d1c0de1000 [nranks=16] stream 0x1`,
  )
  const lines = [...jobLog({ channels: 32 }).trimEnd().split('\n'), ...calls].map(
    (line, at) => prefix(at) + line,
  )
  const taken = ncclLog.start('x')
  for (const [at, line] of lines.entries())
    if (!line.includes('Connected all')) expect(taken.takes?.(line, at + 1), line).toBe(true)
    else if (!taken.takes?.(line, at + 1)) taken.line(line, at + 1)
  const [log] = taken.end().evidence
  expect(log).toEqual(logOf(lines.join('\n'), 'x'))
  expect(log).toMatchObject({ operations: { length: 8, 0: { last: { length: 32 } } } })
})

test.each([
  '       64    16  float  sum  -1  gpu-01:7:8 [0] NCCL INFO Using network IB',
  '64 16 gpu-01:7:8 [0] NCCL INFO Using network IB',
  'gpu-01:7:8 [0] NCCL INFO Using netwgpu-01:9:10 [1] NCCL INFO Using network IB',
  'gpu-01:7:8 [0] NCCL WARN Call to connect failed',
])('a line that may hold more is left to all: %s', (line) => {
  expect(ncclLog.start('x').takes?.(line, 1)).toBe(false)
})
