/** Fixtures of the rules about hosts: what their tools print, with a fault and without. */
import type { Facts } from '../analysis/facts.ts'
import { facts, printed, run } from '../analysis/hand-made.fixtures.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { NodePairs } from '../evidence/node-pairs.ts'
import type { HostFindings } from '../messages/findings-host.ts'
import { nodePairs } from '../parsers/node-pairs.ts'
import { aerLines, FLAPPING, linkLines } from './kernel-log.fixtures.ts'
import { type PrintedHost, printedByTool, printedHost } from './printed-hosts.fixtures.ts'
import type { RuleFixture } from './rules.fixtures.ts'

/** One host with this fault. */
export const one = (host: PrintedHost) => facts(printed('gpu-01', printedHost(host)))
/** So many hosts, the last with this fault. */
export const many = (count: number, odd: PrintedHost, all: PrintedHost = {}) =>
  facts(
    Array.from({ length: count }, (_, at) =>
      printed(`gpu-${at + 1}`, printedHost(at === count - 1 ? { ...all, ...odd } : all)),
    ).flat(),
  )
const well = one({})

export function pairTable(rate: (a: number, b: number) => number): readonly Evidence[] {
  const reader = nodePairs.start('pairs.csv')
  reader.line('node1,node2,busbw', 1)
  let line = 2
  for (let a = 0; a < 8; a++)
    for (let b = a + 1; b < 8; b++) reader.line(`gpu-${a},gpu-${b},${rate(a, b)}`, line++)
  return reader.end().evidence.filter((its): its is NodePairs => its.kind === 'node-pairs')
}

/** GPUs with this power, three seconds long, and their limits. */
export function drawing(watts: readonly number[], busy: readonly number[] = [], limits = true): Facts {
  const rows = watts.map(
    (its, gpu) =>
      `    ${gpu}    ${its}     50      -    ${busy[gpu] ?? 100}     10   2619   1755      0      0`,
  )
  const dmon = '# gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol'
  const all = [...(limits ? [printedByTool()['nvidia-smi -q']] : []), dmon, ...rows, ...rows, ...rows]
  return facts(printed('gpu-01', all.join('\n')))
}

export const hostFixtures: { readonly [Id in keyof HostFindings]: RuleFixture } = {
  'acs-redirect': { speaks: one({ acs: true }), severity: 'error', silent: well },
  'iommu-translated': { speaks: one({ iommu: 'Translated' }), severity: 'warning', silent: well },
  'pcie-downtrained': { speaks: one({ widths: { NIC3: 8 } }), severity: 'error', silent: well },
  'nvlink-down': { speaks: one({ nvlinksDown: { 5: [14, 15, 16, 17] } }), severity: 'error', silent: well },
  'nvlink-errors': {
    speaks: one({ nvlinkErrors: { '5 3 Replay': 48211, '5 3 Recovery': 12 } }),
    severity: 'warning',
    silent: one({ nvlinkErrors: { '5 3 Replay': 40, '2 1 CRC': 7 } }),
  },
  'gpu-error': {
    speaks: one({
      gpus: 7,
      kernelLog: [
        "[91022.1] NVRM: Xid (PCI:0000:59:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
      ],
    }),
    severity: 'error',
    // Corrected errors, and rows that were replaced long ago.
    silent: well,
  },
  'pcie-errors': {
    // The driver brings GPUs back by itself where it can; nvidia-smi lists those that are there: this one is not.
    speaks: one({
      gpus: 2,
      kernelLog: aerLines({ severity: 'Uncorrectable (Fatal)', kind: 'SDES' }),
    }),
    severity: 'error',
    // A day with some corrected errors; a disk with more than that.
    silent: one({
      kernelLog: [
        ...aerLines({ times: 40, everySeconds: 2000 }),
        ...aerLines({ device: '0000:e1:00.0', driver: 'nvme', times: 500 }),
      ],
    }),
  },
  'gpu-throttled': { speaks: one({ hot: 3, clocks: { 3: 1095 } }), severity: 'error', silent: well },
  'busy-waiting': {
    speaks: drawing([210, 205, 640, 208]),
    severity: 'warning',
    silent: drawing([610, 605, 640, 608]),
  },
  'nic-degraded': {
    speaks: many(3, { ports: { 2: '200' } }),
    severity: 'warning',
    // Storage NICs of the same model, on every host.
    silent: many(3, {}, { ports: { 6: '200', 7: '200' } }),
  },
  'nic-link-drops': {
    speaks: one({ kernelLog: FLAPPING }),
    severity: 'warning',
    // Links train while the host starts, and a port without a cable is down whenever it is set up.
    silent: one({
      kernelLog: [
        ...linkLines([
          [0.01, 'up'],
          [0.02, 'down'],
          [0.03, 'up'],
        ]),
        ...linkLines(
          [
            [0.01, 'down'],
            [5, 'down'],
          ],
          '0000:e2:00.1',
        ),
      ],
    }),
  },
  'host-asymmetry': {
    speaks: many(4, { peerMemory: false, kernel: '5.15.0-91-generic' }),
    severity: 'warning',
    silent: many(4, {}),
  },
  'numa-nps': {
    speaks: facts([
      ...printed('gpu-01', printedHost({ cpu: 'AMD EPYC 7763 64-Core Processor' })),
      run({ host: 'gpu-01', gpu: 'NVIDIA GeForce RTX 4090', sizes: [] }),
    ]),
    severity: 'info',
    silent: facts([
      ...printed('gpu-01', printedHost({ cpu: 'AMD EPYC 7763 64-Core Processor', numaNodes: 8 })),
      run({ host: 'gpu-01', gpu: 'NVIDIA GeForce RTX 4090', sizes: [] }),
    ]),
  },
  'irq-affinity': { speaks: one({ interruptsOn: [2, 2, 2, 2] }), severity: 'warning', silent: well },
  'roce-congestion': {
    speaks: one({ linkLayer: 'Ethernet', counters: { out_of_sequence: 148812, np_cnp_sent: 5512345 } }),
    severity: 'warning',
    silent: one({ linkLayer: 'Ethernet', counters: { out_of_sequence: 40, np_cnp_sent: 900 } }),
  },
  'single-qp-bond': {
    speaks: one({ bond: true, linkLayer: 'Ethernet' }),
    severity: 'info',
    silent: one({ bond: true, linkLayer: 'Ethernet', settings: { NCCL_IB_QPS_PER_CONNECTION: '4' } }),
  },
  'mtu-mismatch': {
    speaks: many(3, { mtus: { 0: 1024 } }, { linkLayer: 'Ethernet' }),
    severity: 'warning',
    silent: many(3, {}, { linkLayer: 'Ethernet' }),
  },
  'routing-collision': {
    speaks: facts(pairTable((a, b) => (a === 2 && b === 5 ? 21 : 46 + ((a + b) % 3) / 10))),
    severity: 'warning',
    // One node is slow with everybody: that is no route.
    silent: facts(pairTable((a, b) => (a === 2 || b === 2 ? 21 : 46))),
  },
}
