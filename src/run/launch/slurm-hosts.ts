/** Slurm's short form of many host names: "gpu[03-05,9],login1" (man scontrol, "hostlist expressions"). */

/** Undefined when it is no such list. */
export function firstHost(list: string): string | undefined {
  // Numbers keep their leading zeros; brackets may stand more than once in a name.
  const first = list
    .trim()
    .replace(/\[(\d+)[^\]]*\]/g, '$1')
    .split(',', 1)[0]
  return first !== undefined && /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(first) ? first : undefined
}
