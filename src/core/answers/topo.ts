/** `ringscope topo`: a machine by its name, or the topologies and matrices that files hold. */
import { print } from '../base/print.ts'
import { failed, ok, type Result } from '../base/result.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Place } from '../evidence/place.ts'
import type { TopoMatrix } from '../evidence/topo-matrix.ts'
import type { TopologyXml } from '../evidence/topology-xml.ts'
import { machineNamed } from '../machine/named.ts'
import type { Catalogue } from '../messages/catalogue.ts'
import { machineText } from '../report/topo/machine-text.ts'
import type { TopoAnswer } from '../report/topo/text.ts'
import { topoOfMachine, topoOfMatrix } from '../report/topo/view.ts'

/** The problem: the nearest names. */
export function topoNamed(text: string, words: Catalogue): Result<readonly TopoAnswer[], readonly string[]> {
  const named = machineNamed(text)
  if (!named.ok) return failed(named.problem.nearest)
  const machine = named.value
  const title = machine.title + words.report.join.after + machineText(machine, {}, words, print)
  return ok([{ title, source: machine.id, view: topoOfMachine(machine), machine }])
}

/** Empty where files were read and hold none. */
export function topoInFiles(evidence: readonly Evidence[]): readonly TopoAnswer[] {
  const files = evidence.filter((item): item is TopologyXml => item.kind === 'topology-xml')
  // The matrix of a topology file is that of its machine, which knows the rates as well.
  const matrices = evidence.filter(
    (item): item is TopoMatrix =>
      item.kind === 'topo-matrix' && !files.some(({ place }) => place.input === item.place.input),
  )
  return [
    ...files
      .filter(({ gpus }) => gpus.length > 0)
      .map(({ machine, place }) => ({
        title: machine.title,
        source: placeOf(place),
        view: topoOfMachine(machine),
        machine,
      })),
    ...matrices.map((matrix) => ({
      title: matrix.host ?? placeOf(matrix.place),
      source: matrix.host === undefined ? '' : placeOf(matrix.place),
      view: topoOfMatrix(matrix),
    })),
  ]
}

const placeOf = ({ input, line }: Place): string => (line === undefined ? input : `${input}:${line}`)
