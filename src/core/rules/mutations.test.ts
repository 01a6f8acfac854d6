/**
 * Mutations: what the tools of healthy hosts print, one fault put in, and taken out again. The rule speaks, names the host
 * that has the fault and no other, and falls silent. Random damage to the text gives no crash and no error or warning that was
 * not there.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns, sampled, upTo } from '../../../test/sampled.ts'
import { facts, printed } from '../analysis/hand-made.fixtures.ts'
import { rules } from './index.ts'
import { invented, loudIn } from './invented.fixtures.ts'
import { aerLines, FLAPPING } from './kernel-log.fixtures.ts'
import { mutated } from './mutated.fixtures.ts'
import type { RuleId } from './order.ts'
import { type PrintedHost, printedHost } from './printed-hosts.fixtures.ts'
import { type RuleFinding, runRules } from './run.ts'

const HOSTS = 4
const ODD = 'gpu-3'

const bundle = (odd: PrintedHost, all: PrintedHost = {}) =>
  facts(
    Array.from({ length: HOSTS }, (_, at) => {
      const host = `gpu-${at + 1}`
      return printed(host, printedHost(host === ODD ? { ...all, ...odd } : all))
    }).flat(),
  )

const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
  found.flatMap((it) => [it, ...flat(it.consequences)])

interface Mutation {
  readonly name: string
  readonly rule: RuleId
  readonly fault: PrintedHost
  /** Of all hosts, where the fault is one only there. */
  readonly all?: PrintedHost
  /** Values that the finding must have: the late GPU, the NIC. */
  readonly names?: Readonly<Record<string, unknown>>
  /** `info` where it is worth a line and no fault. */
  readonly severity?: 'info'
}

