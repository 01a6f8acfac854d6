/** What tools print, cut and torn as it reaches us: what a lost line or a cut number suggests is no fault. */
import { expect, test } from 'vitest'
import { environment, facts, printed } from '../analysis/hand-made.fixtures.ts'
import { nodePairs } from '../parsers/bandwidth/node-pairs.ts'
import { jobLog, logOf, nvSwitch } from '../parsers/nccl-log/nccl-log.fixtures.ts'
import { many, one } from './host.fixtures.ts'
import { rules } from './index.ts'
import { lines } from './lines.fixtures.ts'
import { onHost, overSockets, text } from './log.fixtures.ts'
import { printedHost } from './printed-hosts.fixtures.ts'
import { type RuleFinding, runRules } from './run.ts'

const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
  found.flatMap((it) => [it, ...flat(it.consequences)])
const loudIn = (given: ReturnType<typeof facts>): readonly string[] =>
  flat(runRules(given, rules).found).flatMap(({ rule, found: { severity } }) =>
    severity === 'error' || severity === 'warning' ? [rule] : [],
  )

const HEALTHY = printedHost()

/** Beside two whole hosts: the listing of a third, changed. */
function beside(change: (text: string) => string): readonly string[] {
  const changed = change(HEALTHY)
  expect(changed).not.toBe(HEALTHY)
  return loudIn(
    facts([...printed('gpu-1', changed), ...printed('gpu-2', HEALTHY), ...printed('gpu-3', HEALTHY)]),
  )
}

test('errors of all times are not those since the driver was loaded where the heading between is lost', () => {
  expect(loudIn(one({ uncorrected: { 3: 2 } }))).toEqual(['gpu-error'])
  expect(beside((text) => text.replace('        Aggregate\n', ''))).toEqual([])
})

test('a number that was cut, with the next line glued to it, is none', () => {
  const widths = (of: string) =>
    [
      '==============NVSMI LOG==============',
      ...[0, 1, 2, 3].flatMap((gpu) => [
        `GPU 00000000:${gpu}1:00.0`,
        '    Product Name                          : NVIDIA H100 80GB HBM3',
        '    GPU Link Info',
        '        Link Width',
        '            Max                           : 16x',
        `            Current                       : ${gpu === 2 ? of : '16x'}`,
        '    Utilization',
        '        Gpu                               : 100 %',
      ]),
    ].join('\n')
  expect(loudIn(facts(printed('gpu-1', widths('8x'))))).toEqual(['pcie-downtrained'])
  expect(loudIn(facts(printed('gpu-1', widths('1    Utilization'))))).toEqual([])

  const glued = (from: string, to: string) => beside((text) => text.replace(from, to))
  expect(glued('700.00 W', '70')).toEqual([])
  expect(glued('active_mtu:\t\t4096 (5)', 'active_mtu:\t\t409\t\t\tsm_lid:\t\t\t1')).toEqual([])
  expect(
    beside((text) => text.replace(/(NUMA node: 0\n.*\n\t\tLnkSta:.*, Width x1)6/, '$1\tNUMA node: 0')),
  ).toEqual([])
  expect(glued('NVIDIA H100 80GB HBM3\n    Clocks', 'NVIDIA H100 80GB H    Clocks')).toEqual([])
  expect(glued(': 550.54.15\n', ': 550.54GPU 00000000:21:00.0\n')).toEqual([])
})

test('a speed that PCIe does not have was garbled', () => {
  const capability = (speed: string) =>
    loudIn(
      lines(
        '44:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]',
        `\t\tLnkCap:\tPort #0, Speed ${speed}GT/s, Width x16, ASPM not supported`,
        '\t\tLnkSta:\tSpeed 32GT/s, Width x16',
      ),
    )
  expect(capability('64')).toEqual(['pcie-downtrained'])
  expect(capability('34')).toEqual([])
})

test('a list of NICs without its end was cut', () => {
  const listing = (second: string) =>
    loudIn(
      text(
        ...onHost(
          'gpu-01',
          'NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>',
        ),
        ...onHost('gpu-02', `NCCL INFO NET/IB : Using ${second}`),
      ),
    )
  expect(listing('[0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.2<0>')).toEqual(['nic-list-differs'])
  expect(listing('[0]mlx5_0:1/IB [1]ml')).toEqual([])
  expect(listing('[0]mlx5_')).toEqual([])
})

