/** Lists of CPUs as the kernel writes them: "0-3,8", and as numactl does: "0 1 2 3 8". */

/** No machine has more; a range without end in a hostile file must not fill the memory. */
const MOST_CPUS = 8192

/** "0-3,8" -> [0, 1, 2, 3, 8] */
export function cpusIn(text: string): readonly number[] {
  const cpus: number[] = []
  for (const part of text.trim().split(/[\s,]+/)) {
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    if (from === undefined) continue
    const last = Math.min(Number(to ?? from), MOST_CPUS)
    for (let cpu = Number(from); cpu <= last && cpus.length < MOST_CPUS; cpu++) cpus.push(cpu)
  }
  return cpus
}
