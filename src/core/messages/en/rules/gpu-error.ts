/** English: gpu-error. */
import type { GpuErrorValues } from '../../../rules/machine/gpu-error.ts'
import type { RuleText } from '../../rule-text.ts'
import { nameOf, on } from '../phrases/host.ts'

export const gpuError: RuleText<GpuErrorValues> = {
  name: 'a GPU that reported errors: Xid, ECC, row remapping',
  about:
    'Error where it is gone from the bus or a row of memory could not be replaced; warning after uncorrectable memory errors, and where its firmware stopped; info for a row that waits for a reset, for Xids that applications cause, and for others. Corrected errors are no finding.',

  title: ({ gpus, why, xids, uncorrected, back, host }, print) =>
    `${names(gpus)}${on(host)} ${back ? 'had fallen off the bus, and is back' : ERROR[why].title}${xids.length > 0 ? ` (Xid ${codes(xids)})` : uncorrected > 0 ? `: ${print.count(uncorrected)} uncorrected since the driver was loaded` : ''}`,
  cause: ({ gpus, why }) => `${names(gpus)} ${ERROR[why].title}`,
  detail: ({ why, xids }, print) =>
    `${ERROR[why].detail}${xids.some(({ times }) => times > 1) ? ` Lines: ${xids.map(({ code, times }) => `Xid ${code} ${print.count(times)}`).join(', ')}.` : ''}`,
  actions: ({ gpus, why, host }) => [
    ...ERROR[why].actions,
    ...(why === 'application' || why === 'remapped' || why === 'other'
      ? []
      : [`Drain ${host ?? 'the host'} until it is done; again on ${names(gpus)}: have the GPU exchanged`]),
  ],
  verify: () => 'dmesg -T | grep -i xid: no new lines; nvidia-smi -q -d ECC,ROW_REMAPPER in order',
  inOrder: 'no errors of GPUs',
  explained: {
    knownBy:
      'dmesg: "NVRM: Xid"; nvidia-smi -q: ECC Errors, Remapped Rows. The address becomes a GPU’s number where nvidia-smi -q or NCCL’s log tells it.',
    costs: 'The job: the process on that GPU ends, and the others wait for it.',
    todo: 'By kind: restart, reset, exchange; for an application’s, look at the program.',
    verify: 'No new Xid; nvidia-smi -q -d ECC,ROW_REMAPPER in order.',
  },
}

const names = (gpus: GpuErrorValues['gpus']): string => gpus.map(nameOf).join(', ')

const codes = (xids: GpuErrorValues['xids']): string => xids.map(({ code }) => code).join(', ')

const ERROR: Readonly<
  Record<
    GpuErrorValues['why'],
    { readonly title: string; readonly detail: string; readonly actions: readonly string[] }
  >
> = {
  'off-the-bus': {
    title: 'fell off the bus: the host no longer reaches it',
    detail:
      'The process on it ends or hangs, and all ranks of the job with it. Power, heat, the slot or the GPU itself.',
    actions: ['Restart the host (a reset is seldom enough); nvidia-smi -L: are all GPUs there?'],
  },
  'remap-failed': {
    title: 'could not replace a bad row of its memory',
    detail: 'No spare row is left where it is needed: the error will come again.',
    actions: ['nvidia-smi -q -d ROW_REMAPPER,ECC: Remapping Failure Occurred'],
  },
  memory: {
    title: 'had uncorrectable memory errors',
    detail:
      'Such an error ends the process that used the memory; the other ranks then hang or report that it left. After a reset the row is replaced, and the GPU is as good as before.',
    actions: ['nvidia-smi -q -d ECC,ROW_REMAPPER; where a row is pending, reset the GPU without jobs'],
  },
  firmware: {
    title: 'has firmware that stopped answering',
    detail:
      'The GPU’s own processor (GSP) or a controller did not answer the driver: commands wait, and the collective with them.',
    actions: ['Reset the GPU without jobs, or restart the host; again: another driver version'],
  },
  remapped: {
    title: 'will replace a bad row of its memory at the next reset',
    detail: 'The repair is under way. Until then jobs run as before: no loss of bandwidth follows from it.',
    actions: ['Reset the GPU when no job runs'],
  },
  other: {
    title: 'reported an error to the kernel',
    detail: 'What it means for communication is not known here.',
    actions: ['Look the number up in NVIDIA’s Xid catalogue'],
  },
  application: {
    title: 'reported errors that applications cause most often',
    detail:
      'A kernel that reads outside of its memory, or a process that was ended: most often the program, and often only the consequence of another failure.',
    actions: ['Which process was it (pid= in the line)? compute-sanitizer for the kernel in question'],
  },
}
