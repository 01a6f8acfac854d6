/** Evidence of lines that say what failed, beside whatever else the same text holds. */
import type { Facts } from '../analysis/facts.ts'
import { facts } from '../analysis/hand-made.fixtures.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { printedMessages } from '../parsers/messages/printed-messages.ts'
import { ncclLog } from '../parsers/nccl-log/nccl-log.ts'
import { ncclTests } from '../parsers/nccl-tests/nccl-tests.ts'

/** What logs, tables and messages are read from the lines, as of one file. */
export function evidenceIn(lines: readonly string[], input = 'job.log'): readonly Evidence[] {
  return [ncclLog, ncclTests, printedMessages].flatMap((parser) => {
    const reader = parser.start(input)
    for (const [at, line] of lines.entries()) reader.line(line, at + 1)
    return reader.end().evidence
  })
}

export const printedText = (...lines: readonly string[]): Facts => facts([...evidenceIn(lines)])

/** A line that ends nothing: evidence in which a rule of failures could have spoken. */
export const DEGRADED = 'gpu-03:51:60 [0] NCCL INFO GPU Direct RDMA Disabled for HCA 0'

/** "gpu-03:51:60 [0] … NCCL WARN text": from process 51 of a host. */
export const warned = (text: string, host = 'gpu-03', source = 'misc/ibvwrap.cc:71'): string =>
  `${host}:51:60 [0] ${source} NCCL WARN ${text}`
