/** English: gpu-error. */

import type { GpuErrorValues } from '../../../rules/machine/gpu-error.ts'
import type { RuleText } from '../../rule-text.ts'
import { nameOf, on } from '../phrases/host.ts'
import { list } from '../phrases/words.ts'

export const gpuError: RuleText<GpuErrorValues> = {
  name: 'a GPU that reported errors: Xid, ECC, row remapping',
  about:
    'Error if it fell off the bus or a memory row could not be remapped; warning after uncorrectable memory errors or if its firmware stopped; info for a remapping that waits for a reset, for Xids that applications cause, and for other Xids. Corrected errors are not reported.',

  title: ({ gpus, why, xids, uncorrected, back, host }, print) =>
    `${names(gpus)}${on(host)} ${back ? 'fell off the bus, but is back' : ERROR[why].title}${xids.length > 0 ? ` (Xid ${codes(xids)})` : uncorrected > 0 ? `: ${print.count(uncorrected)} uncorrectable since the driver was loaded` : ''}`,
  cause: ({ gpus, why }) => `${names(gpus)} ${ERROR[why].title}`,
  detail: ({ why, xids }, print) =>
    `${ERROR[why].detail}${xids.some(({ times }) => times > 1) ? ` Log lines: ${list(xids.map(({ code, times }) => `${print.count(times)} for Xid ${code}`))}.` : ''}`,
  actions: ({ gpus, why, host }) => [
    ...ERROR[why].actions,
    ...(why === 'application' || why === 'remapped' || why === 'other'
      ? []
      : [
          `Drain ${host ?? 'the host'} until this is done. If it happens to ${names(gpus)} again, have the GPU replaced`,
        ]),
  ],
  verify: () =>
    'dmesg -T | grep -i xid shows no new lines; nvidia-smi -q -d ECC,ROW_REMAPPER shows no new errors',
  inOrder: 'no GPU errors',
  explained: {
    knownBy:
      'dmesg: "NVRM: Xid"; nvidia-smi -q: ECC Errors, Remapped Rows. nvidia-smi -q or NCCL’s log maps the PCI address to a GPU number.',
    costs: 'The job: the process on that GPU ends, and the other ranks wait for it.',
    todo: 'Depends on the error: reboot the host, or reset or replace the GPU. For Xids that applications cause, check the program.',
    verify: 'No new Xid, and no new errors in nvidia-smi -q -d ECC,ROW_REMAPPER.',
  },
}

const names = (gpus: GpuErrorValues['gpus']): string => list(gpus.map(nameOf))

const codes = (xids: GpuErrorValues['xids']): string => list(xids.map(({ code }) => String(code)))

const ERROR: Readonly<
  Record<
    GpuErrorValues['why'],
    { readonly title: string; readonly detail: string; readonly actions: readonly string[] }
  >
> = {
  'off-the-bus': {
    title: 'fell off the bus: the host can no longer reach it',
    detail:
      'The process on it ends or hangs, and with it all ranks of the job. Possible causes: power, heat, the slot, or the GPU itself.',
    actions: ['Reboot the host (a GPU reset is seldom enough); nvidia-smi -L: are all GPUs listed?'],
  },
  'remap-failed': {
    title: 'could not remap a bad memory row',
    detail: 'No spare row is left in that memory bank, so the error will recur.',
    actions: ['nvidia-smi -q -d ROW_REMAPPER,ECC: does it show Remapping Failure Occurred?'],
  },
  memory: {
    title: 'had uncorrectable memory errors',
    detail:
      'Such an error ends the process that used the memory; the other ranks then hang or report that it left. A reset remaps the row, and the GPU is then as good as before.',
    actions: ['nvidia-smi -q -d ECC,ROW_REMAPPER; if a row is pending, reset the GPU while no job runs'],
  },
  firmware: {
    title: 'has firmware that stopped responding',
    detail:
      'The GPU System Processor (GSP) or a controller did not answer the driver, so commands and collectives wait.',
    actions: [
      'Reset the GPU while no job runs, or reboot the host. If it happens again, try another driver version',
    ],
  },
  remapped: {
    title: 'will remap a bad memory row at the next reset',
    detail: 'Until then jobs run as before, without loss of bandwidth.',
    actions: ['Reset the GPU when no job runs'],
  },
  other: {
    title: 'reported an error to the kernel',
    detail: 'ringscope does not know what this error means for communication.',
    actions: ['Look up the number in NVIDIA’s Xid catalogue'],
  },
  application: {
    title: 'reported errors that are usually caused by applications',
    detail:
      'A kernel accessed memory out of bounds, or a process was killed. The program is usually the cause, and the error is often only the consequence of another failure.',
    actions: ['Find the process (pid= in the line), and run its kernel under compute-sanitizer'],
  },
}
