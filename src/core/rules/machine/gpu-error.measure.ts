/**
 * Errors of GPUs that the kernel's log (Xid) or nvidia-smi -q (ECC, row remapping) tell of: for each host and kind the
 * GPUs, each under the worst of its kinds. NVLink errors have a measure of their own: erring-nvlinks.ts.
 */

import { computed } from '../../analysis/facts.ts'
import { gpuAt, seatOf } from '../../analysis/gpu-seats.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import type { Place } from '../../evidence/place.ts'
import { meaningOf } from '../../knowledge/xids.ts'

export interface ErringGpu {
  readonly gpu?: number
  /** "0000:5d:00" */
  readonly seat?: string
  /** nvidia-smi -q lists it: it is there. */
  readonly listed: boolean
}

export interface GpuErrors {
  readonly host: HostView
  readonly why: GpuErrorKind
  readonly gpus: readonly ErringGpu[]
  /** Each code once, with how many lines. */
  readonly xids: readonly { readonly code: number; readonly times: number }[]
  /** Uncorrected memory errors since the driver was loaded. */
  readonly uncorrected: number
  readonly places: readonly Place[]
}

/** From the worst on. */
const KINDS = [
  'off-the-bus',
  'remap-failed',
  'memory',
  'firmware',
  'remapped',
  'other',
  'application',
] as const
export type GpuErrorKind = (typeof KINDS)[number]

interface Sign {
  readonly why: GpuErrorKind
  readonly erringGpu: ErringGpu
  readonly place: Place
  readonly xid?: number
  readonly uncorrected?: number
}

export const gpuErrors = computed((facts): readonly GpuErrors[] => {
  const indexAt = gpuAt(facts)
  return hosts(facts).flatMap((host) => {
    const signs = [...byXid(host, indexAt), ...byState(host)]
    const worst = new Map(
      [...groupBy(signs, nameOf)].map(([name, ofOneName]) => [
        name,
        KINDS.find((kind) => ofOneName.some(({ why }) => why === kind)),
      ]),
    )
    return KINDS.flatMap((why): GpuErrors[] => {
      const ofKind = signs.filter((sign) => worst.get(nameOf(sign)) === why)
      return ofKind.length === 0 ? [] : [together(host, why, ofKind)]
    })
  })
})

/** Whether a host's files would tell. */
export const showsGpuState = (host: HostView): boolean =>
  factsOf(host, 'gpu').length > 0 || host.sources.has('kernel-log')

const nameOf = ({ erringGpu }: Sign): string =>
  erringGpu.gpu === undefined ? `${erringGpu.seat}` : `GPU${erringGpu.gpu}`

function byXid(host: HostView, indexAt: ReturnType<typeof gpuAt>): readonly Sign[] {
  const listed = new Set(
    factsOf(host, 'gpu').flatMap(({ busId }) => (busId === undefined ? [] : seatOf(busId))),
  )
  return factsOf(host, 'kernel').flatMap(({ about, value, device, place }): Sign[] => {
    const why = about === 'xid' ? meaningOf(Number(value)) : 'nvlink'
    if (why === 'nvlink' || device === undefined) return []
    const seat = seatOf(device)
    const gpu = indexAt(host.name, seat)
    const erringGpu = { ...(gpu === undefined ? {} : { gpu }), seat, listed: listed.has(seat) }
    return [{ why, erringGpu, place, xid: Number(value) }]
  })
}

function byState(host: HostView): readonly Sign[] {
  return factsOf(host, 'gpu').flatMap(({ index, busId, eccUncorrected, remapping }): Sign[] => {
    const erringGpu = { gpu: index, ...(busId === undefined ? {} : { seat: seatOf(busId) }), listed: true }
    return [
      ...(remapping
        ? [
            {
              why: remapping.state === 'failed' ? ('remap-failed' as const) : ('remapped' as const),
              erringGpu,
              place: remapping.place,
            },
          ]
        : []),
      ...(eccUncorrected
        ? [
            {
              why: 'memory' as const,
              erringGpu,
              place: eccUncorrected.place,
              uncorrected: eccUncorrected.count,
            },
          ]
        : []),
    ]
  })
}

function together(host: HostView, why: GpuErrorKind, signs: readonly Sign[]): GpuErrors {
  const gpus = [...groupBy(signs, nameOf).values()].flatMap(([first]) => (first ? [first.erringGpu] : []))
  const codes = groupBy(
    signs.filter(({ xid }) => xid !== undefined),
    ({ xid = 0 }) => xid,
  )
  // The lines of the worst kind reveal it; what came with it stands behind.
  const places = [...signs.filter((sign) => sign.why === why), ...signs.filter((sign) => sign.why !== why)]
  return {
    host,
    why,
    gpus: gpus.toSorted((a, b) => (a.gpu ?? 0) - (b.gpu ?? 0)),
    xids: [...codes].map(([code, ofOneCode]) => ({ code, times: ofOneCode.length })),
    uncorrected: signs.reduce((sum, { uncorrected = 0 }) => sum + uncorrected, 0),
    places: places.map(({ place }) => place),
  }
}
