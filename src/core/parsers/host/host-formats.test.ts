/** What is read out of each sample of a host's tools, and who is taken for the host. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readText } from '../../diagnose/text-input.fixtures.ts'
import type { HostFact, HostFactOf, HostFacts } from '../../evidence/host-facts.ts'

const sample = (name: string): string =>
  readFileSync(new URL(`../../../../samples/${name}`, import.meta.url), 'utf8')

const hostFactsIn = async (text: string, name?: string): Promise<readonly HostFacts[]> =>
  (await readText(text, name)).evidence.filter((evidence) => evidence.kind === 'host-facts')

async function read<Is extends HostFact['is']>(name: string, is: Is): Promise<readonly HostFactOf<Is>[]> {
  const all = await hostFactsIn(sample(name), name)
  return all.flatMap(({ facts }) => facts.filter((fact): fact is HostFactOf<Is> => fact.is === is))
}

const line = (number: number) => expect.objectContaining({ line: number })

describe('samples', () => {
  test('lspci: links, buses and access control', async () => {
    const devices = await read('host-acs/lspci.txt', 'pcie-device')
    expect(devices.map(({ address, kind, acs }) => [address, kind, acs?.requestRedirect])).toEqual([
      ['0000:40:01.0', 'bridge', undefined],
      ['0000:42:00.0', 'bridge', true],
      ['0000:42:01.0', 'bridge', true],
      ['0000:43:00.0', 'gpu', undefined],
      ['0000:44:00.0', 'nic', undefined],
    ])
    expect(devices[1]).toMatchObject({ secondary: 0x43, subordinate: 0x43, acs: { place: line(12) } })
    expect(devices[3]).toMatchObject({
      name: 'NVIDIA Corporation GH100 [H100 SXM5 80GB]',
      numaNode: 0,
      capability: { gigatransfers: 32, width: 16 },
      status: { gigatransfers: 32, width: 16, downgraded: false },
    })
  })

  test('ibstat, ibstatus, ibv_devinfo', async () => {
    const ports = await read('host-ports/ibstat.txt', 'port')
    expect(ports.map(({ device, rate, state }) => [device, rate, state])).toEqual([
      ['mlx5_0', 50e9, 'active'],
      ['mlx5_1', 50e9, 'active'],
      ['mlx5_2', 25e9, 'active'],
    ])
    expect(ports[0]).toMatchObject({ model: 'MT4129', firmware: '28.39.3560', subnetManager: true })
    expect(await read('host-ports/ibstatus.txt', 'port')).toMatchObject([
      { device: 'mlx5_3', rate: 50e9, state: 'active', physicalState: 'linkup', linkLayer: 'infiniband' },
    ])
    expect(await read('host-ports/ibv_devinfo.txt', 'port')).toMatchObject([
      { device: 'mlx5_4', state: 'active', activeMtuBytes: 4096, maxMtuBytes: 4096, linkLayer: 'ethernet' },
    ])
  })

  test('nvlink -s and -e', async () => {
    const links = await read('host-nvlink/nvlink.txt', 'nvlink')
    expect(links).toHaveLength(36)
    expect(
      links.filter(({ bandwidth }) => bandwidth === undefined).map(({ gpu, link }) => [gpu, link]),
    ).toEqual([
      [2, 8],
      [2, 9],
      [2, 10],
      [2, 11],
    ])
    const errors = await read('host-nvlink/nvlink-errors.txt', 'nvlink-error')
    expect(errors.filter(({ count }) => count > 0)).toMatchObject([
      { gpu: 2, link: 3, what: 'Replay', count: 4821 },
      { gpu: 2, link: 3, what: 'Recovery', count: 12 },
    ])
  })

  test('nvidia-smi -q', async () => {
    expect(await read('host-gpus/nvidia-smi-q.txt', 'gpu')).toMatchObject([
      {
        busId: '00000000:5D:00.0',
        name: 'NVIDIA H100 80GB HBM3',
        throttled: [{ reason: 'HW Slowdown' }, { reason: 'HW Thermal Slowdown', place: line(17) }],
        smClockMhz: 1095,
        maxSmClockMhz: 1980,
        powerWatts: 402.11,
        powerLimitWatts: 700,
        celsius: 91,
        utilisation: 100,
        pcieGeneration: { current: 5, max: 5 },
        pcieWidth: { current: 16, max: 16 },
      },
    ])
    expect(
      (await read('host-gpus/nvidia-smi-q.txt', 'version')).map(({ of, version }) => [of, version]),
    ).toEqual([
      ['driver', '550.54.15'],
      ['cuda', '12.4'],
    ])
  })

  test('dmon', async () => {
    const samples = await read('host-gpus/dmon.txt', 'gpu-sample')
    expect(samples).toHaveLength(8)
    expect(samples[3]).toMatchObject({
      index: 3,
      powerWatts: 402,
      celsius: 91,
      utilisation: 99,
      smClockMhz: 1095,
      thermalViolation: true,
    })
  })

  test('dmesg and /proc/cmdline', async () => {
    const kernel = await read('host-kernel/dmesg.txt', 'kernel')
    expect(kernel.map(({ about, value, device }) => [about, value.slice(0, 16), device])).toEqual([
      ['iommu-default', 'Translated', undefined],
      ['pcie-bandwidth', '63.008 Gb/s avai', '0000:9a:00.0'],
      ['nic-hot', 'High temperature', '0000:9a:00.0'],
      ['xid', '74', '0000:5d:00'],
    ])
    expect(
      (await read('host-kernel/cmdline.txt', 'kernel')).map(({ about, value }) => [about, value]),
    ).toEqual([
      ['iommu-option', 'intel_iommu=on'],
      ['numa-balancing', 'numa_balancing=disable'],
    ])
  })

  test('lscpu, numactl, df, lsmod, versions', async () => {
    expect(await read('host-kernel/lscpu.txt', 'cpu')).toMatchObject([
      { vendor: 'amd', sockets: 2, numaNodes: 2, virtualised: false },
    ])
    expect((await read('host-kernel/lscpu.txt', 'numa-node')).map(({ cpus }) => cpus.length)).toEqual([
      64, 64,
    ])
    expect((await read('host-kernel/numactl.txt', 'numa-node')).map(({ cpus }) => cpus.at(-1))).toEqual([
      7, 15,
    ])
    expect(await read('host-kernel/df.txt', 'filesystem')).toMatchObject([
      { mount: '/dev/shm', bytes: 64 * 2 ** 20 },
    ])
    expect((await read('host-kernel/lsmod.txt', 'module')).map(({ name }) => name)).toContain(
      'nvidia_peermem',
    )
    expect(
      (await read('host-kernel/versions.txt', 'version')).map(({ of, version }) => `${of} ${version}`),
    ).toEqual(['kernel 5.15.0-105-generic', 'driver 550.54.15', 'ofed 24.01-0.3.3.1', 'nccl 2.21.5'])
  })

  test('interrupts, affinity, counters, MTU', async () => {
    const vectors = await read('host-network/interrupts.txt', 'interrupt')
    expect(vectors).toHaveLength(5)
    expect(vectors[1]?.counts).toEqual(new Map([[0, 8812345]]))
    expect((await read('host-network/irq-affinity.txt', 'irq-affinity')).map(({ cpus }) => cpus)).toEqual([
      [0, 1, 2, 3],
      [0],
      [0],
      [0],
      [0],
    ])
    expect(await read('host-network/irq-affinity.txt', 'service')).toMatchObject([{ running: false }])
    expect(
      (await read('host-network/ethtool.txt', 'counter')).find(({ name }) => name === 'rx_discards_phy'),
    ).toMatchObject({ device: 'ens1f0np0', value: 88123 })
    expect((await read('host-network/counters.txt', 'counter')).map(({ name }) => name)).not.toContain(
      'lifespan',
    )
    expect((await read('host-network/ip-link.txt', 'interface')).map(({ mtuBytes }) => mtuBytes)).toEqual([
      1500, 9000,
    ])
  })

  test('bandwidth between GPUs and between NICs', async () => {
    const pairs = await read('host-bandwidth/p2p.txt', 'gpu-pair')
    expect(pairs).toHaveLength(24)
    expect(
      pairs.find(({ mode, from, to }) => mode === 'p2p' && from === 1 && to === 3)?.bandwidth,
    ).toBeCloseTo(376.8e9)
    // GPU(row) <- GPU(column): the column sends.
    const written = await read('host-bandwidth/nvbandwidth.txt', 'gpu-pair')
    expect(written.find(({ from, to }) => from === 3 && to === 2)?.bandwidth).toBeCloseTo(376.88e9)
    expect(await read('host-bandwidth/ib_write_bw.txt', 'perftest')).toMatchObject([
      {
        device: 'mlx5_0',
        memory: 'host',
        linkLayer: 'ethernet',
        mtuBytes: 4096,
        queuePairs: 1,
        bytes: 65536,
      },
      { bytes: 1048576, bandwidth: 392.05e9 / 8 },
    ])
  })

  test('settings and launch commands', async () => {
    const env = await read('host-settings/env.txt', 'setting')
    expect(env.map(({ name, from }) => [name, from])).toContainEqual(['NCCL_BUFFER_SIZE', 'environment'])
    const conf = await read('host-settings/nccl-conf.txt', 'setting')
    expect(conf.map(({ from }) => from)).toEqual(['file', 'file', 'file'])
    expect(await read('host-launch/job.txt', 'launch')).toMatchObject([
      { launcher: 'mpirun', exports: ['NCCL_DEBUG', 'LD_LIBRARY_PATH'], nodes: 2 },
    ])
  })
})

describe('who speaks', () => {
  const hostsOf = async (text: string, name?: string) =>
    (await hostFactsIn(text, name)).map(({ host }) => host)

  test('prompts, one host after the other', async () => {
    const text = 'root@a-1:~# env\nNCCL_DEBUG=INFO\n[root@b-2 ~]# env\nNCCL_DEBUG=WARN\n'
    expect(await hostsOf(text)).toEqual(['a-1', 'b-2'])
  })

  test('pdsh, line by line and mixed up', async () => {
    const ibstat = ["CA 'mlx5_0'", '\tPort 1:', '\t\tState: Active', '\t\tRate: 400']
    const text = ibstat.flatMap((line) => [`gpu-01: ${line}`, `gpu-02: ${line}`]).join('\n')
    const all = await hostFactsIn(text)
    expect(all.map(({ host, facts }) => [host, facts.length])).toEqual([
      ['gpu-01', 1],
      ['gpu-02', 1],
    ])
  })

  test('ansible and loops of a shell', async () => {
    expect(await hostsOf('gpu-07 | CHANGED | rc=0 >>\nNCCL_DEBUG=INFO\n')).toEqual(['gpu-07'])
    expect(await hostsOf('=== gpu-08 ===\nNCCL_DEBUG=INFO\n')).toEqual(['gpu-08'])
    expect(await hostsOf('=== mlx5_0 ===\nNCCL_DEBUG=INFO\n')).toEqual([undefined])
  })

  test('names of devices and files do not pass for hosts', async () => {
    expect(await hostsOf('mlx5_0: NCCL_DEBUG=INFO\n')).toEqual([])
    expect(await hostsOf('NCCL_DEBUG=INFO\n', 'gpu-07/env.txt')).toEqual([undefined])
  })
})

test('secrets in an environment are not kept, nor are names that do not concern communication', async () => {
  const text =
    'AWS_SECRET_ACCESS_KEY=abc\nWANDB_API_KEY=x\nNCCL_NET_PLUGIN=token=abcdef0123456789\nPATH=/bin\n'
  const [facts] = await hostFactsIn(text)
  expect(facts?.facts.map((fact) => (fact.is === 'setting' ? [fact.name, fact.value] : []))).toEqual([
    ['NCCL_NET_PLUGIN', 'token=[redacted]'],
  ])
})

describe('variables in files of Kubernetes, Docker Compose and in commands', () => {
  const settingsIn = async (...lines: readonly string[]) => {
    const { evidence } = await readText(lines.join('\n'), 'job.yaml')
    return evidence.flatMap((one) =>
      one.kind === 'host-facts'
        ? one.facts.flatMap((fact) => (fact.is === 'setting' ? [`${fact.name}=${fact.value}`] : []))
        : [],
    )
  }

  test.each([
    [
      'a pod',
      [
        'env:',
        '  - name: NCCL_IB_DISABLE',
        '    value: "1"',
        '  - name: NCCL_SOCKET_IFNAME',
        '    value: eth0   # pod network',
      ],
    ],
    ['a Compose file', ['environment:', '  NCCL_IB_DISABLE: "1"', '  NCCL_SOCKET_IFNAME: eth0']],
    ['a list of a Compose file', ['environment:', '  - NCCL_IB_DISABLE=1', '  - "NCCL_SOCKET_IFNAME=eth0"']],
    [
      'options of docker run',
      ['docker run \\', '  -e NCCL_IB_DISABLE=1 \\', '  --env NCCL_SOCKET_IFNAME=eth0 \\', '  image'],
    ],
  ])('%s', async (_, lines) => {
    expect(await settingsIn(...lines)).toEqual(['NCCL_IB_DISABLE=1', 'NCCL_SOCKET_IFNAME=eth0'])
  })

  test.each([
    ['a value that belongs to another name', ['- name: MY_NAME', '  value: "1"']],
    [
      'a value that another line parts from its name',
      ['- name: NCCL_IB_DISABLE', '  valueFrom: {}', '  value: "1"'],
    ],
    ['a sentence that begins with a name', ['NCCL_IB_DISABLE: what does it do?']],
  ])('not %s', async (_, lines) => expect(await settingsIn(...lines)).toEqual([]))
})