const MUTATIONS: readonly Mutation[] = [
  { name: 'a NIC trained to x8', rule: 'pcie-downtrained', fault: { widths: { NIC5: 8 } } },
  { name: 'a GPU trained to x4', rule: 'pcie-downtrained', fault: { widths: { GPU2: 4 } } },
  { name: 'ACS on one host', rule: 'acs-redirect', fault: { acs: true } },
  { name: 'an IOMMU that translates', rule: 'iommu-translated', fault: { iommu: 'Translated' } },
  { name: 'a GPU that lost NVLinks', rule: 'nvlink-down', fault: { nvlinksDown: { 1: [0, 1, 2, 3] } } },
  {
    name: 'a GPU without any NVLink',
    rule: 'nvlink-down',
    fault: { nvlinksDown: { 6: [...Array(18).keys()] } },
  },
  {
    name: 'an NVLink that replays',
    rule: 'nvlink-errors',
    fault: { nvlinkErrors: { '4 7 Replay': 90_211 } },
  },
  {
    name: 'a GPU that fell off the bus',
    rule: 'gpu-error',
    fault: { gpus: 7, kernelLog: ['[9.1] NVRM: Xid (PCI:0000:59:00): 79, GPU has fallen off the bus.'] },
  },
  { name: 'uncorrectable memory errors', rule: 'gpu-error', fault: { uncorrected: { 2: 1 } } },
  {
    name: 'a GPU whose PCIe link corrects without end',
    rule: 'pcie-errors',
    fault: { kernelLog: aerLines({ times: 2000 }) },
    names: { why: 'storm', devices: [{ address: '0000:31:00.0', of: 'gpu', port: false, gpu: 2 }] },
  },
  { name: 'a NIC whose link flaps', rule: 'nic-link-drops', fault: { kernelLog: FLAPPING } },
  {
    name: 'a hot GPU',
    rule: 'gpu-throttled',
    fault: { hot: 6, clocks: { 6: 1200 } },
    names: { gpu: 6, why: 'thermal' },
  },
  {
    name: 'a GPU that its power supply holds back',
    rule: 'gpu-throttled',
    fault: { braked: 3, clocks: { 3: 1100 } },
    names: { gpu: 3, why: 'power-brake' },
  },
  {
    name: 'a slow GPU without a reason',
    rule: 'gpu-throttled',
    fault: { clocks: { 2: 1300 } },
    names: { gpu: 2 },
  },
  {
    name: 'a lower power limit',
    rule: 'gpu-throttled',
    fault: { powerLimits: { 0: 400 } },
    names: { gpu: 0 },
  },
  {
    name: 'a NIC that its firmware holds to half its rate',
    rule: 'nic-degraded',
    fault: { ports: { 5: '200' }, firmware: { 5: '28.33.0751' } },
    names: { device: 'mlx5_5', firmware: '28.33.0751', usualFirmware: '28.39.3560' },
  },
  { name: 'a NIC at half its rate', rule: 'nic-degraded', fault: { ports: { 4: '200' } } },
  { name: 'a NIC that is down', rule: 'nic-degraded', fault: { ports: { 4: 'down' } } },
  { name: 'no subnet manager', rule: 'nic-degraded', fault: { ports: { 0: 'initializing' } } },
  { name: 'no peer memory module', rule: 'host-asymmetry', fault: { peerMemory: false } },
  { name: 'another driver', rule: 'host-asymmetry', fault: { driver: '535.104.05' } },
  { name: 'a GPU less', rule: 'host-asymmetry', fault: { gpus: 7 } },
  { name: 'all interrupts on one core', rule: 'irq-affinity', fault: { interruptsOn: [1, 1, 1, 1] } },
  {
    name: 'packets lost on RoCE',
    rule: 'roce-congestion',
    fault: { counters: { out_of_sequence: 250_000 } },
    all: { linkLayer: 'Ethernet' },
  },
  {
    name: 'congestion that RoCE marks (CNP)',
    rule: 'roce-congestion',
    fault: { counters: { np_cnp_sent: 5_512_345 } },
    all: { linkLayer: 'Ethernet' },
    names: { why: 'marked' },
    severity: 'info',
  },
  { name: 'another MTU', rule: 'mtu-mismatch', fault: { mtus: { 3: 1024 } }, all: { linkLayer: 'Ethernet' } },
  { name: 'a tiny buffer', rule: 'buffsize-too-small', fault: { settings: { NCCL_BUFFSIZE: '8192' } } },
  { name: 'a slip in a name', rule: 'env-unknown', fault: { settings: { NCCL_BUFFER_SIZE: '8388608' } } },
  { name: 'a protocol from a blog', rule: 'env-override', fault: { settings: { NCCL_PROTO: 'LL' } } },
  {
    name: 'a setting on three of four hosts',
    rule: 'env-not-propagated',
    fault: { settings: { NCCL_DEBUG: 'WARN' } },
    all: { settings: { NCCL_DEBUG: 'WARN', NCCL_IB_HCA: 'mlx5' } },
  },
]

describe.each(MUTATIONS)('$name', ({ rule, fault, all, names = {}, severity }) => {
  test('is found, blamed on its host alone, and gone when it is undone', () => {
    const before = loudIn(bundle({}, all).evidence)
    expect(before.map((it) => it.rule)).toEqual([])
    const loud = loudIn(bundle(fault, all).evidence)
    const found = severity === 'info' ? flat(runRules(bundle(fault, all), rules).found) : loud
    expect(found.filter((it) => it.rule === rule).map((it) => it.found.values)).toContainEqual(
      expect.objectContaining(names),
    )
    if (severity === 'info') expect(loud).toEqual([])
    const others = Array.from({ length: HOSTS }, (_, at) => `gpu-${at + 1}`).filter((host) => host !== ODD)
    for (const { found } of loud) if (found.subject !== undefined) expect(others).not.toContain(found.subject)
    expect(loudIn(bundle({}, all).evidence)).toEqual([])
    if (severity === 'info')
      expect(flat(runRules(bundle({}, all), rules).found).filter((it) => it.rule === rule)).toEqual([])
  })
})

