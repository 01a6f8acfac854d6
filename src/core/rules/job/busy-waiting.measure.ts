/**
 * GPUs that show full utilisation and draw little power: a collective's kernel spins until the last rank comes. Several
 * samples, since a kernel may pause. A GPU that is held back draws little too, and is no waiting one: it is what others wait for.
 */

import { median } from 'simple-statistics'
import { computed } from '../../analysis/facts.ts'
import { throttledGpus } from '../../analysis/gpu-throttled.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import type { Place } from '../../evidence/place.ts'

export interface WaitingGpus {
  readonly host: HostView
  readonly waiting: readonly number[]
  /** Those that compute meanwhile. */
  readonly computing: readonly number[]
  /** Those that do nothing: late, or no part of the job. */
  readonly idle: readonly number[]
  /** Of the waiting. */
  readonly watts: number
  /** Their limit, or what the busiest sibling draws where no limit is known. */
  readonly ofWatts: number
  readonly by: 'limit' | 'siblings'
  readonly places: readonly Place[]
}

const FEWEST_SAMPLES = threshold(
  'busy-waiting.samples',
  3,
  'count',
  'our choice: a kernel may pause in one or two',
)
/** To compare the power of one with. */
const FEWEST_GPUS = threshold(
  'busy-waiting.gpus',
  3,
  'count',
  'our choice: beside one sibling nothing says how much is usual',
)
/** dmon rounds, and a sample may begin between two kernels. */
const FULL = threshold('busy-waiting.full', 95, 'percent', 'our choice: 100 % but for rounding')
const IDLE = threshold('busy-waiting.idle', 5, 'percent', 'our choice: what monitoring alone costs')
/** Of the power limit. */
const LITTLE = threshold(
  'busy-waiting.power',
  0.4,
  'share',
  'docs/diagnosis.md, In which order experts look: 100 % utilisation below 40 % of the power',
)

interface Drawn {
  readonly gpu: number
  readonly watts: number
  readonly lowest: number
  readonly usual: number
  readonly limit: number | undefined
  readonly places: readonly Place[]
}

export const waitingGpus = computed((facts): readonly WaitingGpus[] => {
  const throttled = new Set(throttledGpus(facts).map(({ host, gpu }) => `${host.name} ${gpu}`))
  return hosts(facts).flatMap((host): WaitingGpus[] => {
    const drawn = powerOf(host)
    const most = Math.max(0, ...drawn.map(({ watts }) => watts))
    const ofWatts = ({ limit }: Drawn) => limit ?? (drawn.length < FEWEST_GPUS.value ? 0 : most)
    const waiting = drawn.filter(
      (one) =>
        one.lowest >= FULL.value &&
        one.watts < LITTLE.value * ofWatts(one) &&
        !throttled.has(`${host.name} ${one.gpu}`),
    )
    const [first] = waiting
    if (!first) return []
    const others = drawn.filter((one) => !waiting.includes(one))
    return [
      {
        host,
        waiting: waiting.map(({ gpu }) => gpu),
        computing: others.filter(({ usual }) => usual > IDLE.value).map(({ gpu }) => gpu),
        idle: others.filter(({ usual }) => usual <= IDLE.value).map(({ gpu }) => gpu),
        watts: median(waiting.map(({ watts }) => watts)),
        ofWatts: ofWatts(first),
        by: first.limit === undefined ? 'siblings' : 'limit',
        places: [first, ...others].flatMap(({ places }) => places.slice(0, 2)).slice(0, 4),
      },
    ]
  })
})

/** Whether power and utilisation of any GPU were seen often enough. */
export const powerSeen = computed((facts): boolean =>
  hosts(facts).some((host) => powerOf(host).some(({ lowest }) => lowest >= FULL.value)),
)

function powerOf(host: HostView): readonly Drawn[] {
  const gpus = factsOf(host, 'gpu')
  const samples = [...factsOf(host, 'gpu-sample'), ...gpus].flatMap(
    ({ index, powerWatts, utilisation, place }) =>
      powerWatts === undefined || utilisation === undefined
        ? []
        : [{ index, powerWatts, utilisation, place }],
  )
  return [...groupBy(samples, ({ index }) => index)].flatMap(([gpu, ofGpu]): Drawn[] =>
    ofGpu.length < FEWEST_SAMPLES.value
      ? []
      : [
          {
            gpu,
            watts: median(ofGpu.map(({ powerWatts }) => powerWatts)),
            lowest: Math.min(...ofGpu.map(({ utilisation }) => utilisation)),
            usual: median(ofGpu.map(({ utilisation }) => utilisation)),
            limit: gpus.find(({ index }) => index === gpu)?.powerLimitWatts,
            places: ofGpu.map(({ place }) => place),
          },
        ],
  )
}
