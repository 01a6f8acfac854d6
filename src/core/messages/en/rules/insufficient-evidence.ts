/** English: insufficient-evidence. */
import type { Print } from '../../../base/print.ts'
import type {
  InsufficientEvidenceValues,
  UndecidedValues,
} from '../../../rules/number/insufficient-evidence.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, either } from '../phrases/words.ts'
import { report } from '../report.ts'

export const insufficientEvidence: RuleText<InsufficientEvidenceValues> = {
  name: 'the files are not enough for a verdict',
  about:
    'Says what is missing for a verdict: the machine, larger sizes, the collective, or any measurement at all.',

  title: ({ wanted, unread, undecided, beyond }, print) =>
    beyond
      ? `${beyond.collective} reaches ${print.rate(beyond.measured)}, more than this machine can give (at most ${print.rate(beyond.most)}): another machine, or another quantity`
      : undecided
        ? readings(undecided, print)
        : unread
          ? `${counted(unread.lines, print, 'line')} below the table’s header ${unread.lines === 1 ? 'looks like a row and was' : 'look like rows and were'} not understood${unread.line === undefined ? '' : ` (first: line ${unread.line})`}`
          : wanted.includes('rows')
            ? 'The test printed its header but no rows: it hung, or the output was truncated'
            : wanted.includes('measurement')
              ? 'These files contain no measurement: they show how the machine is built, not how fast it is'
              : wanted.includes('machine')
                ? 'Whether the number is good depends on the machine: specify it with --on (ringscope list presets)'
                : 'These files do not show whether the number is good',
  detail: ({ wanted, unread }) =>
    unread
      ? 'Rows are read as nccl-tests prints them: size, count, type, redop, root, then time, algbw, busbw and #wrong for each placement, with a decimal point and without separators of thousands.'
      : wanted.includes('rows')
        ? 'Only the NCCL log shows a hang before the first row.'
        : 'A verdict needs a measurement, the machine it was taken on, and sizes large enough for the curve to flatten.',
  actions: ({ wanted, machine }) => wanted.map((what) => report.collectNext(machine)[what]),
  explained: {
    knownBy: 'There is no measurement, or its machine, collective, ranks or sizes are not known.',
    costs: 'ringscope cannot give a verdict.',
    todo: 'Collect what the finding lists.',
    verify: 'The next run gives a verdict.',
  },
}

/** Both readings, and the fact that decides between them. */
function readings({ collective, measured, fact, fine, low }: UndecidedValues, print: Print): string {
  const reached = `${collective} reaches ${print.rate(measured)}`
  const names = (values: UndecidedValues['fine']) => either(values.map(({ value }) => value))
  if (fine.length === 0)
    return `${reached}, low on every usual machine; not in these files: ${report.open[fact]}`
  if (low.length === 0) return `${reached}: what that means depends on ${report.open[fact]}`
  return `${reached}: healthy with ${names(fine)}, low with ${names(low)}; these files do not say which`
}
