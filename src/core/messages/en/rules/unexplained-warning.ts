/** English: unexplained-warning. */
import type { UnexplainedWarningValues } from '../../../rules/failure/unexplained-warning.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'
import { counted, listSome } from '../phrases/words.ts'

export const unexplainedWarning: RuleText<UnexplainedWarningValues> = {
  name: 'a warning of NCCL that no other rule explains',
  about:
    'Warning: NCCL printed a line of level WARN that is not in the catalogue, or one that says that it goes on slower or smaller. With such a line, no number is called healthy. Info for lines of level INFO.',

  title: (values, print) =>
    known(values)
      ? failureText.title(values)
      : values.trouble
        ? `${counted(values.lines, print, 'line')} ${values.lines === 1 ? 'looks' : 'look'} like trouble and ${values.lines === 1 ? 'is' : 'are'} not in the catalogue: ${values.text ?? ''}`
        : `NCCL warns: ${values.text ?? ''}`,
  detail: (values, print) =>
    known(values)
      ? failureText.detail(values, print)
      : values.trouble
        ? 'No rule here reads these lines, so whether they matter to the numbers is open. While they are not explained, no number of these files is called healthy.'
        : `This line is not in the catalogue (${counted(values.lines, print, 'such line')}${values.hosts.length === 0 ? '' : `, on ${listSome(values.hosts, print)}`}). NCCL prints at level WARN what it considers a fault, so the numbers beside it may not be those of a healthy machine.`,
  actions: (values) =>
    known(values)
      ? failureText.actions(values)
      : values.trouble
        ? ['Read them with the lines around them: did the job go on?']
        : [
            'Read the lines around it: NCCL_DEBUG=INFO prints where it came from ("file.cc:LINE -> N")',
            'Search the text in the issues of NVIDIA/nccl, without its numbers and addresses',
          ],
  explained: {
    knownBy:
      'A line with "NCCL WARN" that no row of the catalogue matches, or a row that says that it goes on slower.',
    costs: 'Not known.',
    todo: 'Read the lines around it.',
    verify: 'The line does not come again.',
  },
}

type Known = UnexplainedWarningValues & Parameters<typeof failureText.title>[0]

const known = (values: UnexplainedWarningValues): values is Known => values.message !== undefined
