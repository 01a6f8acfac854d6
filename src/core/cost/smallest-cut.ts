/**
 * The smallest cut of directly linked GPUs: no set of rings can carry more than the links that leave any group of GPUs,
 * because every ring leaves every group at least once. For the usual meshes rings reach it (DGX-1V: six of 20 GB/s).
 */
import type { BytesPerSecond } from '../base/units.ts'
import type { Machine } from '../machine/machine.ts'
import { isGpuLink } from '../machine/path.ts'

/** Above this many GPUs only the groups of one GPU are looked at. */
const MOST_GPUS = 12

/** Of NVLink or xGMI between these GPUs, one direction; 0 when they are not all joined. */
export function smallestCut(machine: Machine, gpus: readonly string[]): BytesPerSecond {
  const place = new Map(gpus.map((id, index) => [id, index]))
  const links = machine.links.flatMap(({ from, to, bandwidth, ...link }) => {
    const [a, b] = [place.get(from), place.get(to)]
    return a === undefined || b === undefined || !isGpuLink({ from, to, bandwidth, ...link })
      ? []
      : [{ a, b, bandwidth }]
  })
  const leaving = (group: (gpu: number) => boolean) =>
    links.reduce((sum, { a, b, bandwidth }) => (group(a) && !group(b) ? sum + bandwidth : sum), 0)
  const alone = gpus.map((_, one) => leaving((gpu) => gpu === one))
  if (gpus.length > MOST_GPUS) return Math.min(...alone)
  let smallest = Math.min(...alone)
  // Each group that holds the last GPU but not all of them.
  const last = 2 ** (gpus.length - 1)
  for (let set = last; set < 2 * last - 1; set++)
    smallest = Math.min(
      smallest,
      leaving((gpu) => ((set >> gpu) & 1) === 1),
    )
  return smallest
}
