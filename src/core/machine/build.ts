/**
 * Builds the device graph of a machine from a few words about it, by the usual layout of its family.
 * Whatever was not said and had to be supposed is listed in `assumed`.
 */
import type { MachineDraft } from './draft.ts'
import { type GpuModel, gpuNamed } from './gpus.ts'
import { gpuLinks, usualJoining } from './layout/gpu-links.ts'
import { nicsOf, switchedBy } from './layout/nics.ts'
import { pcieTree } from './layout/pcie-tree.ts'
import type { LinkId } from './links.ts'
import type { Assumption, Cpu, Machine } from './machine.ts'
import { shortForm } from './short-form.ts'

export function buildMachine(draft: MachineDraft): Machine {
  const model = modelOf(draft)
  const { gpus, nics, nodes = 1 } = draft
  const cpu = draft.cpu ?? usualCpu(model)
  const fabric = draft.fabric ?? { kind: 'ib', oversubscription: 1 }
  const tree = pcieTree({
    model,
    gpus,
    cpu,
    cpuLink: draft.cpuLink ?? usualCpuLink(model, cpu),
    sockets: draft.sockets ?? usualSockets(model, gpus),
    gpusPerSwitch: draft.gpusPerSwitch ?? usualGpusPerSwitch(model, gpus),
    ...(nics ? { switched: switchedBy(nics) } : {}),
  })
  const each = linksOfEach(draft, model)
  const joining = draft.joining ?? (cardWithBridges(draft, model) ? 'bridges' : usualJoining(model, gpus))
  const joined = gpuLinks(model, joining, each, draft.nvlinkPairs)
  const network = nics ? nicsOf(nics, tree, model.pcie, fabric) : { devices: [], links: [] }
  const id = draft.id ?? shortForm(draft, model)
  return {
    id,
    title: draft.title ?? titleOf(draft, model),
    devices: [...tree.devices, ...joined.devices, ...network.devices],
    links: [...tree.links, ...joined.links, ...network.links],
    nodes,
    ...(nics || draft.fabric ? { fabric } : {}),
    assumed: [...new Set([...assumptionsOf(draft, model), ...(draft.assumed ?? [])])],
  }
}

function modelOf({ gpu, pcie }: MachineDraft): GpuModel {
  const model = typeof gpu === 'string' ? gpuNamed(gpu) : gpu
  if (!model) throw new Error(`no GPU model is called ${JSON.stringify(gpu)}`)
  return pcie ? { ...model, pcie } : model
}

function linksOfEach({ nvlinksPerGpu, gpus }: MachineDraft, model: GpuModel): readonly number[] {
  const usual = model.links?.count ?? 0
  return Array.from({ length: gpus }, (_, gpu) =>
    typeof nvlinksPerGpu === 'object' ? (nvlinksPerGpu[gpu] ?? usual) : (nvlinksPerGpu ?? usual),
  )
}

const isCard = ({ form }: GpuModel): boolean => form === 'pcie' || form === 'geforce'

const cardWithBridges = ({ nvlinksPerGpu }: MachineDraft, model: GpuModel): boolean =>
  isCard(model) && model.vendor === 'nvidia' && nvlinksPerGpu !== undefined && nvlinksPerGpu !== 0

/** Intel unless given, save where the CPU comes with the GPU. */
const usualCpu = ({ form }: GpuModel): Cpu => (form === 'superchip' ? 'arm' : 'intel')

/** Intel's CPUs of the years in which the GPU was new. */
function usualCpuLink({ computeCapability = 80, pcie }: GpuModel, cpu: Cpu): LinkId {
  if (cpu !== 'intel') return `cpu-${cpu}`
  if (pcie === 'pcie3' || pcie === 'pcie4') return computeCapability < 70 ? 'cpu-intel-qpi' : 'cpu-intel-upi'
  return computeCapability >= 100 ? 'cpu-intel-emr' : 'cpu-intel-spr'
}

function usualSockets({ form, id }: GpuModel, gpus: number): number {
  if (form === 'superchip') return id.startsWith('GB') ? Math.ceil(gpus / 2) : gpus
  return gpus < 4 ? 1 : 2
}

/**
 * SXM boards: two GPUs a switch up to Ampere, one from Hopper on, since each has a NIC of its own rate beside it.
 * Servers with eight cards: four a switch. Smaller ones and GeForce: on the CPU.
 */
function usualGpusPerSwitch(model: GpuModel, gpus: number): number {
  if (model.form === 'superchip' || model.form === 'geforce') return 0
  if (isCard(model)) return gpus >= 8 ? 4 : 0
  return model.pcie === 'pcie3' || (model.pcie === 'pcie4' && model.vendor === 'nvidia') ? 2 : 1
}

function assumptionsOf(draft: MachineDraft, model: GpuModel): readonly Assumption[] {
  const { nics, fabric, cpu, nvlinksPerGpu, nvlinkPairs, joining, gpus } = draft
  const bridgesUnknown = isCard(model) && model.links !== undefined
  const unusual = !isCard(model) && ![1, 4, 8, 16, 72].includes(gpus)
  const linksGiven = nvlinksPerGpu !== undefined || nvlinkPairs !== undefined || joining !== undefined
  return [
    ...(!linksGiven && (bridgesUnknown || unusual) ? (['nvlinks'] as const) : []),
    ...(cpu || model.form === 'superchip' ? [] : (['cpu'] as const)),
    ...(nics ? [] : (['nics'] as const)),
    ...(nics && nics.count > 0 && !nics.placement ? (['nic-placement'] as const) : []),
    ...(nics && nics.count > 0 && !fabric ? (['fabric'] as const) : []),
  ]
}

function titleOf({ gpus, nics }: MachineDraft, model: GpuModel): string {
  const ports = nics?.count ? ` + ${nics.count} x ${nics.bitsPerSecond / 1e9}G` : ''
  return `${gpus} x ${model.title}${ports}`
}