test('a mask of cores with something else behind it is none', () => {
  const masks = (second: string) =>
    loudIn(
      text(
        ...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 2 to ffffffff,00000000,ffffffff'),
        ...onHost('gpu-02', `NCCL INFO Setting affinity for GPU 2 to ${second}`),
      ),
    )
  expect(masks('ff')).toEqual(['cpu-binding'])
  expect(masks('ff/fffff,0000-000,ffffbfff')).toEqual([])
})

test('a line that lost its host at the beginning of a log is not taken for one of the only host that is left', () => {
  const whole = jobLog({ gpus: 2, channels: 2, topology: nvSwitch() })
  const first = 'gpu-01:4101:4165 [1] NCCL INFO ncclCommInitRank'
  const from = whole.lastIndexOf(first)
  for (const lost of ['gpu-01:', 'gpu-01:4101', 'gpu-01:4101:', 'gpu-01:4101:4165 [1]'])
    expect(loudIn(facts([logOf(whole.slice(from + lost.length))]))).toEqual([])
  // Nor where no other rank is known to sit on that GPU.
  const complete = (rank: number) =>
    `NCCL INFO comm 0x7f0 rank ${rank} nranks 16 cudaDev ${rank % 8} busId ${rank % 8}1d0 - Init COMPLETE`
  const second = onHost(
    'gpu-62',
    'NCCL INFO + NVL[240.0] - NVS/0',
    complete(8),
    'NCCL INFO Channel 00 : 1[11d0] -> 8[01d0] [receive] via NET/IB/0/GDRDMA',
    'NCCL INFO Channel 00 : 8[01d0] -> 1[11d0] [send] via NET/IB/0/GDRDMA',
  )
  expect(loudIn(text(`gpu-62:81:82 [1] ${complete(1)}`, ...second))).toEqual(['same-host-over-network'])
  expect(loudIn(text(` [1] ${complete(1)}`, ...second))).toEqual([])
})

test('a pair of nodes that stands twice in a table counts once, and both directions are one partner', () => {
  const table = (...rows: readonly string[]) => {
    const reader = nodePairs.start('pairs.csv')
    for (const [at, row] of ['node1,node2,busbw', ...rows].entries()) reader.line(row, at + 1)
    return loudIn(facts(reader.end().evidence))
  }
  // Both nodes of the slow pair are fast with two others.
  const rows = ['a,b,46', 'a,c,46', 'a,d,46', 'b,c,46', 'b,d,46', 'a,e,46', 'b,e,46', 'c,d,21']
  expect(table(...rows)).toEqual(['routing-collision'])
  expect(table(...rows, 'c,d,21')).toEqual(['routing-collision'])
  // Of three nodes nothing is usual, however often they were measured.
  const few = ['a,b,46', 'a,c,46', 'b,c,21']
  const back = ['b,a,46', 'c,a,46', 'c,b,21']
  expect(table(...few, ...back)).toEqual([])
})

test('a host of which only nccl.conf is at hand is not without what the environment of another has', () => {
  const variables = { NCCL_IB_HCA: 'mlx5_0' }
  expect(
    loudIn(facts([environment('gpu-1', variables), environment('gpu-2', { NCCL_IB_TC: '106' })])),
  ).toContain('env-not-propagated')
  expect(
    loudIn(facts([environment('gpu-1', variables), environment('gpu-2', { NCCL_IB_TC: '106' }, 'file')])),
  ).toEqual([])
})

test('a module whose line is lost is loaded where another is used by it', () => {
  expect(beside((text) => text.replace(/nvidia_peermem .*\n/, ''))).toEqual([])
  expect(
    beside((text) => text.replace(/nvidia_peermem .*\n/, '').replace(/,?nvidia_peermem,?/g, '')),
  ).toEqual(['host-asymmetry'])
})

test('what a cut listing does not show may be there: fewer GPUs or ports are no warning', () => {
  const until = (end: string) => beside((text) => text.slice(0, text.indexOf(end)))
  expect(until("CA 'mlx5_5'")).toEqual([])
  expect(beside((text) => text.replaceAll(/State: Active\n|PORT_ACTIVE \(4\)/g, 'State: Acti'))).toEqual([])
  expect(until('GPU 00000000:41:00.0')).toEqual([])
  expect(until('0000:41:00.0 3D controller')).toEqual([])
  // One GPU was asked for: nvidia-smi says how many there are.
  expect(
    beside((text) => text.replace(/(Attached GPUs.*\n)[\s\S]*(GPU 00000000:59:00.0\n)/, '$1$2')),
  ).toEqual([])
  expect(loudIn(many(3, { gpus: 7 }))).toEqual(['host-asymmetry'])
  expect(loudIn(many(3, { ports: { 5: 'down' } }))).toEqual(['nic-degraded', 'host-asymmetry'])
})

