/**
 * GPUs that run slower than they could: by the reasons nvidia-smi gives, by a power limit below their siblings', or by a
 * clock under load far below the median of their siblings. A power cap alone is how a loaded GPU works; idle is no fault.
 */

import { median } from 'simple-statistics'
import { groupBy } from '../base/group-by.ts'
import { threshold } from '../base/threshold.ts'
import type { GpuFact, GpuSampleFact } from '../evidence/gpu-facts.ts'
import type { Place } from '../evidence/place.ts'
import { computed } from './facts.ts'
import { factsOf, type HostView, hosts } from './hosts.ts'

export interface ThrottledGpu {
  readonly host: HostView
  readonly gpu: number
  readonly why: 'thermal' | 'power-brake' | 'hardware' | 'slower' | 'power-limit'
  readonly clockMhz?: number
  readonly usualMhz?: number
  readonly celsius?: number
  readonly limitWatts?: number
  readonly usualWatts?: number
  readonly siblings: number
  readonly places: readonly Place[]
}

/** Under less load a GPU lowers its clock by itself. */
const LOADED = threshold(
  'gpu-throttled.loaded',
  50,
  'percent',
  'our choice: kernels run most of the time, so that the clock is that of work',
)
/** Of the siblings' clock or power limit: healthy ones under the same load lie within a few percent of each other. */
const SLOWER = threshold('gpu-throttled.slower', 0.9, 'share', 'docs/diagnosis.md, Reading a number')
/** With fewer nothing is usual. */
const FEWEST = threshold('gpu-throttled.gpus', 3, 'count', 'our choice: of two nothing says which is right')

const REASONS: readonly (readonly [RegExp, ThrottledGpu['why']])[] = [
  [/Thermal Slowdown/i, 'thermal'],
  [/Power Brake/i, 'power-brake'],
  [/^HW Slowdown/i, 'hardware'],
]

export const throttledGpus = computed((facts): readonly ThrottledGpu[] => {
  const all = hosts(facts)
  const limits = all.flatMap((host) => factsOf(host, 'gpu').map((gpu) => ({ host, gpu })))
  const found = all.flatMap((host) => [...byReason(host), ...byClock(host)])
  const named = new Set(found.map(({ host, gpu }) => `${host.name} ${gpu}`))
  return [
    ...[...groupBy(found, ({ host, gpu }) => `${host.name} ${gpu}`).values()].map(together),
    ...byLimit(limits).filter(({ host, gpu }) => !named.has(`${host.name} ${gpu}`)),
  ]
})

/** Whether a host's files show it, in order or not. */
export const showsClocks = (host: HostView): boolean =>
  factsOf(host, 'gpu').length > 0 ||
  factsOf(host, 'gpu-sample').some(({ utilisation = 0 }) => utilisation >= LOADED.value)

export const clocksSeen = computed((facts): boolean => hosts(facts).some(showsClocks))

function byReason(host: HostView): readonly ThrottledGpu[] {
  const gpus = factsOf(host, 'gpu')
  return gpus.flatMap((gpu): ThrottledGpu[] => {
    const shown = REASONS.flatMap(([pattern, why]) => {
      const reasonSeen = gpu.throttled.find(({ reason }) => pattern.test(reason))
      return reasonSeen ? [{ why, place: reasonSeen.place }] : []
    })
    const [first] = shown
    if (!first) return []
    return [
      {
        host,
        gpu: gpu.index,
        why: first.why,
        ...clocksOf(gpu),
        siblings: gpus.length - 1,
        places: [first.place],
      },
    ]
  })
}

const clocksOf = ({ smClockMhz, maxSmClockMhz, celsius }: GpuFact) => ({
  ...(smClockMhz === undefined ? {} : { clockMhz: smClockMhz }),
  ...(maxSmClockMhz === undefined ? {} : { usualMhz: maxSmClockMhz }),
  ...(celsius === undefined ? {} : { celsius }),
})

/** From dmon: the median clock of each GPU under load beside that of its siblings. */
function byClock(host: HostView): readonly ThrottledGpu[] {
  const loaded = factsOf(host, 'gpu-sample').filter(
    ({ utilisation = 0, smClockMhz }) => utilisation >= LOADED.value && smClockMhz !== undefined,
  )
  const gpus = [...groupBy(loaded, ({ index }) => index)].map(([gpu, samples]) => ({
    gpu,
    samples,
    clock: median(samples.map(({ smClockMhz = 0 }) => smClockMhz)),
  }))
  if (gpus.length < FEWEST.value) return []
  const usual = median(gpus.map(({ clock }) => clock))
  return gpus
    .filter(({ clock, samples }) => clock < SLOWER.value * usual || samples.some(isHot))
    .map(({ gpu, samples, clock }) => {
      const celsius = Math.max(...samples.map((sample) => sample.celsius ?? 0))
      return {
        host,
        gpu,
        why: samples.some(isHot) ? 'thermal' : 'slower',
        clockMhz: clock,
        usualMhz: usual,
        ...(celsius > 0 ? { celsius } : {}),
        siblings: gpus.length - 1,
        places: samples.map(({ place }) => place).slice(0, 2),
      }
    })
}

const isHot = ({ thermalViolation }: GpuSampleFact): boolean => thermalViolation === true

/** One finding a GPU: what nvidia-smi -q says of the reason, what dmon says of the clock. */
function together(gpus: readonly ThrottledGpu[]): ThrottledGpu {
  const [first, ...more] = gpus
  if (!first) throw new Error('a group is never empty')
  const clocks = [...gpus].reverse().find(({ usualMhz }) => usualMhz !== undefined)
  return {
    ...first,
    ...(clocks?.clockMhz === undefined ? {} : { clockMhz: clocks.clockMhz }),
    ...(clocks?.usualMhz === undefined ? {} : { usualMhz: clocks.usualMhz }),
    siblings: Math.max(first.siblings, ...more.map(({ siblings }) => siblings)),
    places: gpus.flatMap(({ places }) => places).slice(0, 4),
  }
}

/** A power limit below that of most GPUs of its model. All alike is how the site is run. */
function byLimit(
  all: readonly { readonly host: HostView; readonly gpu: GpuFact }[],
): readonly ThrottledGpu[] {
  return [...groupBy(all, ({ gpu }) => gpu.name).values()].flatMap((model) => {
    const limits = model.flatMap(({ gpu }) => gpu.powerLimitWatts ?? [])
    if (limits.length < FEWEST.value) return []
    const usual = median(limits)
    return model.flatMap(({ host, gpu }): ThrottledGpu[] => {
      const { powerLimitWatts = usual, powerLimitPlace, index } = gpu
      return powerLimitWatts < SLOWER.value * usual && powerLimitPlace
        ? [
            {
              host,
              gpu: index,
              why: 'power-limit',
              limitWatts: powerLimitWatts,
              usualWatts: usual,
              siblings: limits.length - 1,
              places: [powerLimitPlace],
            },
          ]
        : []
    })
  })
}