test('one host of 64 that differs is named', () => {
  const all = facts(
    Array.from({ length: 64 }, (_, at) =>
      printed(`gpu-${at}`, `${printedHost({ driver: at === 41 ? '535.104.05' : '550.54.15' })}\n`),
    ).flat(),
  )
  const loud = loudIn(all.evidence)
  expect(loud.map(({ found }) => found.subject)).toEqual(['gpu-41'])
})

describe('damage', () => {
  const healthy = printedHost()
  const lines = healthy.split('\n')
  const siblings = [...printed('gpu-2', healthy), ...printed('gpu-3', healthy)]

  test('a listing that was cut inside "Width x16" accuses no link of x1', () => {
    const cuts = [...healthy.matchAll(/LnkSta:.*Width x1/g)].map(({ index, 0: seen }) => index + seen.length)
    expect(cuts.length).toBeGreaterThan(8)
    for (const cut of cuts) {
      const damaged = facts([...printed('gpu-1', healthy.slice(0, cut)), ...siblings])
      expect(loudIn(damaged.evidence).filter(({ rule }) => rule === 'pcie-downtrained')).toEqual([])
    }
  })

  const CASES: readonly Pick<Mutation, 'name' | 'fault' | 'all'>[] = [
    { name: 'no fault', fault: {} },
    ...MUTATIONS,
  ]

  /** What is loud of a host with the fault, damaged, beside two without, and not before. */
  function inventedBy(damage: (text: string) => string, { fault, all = {} }: (typeof CASES)[number]) {
    const beside = ['gpu-2', 'gpu-3'].flatMap((host) => printed(host, printedHost(all)))
    const whole = printedHost({ ...all, ...fault })
    const text = damage(whole)
    const loud = (text: string) => loudIn([...printed('gpu-1', text), ...beside])
    return invented(loud(whole), loud(text), `gpu-1 gpu-2 gpu-3\n${whole}`, text)
  }

  test('property: cut, swapped, doubled and garbled lines crash nothing and accuse nobody of what is not there', {
    timeout: 120_000,
  }, () => {
    const at = fc.nat({ max: lines.length - 1 })
    // A digit or a dot more makes another number, and nothing says that it is not that one.
    const noise = fc.string({ maxLength: 20 }).filter((by) => !/[\d.]/.test(by))
    const damage = fc.oneof(
      fc.record({ cut: fc.nat({ max: healthy.length }) }),
      fc.record({ swap: fc.tuple(at, at) }),
      fc.record({ twice: at }),
      fc.record({ garble: at, by: noise }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...CASES),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (mutation, damages) => {
          expect(inventedBy((text) => damages.reduce(damaged, text), mutation)).toEqual([])
        },
      ),
      propertyRuns(300, { share: 0.2 }, 'damage to a listing'),
    )
  })

  test.each(CASES)('mutations, $name: nothing is loud that was not', { timeout: 120_000 }, (mutation) => {
    for (const seed of sampled(upTo(100), { share: 0.05 }, `listing mutations, ${mutation.name}`))
      expect({ seed, invented: inventedBy((text) => mutated(text, seed), mutation) }).toEqual({
        seed,
        invented: [],
      })
  })

  type Damage =
    | { readonly cut: number }
    | { readonly swap: readonly [number, number] }
    | { readonly twice: number }
    | { readonly garble: number; readonly by: string }

  function damaged(text: string, damage: Damage): string {
    if ('cut' in damage) return text.slice(0, damage.cut)
    const lines = text.split('\n')
    if ('swap' in damage) {
      const [a, b] = damage.swap
      ;[lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? '']
    } else if ('twice' in damage) lines.splice(damage.twice, 0, lines[damage.twice] ?? '')
    else {
      const line = lines[damage.garble] ?? ''
      lines[damage.garble] = line.slice(0, line.length / 2) + damage.by + line.slice(line.length / 2)
    }
    return lines.join('\n')
  }
})
