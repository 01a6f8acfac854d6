/** What of a host decides how fast cards reach each other without NVLink: CPU, sockets, PCIe switches. */

import { groupBy } from '../../base/group-by.ts'
import type { CpuFact } from '../../evidence/host-facts.ts'
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import type { LinkId } from '../../machine/links.ts'
import type { KnownHost } from '../../machine/plausible/value.ts'
import { hostOf } from '../communicators.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { factsOf, hosts } from '../hosts.ts'
import { areAlike } from '../jobs.ts'
import { type FactOfRun, open, read } from './fact-of-run.ts'

export function hostOfRun(
  facts: Facts,
  names: readonly string[],
  matrix: TopoMatrix | undefined,
): FactOfRun<KnownHost> {
  const isOfRun = (host: string | undefined) =>
    names.length === 0 || names.some((name) => areAlike(facts, name, host))
  const cpu = hosts(facts)
    .filter(({ name }) => isOfRun(name))
    .flatMap((host) => factsOf(host, 'cpu'))
    .find(({ virtualised }) => !virtualised)
  const seated = matrix ? placed(matrix) : {}
  const logged = socketLink(facts, isOfRun)
  const known: KnownHost = {
    ...(cpu ? cpuOf(cpu) : {}),
    ...(logged ? { cpuLink: logged.link, ...(logged.cpu ? { cpu: logged.cpu } : {}) } : {}),
    ...seated,
  }
  if (Object.keys(known).length === 0) return open('host')
  const places = [cpu?.place, logged?.place, Object.keys(seated).length > 0 ? matrix?.place : undefined]
  return read(
    'host',
    known,
    places.filter((place) => place !== undefined),
  )
}

/** Xeons of the fourth generation are numbered 84xx, 64xx …, of the fifth 85xx, of the sixth 69xxP, 67xx. */
function cpuOf({ vendor, model, sockets }: CpuFact): KnownHost {
  const counted = sockets === undefined ? {} : { sockets }
  switch (vendor) {
    case 'amd':
      return { cpu: 'amd', cpuLink: 'cpu-amd', ...counted }
    case 'arm':
      return { cpu: 'arm', ...counted }
    case 'power':
      return { cpu: 'power', cpuLink: 'cpu-power', ...counted }
    case 'intel': {
      const link = xeonLink(model)
      return { cpu: 'intel', ...(link ? { cpuLink: link } : {}), ...counted }
    }
    case 'other':
      return counted
  }
}

function xeonLink(model: string): LinkId | undefined {
  if (/E[57]-\d{4}/.test(model)) return 'cpu-intel-qpi'
  const [, generation] = /\b(?:Platinum|Gold|Silver|Bronze)\s+\d(\d)\d\d/i.exec(model) ?? []
  if (generation === undefined) return /\b6[79]\d\d[PE]?\b/.test(model) ? 'cpu-intel-emr' : undefined
  if (Number(generation) <= 3) return 'cpu-intel-upi'
  return generation === '4' ? 'cpu-intel-spr' : 'cpu-intel-emr'
}

/** NCCL prints the rate that it takes between sockets: SYS[10.0] (src/graph/topo.h). */
const BY_RATE: Readonly<Record<number, { readonly link: LinkId; readonly cpu?: 'intel' | 'amd' }>> = {
  6: { link: 'cpu-intel-qpi' },
  9: { link: 'cpu-intel-qpi', cpu: 'intel' },
  10: { link: 'cpu-intel-upi', cpu: 'intel' },
  16: { link: 'cpu-amd', cpu: 'amd' },
  22: { link: 'cpu-intel-spr', cpu: 'intel' },
  40: { link: 'cpu-intel-emr', cpu: 'intel' },
}

function socketLink(facts: Facts, isOfRun: (host: string | undefined) => boolean) {
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const { value, by, place } of log.links) {
      const known = value.type === 'SYS' ? BY_RATE[Math.round(value.bandwidth)] : undefined
      if (known && isOfRun(hostOf(log, by[0] ?? 0))) return { ...known, place }
    }
  return undefined
}

const UNDER_ONE_SWITCH = ['PIX', 'PXB']

/** Sockets and PCIe switches, as far as the cells between GPUs tell: NVLinks hide them. */
export function placed(matrix: TopoMatrix): Pick<KnownHost, 'sockets' | 'gpusPerSwitch'> {
  const gpus = matrix.devices.filter(({ kind }) => kind === 'gpu')
  const cells = gpus.flatMap((a) =>
    gpus.flatMap((b) => (a === b ? [] : [{ a, path: matrix.cells.get(a.name)?.get(b.name)?.path }])),
  )
  if (cells.length === 0 || cells.some(({ path }) => path === undefined || path === 'NV')) return {}
  const beside = groupBy(
    cells.filter(({ path }) => path !== undefined && UNDER_ONE_SWITCH.includes(path)),
    ({ a }) => a,
  )
  const most = Math.max(0, ...[...beside.values()].map((list) => list.length))
  return {
    sockets: cells.some(({ path }) => path === 'SYS' || path === 'SOC') ? 2 : 1,
    gpusPerSwitch: most === 0 ? 0 : most + 1,
  }
}
