/** Names and options of nccl-tests, as the actions that findings propose write them. */

/** Programs whose name is not the collective's with _perf. */
const PROGRAMS: Readonly<Record<string, string>> = { all_to_all: 'alltoall_perf', send_recv: 'sendrecv_perf' }

/** all_reduce -> all_reduce_perf; where the collective is not known, the usual first test. */
export function testProgram(collective: string): string {
  if (Object.hasOwn(PROGRAMS, collective)) return PROGRAMS[collective] ?? ''
  const name = collective.replace(/_perf$/, '')
  return /^[a-z_]+$/.test(name) ? `${name}_perf` : 'all_reduce_perf'
}

/** -b and -e: 32M, 8G, or plain bytes where that is exact only so. */
export function sizeOption(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const scaled = bytes / 1024 ** power
  return Number.isInteger(scaled) ? `${scaled}${['', 'K', 'M', 'G'][power]}` : String(bytes)
}
