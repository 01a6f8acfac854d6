/** A machine in a few words: "16 GPUs, 18 NVLinks each, 8 x 400 Gb/s per node". */
import type { Print } from '../../base/print.ts'
import { machineFacts } from '../../machine/facts.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Catalogue } from '../../messages/catalogue.ts'

export function machineText(
  machine: Machine,
  { ranks, nodes = machine.nodes }: { readonly ranks?: number; readonly nodes?: number },
  { expect }: Pick<Catalogue, 'expect'>,
  print: Print,
): string {
  const facts = machineFacts(machine)
  const links = Math.max(...facts.gpuLinks)
  const linkName = links === 0 ? 'PCIe' : facts.gpuLinkKind?.startsWith('xgmi') ? 'xGMI' : 'NVLink'
  return expect.machine(
    {
      gpus: ranks ?? facts.gpus * nodes,
      links,
      linkName,
      nics: facts.nics.length,
      nicBandwidth: Math.max(0, ...facts.nics.map(({ rawBandwidth }) => rawBandwidth)),
      nodes,
    },
    print,
  )
}
