/** For each rule one set of facts on which it must speak, and one, as near to it as possible, on which it must not. */

import type { Facts } from '../analysis/facts.ts'
import {
  CUBE_MESH,
  doublings,
  facts,
  matrix,
  risingTo,
  run,
  switched,
} from '../analysis/hand-made.fixtures.ts'
import { GiB, KiB, MiB } from '../base/units.ts'
import type { RuleId } from '../messages/findings.ts'
import { hostFixtures } from './host.fixtures.ts'
import { logFixtures } from './log.fixtures.ts'
import type { Severity } from './rule.ts'
import { settingsFixtures } from './settings.fixtures.ts'

export interface RuleFixture {
  readonly speaks: Facts
  readonly severity: Severity
  readonly silent: Facts
}

const onA100 = { on: 'dgx-a100' }
export const healthy = facts([run({ host: 'gpu-07', busbw: risingTo(232) })], onA100)

/** A value at one size in place of the curve's. */
const at =
  (sizes: Readonly<Record<number, number>>, otherwise = risingTo(232)) =>
  (bytes: number): number =>
    sizes[bytes] ?? otherwise(bytes)

/** A run of ringscope perf whose largest size takes 16 ms. */
const onCpus = (limitMilliseconds: number | undefined) => {
  const its = run({ ranks: 2 })
  return {
    ...its,
    tool: 'ringscope-perf' as const,
    shares: [
      {
        bytes: 128 * MiB,
        algorithm: 'direct',
        inPlace: false,
        p50Seconds: 0.016,
        transferSeconds: 0.015,
        waitingSeconds: 0.001,
        ...(limitMilliseconds === undefined ? {} : { limitSeconds: limitMilliseconds / 1000 }),
        place: its.place,
      },
    ],
  }
}

const oneGpuShort = switched([12, 12, 12, 12, 12, 8, 12, 12], 'gpu-07')
const perIteration = (p99Seconds: number, iterations: number) => ({
  perIteration: { minSeconds: 1e-4, maxSeconds: 1, p50Seconds: 1e-3, p99Seconds, variation: 0.1, iterations },
})
const hosts = (values: readonly number[]) =>
  values.map((busbw, index) =>
    run({ host: `gpu-0${index}`, input: `gpu-0${index}.txt`, busbw: risingTo(busbw) }),
  )
const several = (values: Readonly<Record<'all_reduce' | 'all_gather' | 'reduce_scatter', number>>) =>
  Object.entries(values).map(([collective, busbw]) =>
    run({ collective: collective as 'all_reduce', input: `${collective}.txt`, busbw: risingTo(busbw) }),
  )
const PCIE_TWO_SOCKETS = `
  GPU0 GPU1 GPU2 GPU3
  GPU0 X PIX SYS SYS
  GPU1 PIX X SYS SYS
  GPU2 SYS SYS X PIX
  GPU3 SYS SYS PIX X`

