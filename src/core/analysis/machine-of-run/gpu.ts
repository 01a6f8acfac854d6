/** Which GPU model ran: by the run's list of devices, else by what its hosts' tools and topology files name. */

import type { Place } from '../../evidence/place.ts'
import { type GpuModel, gpuFromDeviceName, gpuNamed } from '../../machine/gpus.ts'
import { gpuModelOfPci } from '../../machine/pci-ids.ts'
import type { Curve } from '../curves.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { factsOf, hostOfInput, hosts } from '../hosts.ts'
import { type FactOfRun, open, read } from './fact-of-run.ts'

/** A slice of a GPU, or one of a hypervisor's: of what such a part reaches nothing is known. */
const PART = /\bMIG\b|\bGRID\b|\bvGPU\b|-\d+[QC]\b/

/** Open where no name is known, or where the run has GPUs of several models. */
export function gpuOfRun(facts: Facts, { benchmarks, hosts: names }: Curve): FactOfRun<GpuModel> {
  const devices = benchmarks.flatMap((benchmark) => benchmark.devices)
  if (devices.length > 0) return oneModel(devices.map(({ name, place }) => ({ name, place })))
  const isOfRun = (host: string | undefined) =>
    names.length === 0 || host === undefined || names.includes(host)
  const listed = hosts(facts)
    .filter(({ name }) => isOfRun(name))
    .flatMap((host) => [...factsOf(host, 'gpu'), ...factsOf(host, 'gpu-name')])
    .flatMap(({ name, place }) => (name === undefined ? [] : [{ name, place }]))
  if (listed.length > 0) return oneModel(listed)
  const inFiles = evidenceOf(facts, 'topology-xml')
    .filter(({ place }) => isOfRun(hostOfInput(facts, place.input)))
    .flatMap(({ gpus }) => gpus)
    .flatMap(({ pciId, place }) => (pciId === undefined ? [] : [{ pciId, place }]))
  const ids = new Set(inFiles.map(({ pciId }) => pciId))
  const [vendor = '', device = ''] = [...ids][0]?.split(':') ?? []
  const model = ids.size === 1 ? gpuNamed(gpuModelOfPci(vendor, device) ?? '') : undefined
  return model
    ? read(
        'gpu',
        model,
        inFiles.slice(0, 1).map(({ place }) => place),
      )
    : open('gpu')
}

function oneModel(named: readonly { readonly name: string; readonly place: Place }[]): FactOfRun<GpuModel> {
  const models = new Set(named.map(({ name }) => (PART.test(name) ? undefined : gpuFromDeviceName(name))))
  const [model] = models
  return model && models.size === 1
    ? read(
        'gpu',
        model,
        named.slice(0, 1).map(({ place }) => place),
      )
    : open('gpu')
}
