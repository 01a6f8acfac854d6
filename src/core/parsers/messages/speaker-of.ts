/**
 * Who printed a line, or of whom it speaks: NCCL's "host:pid:tid [device]" (src/debug.cc), nccl-tests' "host: Test NCCL failure",
 * PyTorch's "[rank3]:" and "[Rank 3]", the tags of launchers, and what srun and mpirun say of a task.
 */
import type { MessageSpeaker } from '../../evidence/printed-messages.ts'
import { copy } from '../../text/copy.ts'
import { hostOf, prefixLength } from '../../text/launcher-prefix.ts'

/** What a form tells, by the names of its groups: host, pid, device, rank. */
const FORMS: readonly RegExp[] = [
  /(?:^|[\s\]>:])(?<host>[A-Za-z][\w.-]*):(?<pid>\d+):\d+(?: \[(?<device>\d+)\])? /,
  /(?:^|\s)(?<host>[\w.-]+): Test (?:NCCL|CUDA) failure/,
  / \.\. (?<host>[\w.-]+) pid (?<pid>\d+): Test failure/,
  /process rank (?<rank>\d+) with PID (?<pid>\d+) on node (?<host>[\w.-]+)/,
  /(?:srun|slurmstepd)[^:]*: error: (?:\*\*\* )?(?<host>[A-Za-z][\w.-]*): task (?<rank>\d+):/,
  /slurmstepd-(?<host>[\w.-]+): error/,
  /\[PG [^\]]*\bRank (?<rank>\d+)\]/,
  /\[[Rr]ank ?(?<rank>\d+)\]/,
  /\[\d+,(?<rank>\d+)\]<std/,
  /\bon rank (?<rank>\d+)\b/,
  /^ {0,4}(?<rank>\d{1,6}): /,
  /^(?:[A-Z][a-z]{2} [ \d]\d|\S*T)[ \d:.,+Z-]* (?<host>[\w.-]+) (?:kernel|slurmd|slurmstepd)\b/,
]

/** Empty where the line names nobody. What several forms tell is put together; the first that tells a thing is right. */
export function speakerOf(text: string): MessageSpeaker {
  const told: { host?: string; pid?: number; device?: number; rank?: number } = {}
  for (const form of FORMS) {
    const { host, pid, device, rank } = form.exec(text)?.groups ?? {}
    if (host !== undefined) told.host ??= copy(host)
    if (pid !== undefined) told.pid ??= Number(pid)
    if (device !== undefined) told.device ??= Number(device)
    if (rank !== undefined) told.rank ??= Number(rank)
  }
  const before = hostOf(text.slice(0, prefixLength(text)))
  return told.host === undefined && before !== undefined ? { ...told, host: copy(before) } : told
}
