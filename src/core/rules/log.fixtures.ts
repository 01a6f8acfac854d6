/** Evidence of NCCL's log: a line or two, or the log of a whole job, with a fault and without. */
import type { Facts } from '../analysis/facts.ts'
import { facts } from '../analysis/hand-made.fixtures.ts'
import { type JobMadeUp, jobLog, logOf, nvSwitch } from '../parsers/nccl-log/nccl-log.fixtures.ts'

export const job = (made: JobMadeUp = {}): Facts => facts([logOf(jobLog(made))])

export const text = (...lines: readonly string[]): Facts => facts([logOf(lines.join('\n'))])

export const onHost = (host: string, ...lines: readonly string[]) =>
  lines.map((line) => `${host}:71:72 [0] ${line}`)

export const oneHost: JobMadeUp = { hosts: ['gpu-01'], topology: nvSwitch() }

export const withoutGdr = (message: string) => message.replace('/GDRDMA', '')

export const SOCKET = [
  'NCCL INFO NET/IB : No device found.',
  'NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>',
  'NCCL INFO Using network Socket',
]

export const overSockets = (more: JobMadeUp = {}): JobMadeUp => ({
  ...more,
  edit: (message, at) => {
    const edited = more.edit ? more.edit(message, at) : message
    if (edited?.includes('NET/IB : Using')) return SOCKET[1]
    return edited
      ?.replace('Using network IB', 'Using network Socket')
      .replace(/NET\/IB\/\d+\/GDRDMA/, 'NET/Socket/0')
  },
})