test('a line that lost its host shows no NVLink of another one', () => {
  const link = 'NCCL INFO                             + NVL[370.8] - NVS/0-0'
  const shared = [0, 1].flatMap((rank) =>
    onHost('gpu-31', `NCCL INFO Ring 00 : ${rank}[1a000] -> ${1 - rank}[1b000] via direct shared memory`),
  )
  expect(loudIn(text(...onHost('gpu-31', link), ...shared))).toContain('nvlink-unused')
  expect(
    loudIn(text(`900:931 [0] ${link}`, ...shared, ...onHost('gpu-40', 'NCCL INFO NCCL version 2.30.3'))),
  ).toEqual([])
})

test('NICs of ranks whose own connections a log has lost may be used', () => {
  const log = jobLog({
    gpus: 4,
    channels: 8,
    edit: (message, { host, local }) =>
      host === 'gpu-01' && local % 2 === 0 && message.includes('via NET') ? undefined : message,
  })
  expect(loudIn(facts([logOf(log)]))).toEqual([])
})

test.each([
  ['a NIC in lspci', { widths: { NIC5: 8 } }, '0000:4a:00.0 Infiniband'],
  ['a port in ibstat', { ports: { 4: 'down' } }, "CA 'mlx5_4'"],
  ['a GPU in nvidia-smi nvlink -s', { nvlinksDown: { 3: [2, 3] } }, 'GPU 3: NVIDIA'],
  ['a GPU in nvidia-smi -q', { uncorrected: { 3: 2 } }, 'GPU 00000000:39:00.0'],
] as const)('where the line that names %s is lost, no other one has its fault', (_, fault, head) => {
  const whole = printedHost(fault)
  const at = whole.indexOf(head)
  const text = whole.slice(0, at) + whole.slice(whole.indexOf('\n', at) + 1)
  // ibv_devinfo shows the port, too.
  const cut = text.includes('PORT_DOWN') ? text.slice(0, text.indexOf('hca_id:')) : text
  const found = flat(
    runRules(
      facts([...printed('gpu-1', cut), ...printed('gpu-2', HEALTHY), ...printed('gpu-3', HEALTHY)]),
      rules,
    ).found,
  )
  expect(found.filter(({ found: { severity } }) => severity === 'error' || severity === 'warning')).toEqual(
    [],
  )
})

test('a GPU keeps its number where the line that names the one before it is lost', () => {
  const whole = printedHost({ uncorrected: { 5: 2 } })
  const text = whole.replace('GPU 00000000:39:00.0\n', '')
  const [found] = flat(runRules(facts(printed('gpu-1', text)), rules).found)
  expect(found?.found.values).toMatchObject({ gpus: [{ gpu: 5, seat: '0000:49:00' }] })
})

test('a network whose name was garbled is no faster one that another host uses', () => {
  const sockets = jobLog(overSockets({ gpus: 2, channels: 2 }))
  expect(loudIn(facts([logOf(sockets)]))).toEqual([])
  const garbled = sockets.replace(/(gpu-02:.* Using network )Socket/, '$1S_ckeq')
  expect(loudIn(facts([logOf(garbled)]))).toEqual([])
})

test('hosts of two jobs in one file need not list the same NICs', () => {
  const one = jobLog({ hosts: ['gpu-01', 'gpu-02'] })
  const other = jobLog({ hosts: ['gpu-03', 'gpu-04'], commId: '0x77', nics: 4 })
  expect(loudIn(facts([logOf(one + other)]))).toEqual([])
  const odd = other.replaceAll(/(gpu-04.*) \[3\]mlx5_3:1\/IB/g, '$1')
  expect(loudIn(facts([logOf(one + odd)]))).toEqual(['nic-list-differs'])
})

test('a head that was cut at the beginning of a log gives its rank no host of its own', () => {
  const whole = jobLog({ gpus: 2, channels: 2 })
  const from = whole.indexOf('gpu-02:4100:4164 [0] NCCL INFO NET/IB')
  for (const lost of ['gpu-', 'g', 'gpu-0']) {
    const { speakers } = logOf(whole.slice(from + lost.length))
    expect(new Set(speakers.map(({ host }) => host))).toEqual(new Set([undefined, 'gpu-02']))
  }
})

test('a value in the last line of a cut listing is none', () => {
  for (const end of ['Version                            : 550.54', ': NVIDIA H100', 'LinkUp\n\t\tRate: 40'])
    expect(beside((text) => text.slice(0, text.indexOf(end) + end.length))).toEqual([])
})