export const fixtures: { readonly [Id in RuleId]: RuleFixture } = {
  ...logFixtures,
  ...settingsFixtures,
  ...hostFixtures,
  'share-of-limit': {
    speaks: facts([onCpus(12)]),
    severity: 'ok',
    silent: facts([onCpus(undefined)]),
  },
  'number-is-healthy': {
    speaks: healthy,
    severity: 'ok',
    silent: facts([run({ busbw: risingTo(150) })], onA100),
  },
  'bandwidth-below-expected': {
    speaks: facts([run({ busbw: risingTo(150) })], onA100),
    severity: 'warning',
    silent: healthy,
  },
  'average-misread': {
    speaks: facts([run({ average: { busbw: 84.9, place: { input: 'a.txt', line: 60, text: 'Avg' } } })]),
    severity: 'info',
    silent: facts([run({ average: { busbw: 228, place: { input: 'a.txt', line: 60, text: 'Avg' } } })]),
  },
  'sweep-not-saturated': {
    speaks: facts([run({ sizes: doublings(16 * MiB, 256 * MiB), busbw: risingTo(200, 150 * MiB) })], onA100),
    severity: 'info',
    silent: facts([run({ busbw: risingTo(150) })], onA100),
  },
  'busbw-above-link': {
    speaks: facts([run({ gpu: 'NVIDIA H100 80GB HBM3', busbw: risingTo(480) })], { on: 'dgx-h100' }),
    severity: 'info',
    silent: healthy,
  },
  'single-rank': {
    speaks: facts([
      run({
        ranks: 1,
        host: 'gpu-07',
        startedTogether: 8,
        measure: () => ({ busbw: 0, algbw: 600, seconds: 1e-3 }),
      }),
    ]),
    severity: 'error',
    silent: healthy,
  },
  'wrong-results': {
    speaks: facts(
      [run({ busbw: risingTo(100), measure: (bytes) => ({ wrong: bytes >= GiB ? 12 : 0 }) })],
      onA100,
    ),
    severity: 'error',
    silent: facts([run({ measure: () => ({ error: 5e-7 }) })]),
  },
  'latency-bound': {
    speaks: healthy,
    severity: 'info',
    silent: facts([run({ sizes: doublings(GiB) })], onA100),
  },
  'size-dip': {
    speaks: facts([run({ busbw: at({ [64 * MiB]: 120 }) })], onA100),
    severity: 'warning',
    silent: facts([run({ busbw: at({ [64 * MiB]: 170 }) })], onA100),
  },
  'size-collapse': {
    speaks: facts(
      [
        run({
          ranks: 24,
          hosts: ['a1', 'a2', 'a3'],
          busbw: (bytes) => (bytes > 32 * MiB ? 5.3 : risingTo(40)(bytes)),
        }),
      ],
      onA100,
    ),
    severity: 'error',
    silent: facts([run({ busbw: at({ [8 * GiB]: 60 }) })]),
  },
  'constant-time': {
    speaks: facts([run({ sizes: doublings(8, 16 * MiB), busbw: (bytes) => (1.75 * bytes) / 0.2e9 })], onA100),
    severity: 'error',
    silent: facts([run({ sizes: doublings(8, 16 * KiB), busbw: (bytes) => (1.75 * bytes) / 34e3 })], onA100),
  },
  'tail-latency': {
    speaks: facts([run({ measure: () => perIteration(4e-3, 100) })]),
    severity: 'warning',
    silent: facts([
      run({ measure: () => perIteration(4e-3, 20) }),
      run({ measure: () => perIteration(2e-3, 1000) }),
    ]),
  },
  'collectives-disagree': {
    speaks: facts(several({ all_reduce: 150, all_gather: 232, reduce_scatter: 232 }), onA100),
    severity: 'warning',
    silent: facts(several({ all_reduce: 232, all_gather: 230, reduce_scatter: 230 }), onA100),
  },
  'test-proves-less': {
    speaks: facts(
      [
        run({
          ranks: 16,
          hosts: ['h1', 'h2'],
          gpu: 'NVIDIA H100 80GB HBM3',
          busbw: risingTo(470, 100 * MiB),
        }),
      ],
      { on: 'dgx-h100' },
    ),
    severity: 'info',
    silent: healthy,
  },
  'changed-since-baseline': {
    speaks: facts([run({ busbw: risingTo(200), environment: { NCCL_PROTO: 'LL128' } })], {
      ...onA100,
      baseline: [facts([run({ busbw: risingTo(230) })]), facts([run({ busbw: risingTo(232) })])],
    }),
    severity: 'warning',
    silent: facts([run({ busbw: risingTo(231) })], {
      ...onA100,
      baseline: [facts([run({ busbw: risingTo(230) })]), facts([run({ busbw: risingTo(232) })])],
    }),
  },
  'slow-node': {
    speaks: facts(hosts([232, 231, 150, 230])),
    severity: 'warning',
    silent: facts(hosts([232, 231, 215, 230])),
  },
  'nic-far': {
    speaks: facts([matrix('GPU0 GPU1 NIC0\nGPU0 X NV12 PIX\nGPU1 NV12 X SYS')]),
    severity: 'info',
    silent: facts([matrix('GPU0 GPU1 NIC0 NIC1\nGPU0 X NV12 PIX SYS\nGPU1 NV12 X SYS PXB')]),
  },
  'cross-socket-path': {
    speaks: facts([matrix(PCIE_TWO_SOCKETS, 'gpu-07')]),
    severity: 'info',
    silent: facts([matrix(CUBE_MESH)]),
  },
  'gpu-asymmetry': {
    speaks: facts([run({ host: 'gpu-07', busbw: risingTo(151) }), oneGpuShort], onA100),
    severity: 'error',
    silent: facts([matrix(CUBE_MESH)]),
  },
  'p2p-unavailable': {
    speaks: facts([run({ host: 'gpu-07', gpu: 'NVIDIA GeForce RTX 4090', sizes: [] })]),
    severity: 'info',
    silent: healthy,
  },
  'insufficient-evidence': {
    speaks: facts([run()]),
    severity: 'info',
    silent: healthy,
  },
}
