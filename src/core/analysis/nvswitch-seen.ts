/**
 * Machines whose GPUs all reach each other by NVLink, and the generation of these links, from the bandwidth that NCCL prints
 * for a GPU: links x 20 GB/s on Ampere, x 20.6 on Hopper, x 40.1 on Blackwell (NCCL src/graph/topo.h). Its topology file
 * and the GPU's name show it as well.
 */

import { threshold } from '../base/threshold.ts'
import { GBps } from '../base/units.ts'
import type { Place } from '../evidence/place.ts'
import { machineFacts } from '../machine/facts.ts'
import { gpuFromDeviceName } from '../machine/gpus.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { hostOfInput } from './hosts.ts'
import { areAlike } from './jobs.ts'

export interface NvSwitch {
  readonly host: string | undefined
  readonly place: Place
  /** With multicast (NVLS): Hopper and later. */
  readonly multicast: boolean
  /** GPU and CPU in one module (Grace): a machine of racks that NVLink joins. */
  readonly superchip: boolean
  /** Usable by one GPU, GB/s, where the log says so. */
  readonly bandwidth?: number
}

const HOPPER = 20.6
const BLACKWELL = 40.1
/** Of a GPU to its switches. */
const FEWEST_LINKS = threshold(
  'nvls-unavailable.links',
  4,
  'count',
  'our choice: no GPU of these generations is built with fewer links to a switch, H20 and H100 have 18, H800 8',
)
/** Boards of four SXM GPUs are meshed, and four of a host may be such a board. */
const FEWEST_GPUS = threshold(
  'nvls-unavailable.gpus',
  5,
  'count',
  'HGX H100 and A100: boards of four are meshed, those of eight have NVSwitches',
)
/** NVLink 4 and 5. */
const MOST_LINKS = 18

/** Of this host, or of one of the same job; undefined host: of any. */
export const nvSwitchOn = (facts: Facts, host: string | undefined): NvSwitch | undefined =>
  seen(facts).find((nvSwitch) => areAlike(facts, nvSwitch.host, host))

const seen = computed((facts): readonly NvSwitch[] => [
  ...evidenceOf(facts, 'nccl-log').flatMap((log) => {
    const superchip =
      log.links.some(({ value }) => value.type === 'C2C') ||
      log.routes.some(({ value }) => value.some(({ type }) => type === 'C2C' || type === 'P2C'))
    return log.links.flatMap(({ value: { type, to, bandwidth }, by, place }) =>
      type === 'NVL' && to.startsWith('NVS/')
        ? [...new Set(by.map((speaker) => hostOf(log, speaker)))].map((host) => ({
            host,
            place,
            superchip,
            multicast: isMultiple(bandwidth, HOPPER) || isMultiple(bandwidth, BLACKWELL),
            bandwidth,
          }))
        : [],
    )
  }),
  ...evidenceOf(facts, 'topology-xml').flatMap(({ machine, gpus: [first], place }) => {
    if (!first) return []
    const { inside, gpuLinkKind, gpuLinkBandwidth, gpuLinks } = machineFacts(machine)
    return inside === 'nvswitch'
      ? [
          {
            host: hostOfInput(facts, place.input),
            place: first.place,
            superchip: machine.links.some(({ kind }) => kind === 'nvlink-c2c'),
            multicast: gpuLinkKind === 'nvlink4' || gpuLinkKind === 'nvlink5',
            bandwidth: (gpuLinkBandwidth * Math.min(...gpuLinks)) / GBps,
          },
        ]
      : []
  }),
  ...evidenceOf(facts, 'benchmark').flatMap(({ devices }) =>
    devices.flatMap(({ name, host, place }) => {
      const model = gpuFromDeviceName(name)
      const most = Math.max(...devices.filter((one) => one.host === host).map(({ device }) => device + 1))
      return model && ((model.form === 'sxm' && most >= FEWEST_GPUS.value) || model.form === 'superchip')
        ? [{ host, place, multicast: model.nvls, superchip: model.form === 'superchip' }]
        : []
    }),
  ),
])

/** Compared as NCCL prints it, with one decimal. */
function isMultiple(bandwidth: number, of: number): boolean {
  const links = Math.round(bandwidth / of)
  return (
    links >= FEWEST_LINKS.value && links <= MOST_LINKS && (links * of).toFixed(1) === bandwidth.toFixed(1)
  )
}
