/** English: run-aborted. */
import type { RunAbortedValues } from '../../../rules/failure/run-aborted.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText, whoOf } from '../phrases/failure.ts'
import { counted } from '../phrases/words.ts'

export const runAborted: RuleText<RunAbortedValues> = {
  name: 'a run that ended before its last size',
  about:
    'Error, and the verdict is broken: a benchmark printed an error instead of its next row, or the job was cancelled or ran out of time.',

  title: ({ run, failure }, print) => {
    if (!run) return failure ? failureText.title(failure) : ''
    const { host, lastBytes, nextBytes, maxBytes, said } = run
    const on = host === undefined ? '' : ` on ${whoOf(host, undefined)}`
    const with_ = said === undefined ? '' : ` with "${said}"`
    if (lastBytes === undefined) return `The run ended${with_}${on} before its first row`
    return nextBytes === undefined
      ? `The run ended${with_}${on} after ${print.bytes(lastBytes)}`
      : `The run ended${with_}${on} at ${print.bytes(nextBytes)}${maxBytes === undefined || maxBytes === nextBytes ? '' : ` of ${print.bytes(maxBytes)}`}`
  },
  detail: ({ run, failure }, print) =>
    run
      ? `${run.rows === 0 ? 'Nothing was measured.' : `${counted(run.rows, print, 'row')} before it can still be read, but the run did not finish.`} The test says only that a call failed; NCCL's own line says which, and on which rank.`
      : failure
        ? failureText.detail(failure, print)
        : '',
  actions: ({ run, failure }) =>
    run || !failure
      ? [
          'Rerun with NCCL_DEBUG=WARN: the first line of level WARN names the cause',
          'If it fails at large sizes only, GPU memory may be the limit: nvidia-smi, or a smaller -e',
          'dmesg | grep -e Xid -e oom on the host',
        ]
      : failureText.actions(failure),
  verify: () => 'The test prints all sizes and its "Avg bus bandwidth" line',
  explained: {
    knownBy:
      '"Test NCCL failure" or "Test CUDA failure" below the rows; lines of the scheduler that cancel the job.',
    costs: 'Sizes that were not measured; the fault itself.',
    todo: 'Rerun with NCCL_DEBUG=WARN and read the first warning.',
    verify: 'The test prints all sizes.',
  },
}
