/** English: changed-since-baseline. */

import type { ChangedSinceBaselineValues } from '../../../rules/number/changed-since-baseline.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list } from '../phrases/words.ts'

export const changedSinceBaseline: RuleText<ChangedSinceBaselineValues> = {
  name: 'what changed since the runs given with --baseline',
  about:
    'A change counts only if it is outside the spread of the baseline and above 2 %. Slower is a warning, more than 20 % slower an error, faster is info. Settings that changed are listed first.',

  title: ({ collective, bytes, measured, was, change, only, settings }, print) =>
    only
      ? `${counted(settings.length, print, 'setting')} changed since the baseline: ${list(settings.map(({ name }) => name))}`
      : `${collective} at ${print.bytes(bytes)} is ${print.percent(Math.abs(change))} ${change < 0 ? 'slower' : 'faster'} than the baseline: ${print.rate(measured)}, previously ${print.rate(was)}`,
  detail: ({ lowest, highest, runs, settings, only }, print) =>
    [
      ...(settings.length > 0
        ? [
            `Settings that changed: ${settings.map(({ name, was, now }) => `${name} ${was ?? absent(name)} -> ${now ?? absent(name)}`).join('; ')}.`,
          ]
        : ['No setting in these files has changed.']),
      ...(only
        ? []
        : [
            runs > 1
              ? `The ${print.count(runs)} baseline runs range from ${print.rate(lowest)} to ${print.rate(highest)}.`
              : 'The baseline is a single run, so its spread is not known.',
          ]),
    ].join(' '),
  actions: ({ change, settings, runs, collective, bytes, only }) =>
    change > 0 || only
      ? []
      : [
          ...(settings.length > 0
            ? [`Revert the changed settings one at a time: ${list(settings.map(({ name }) => name))}`]
            : []),
          ...(runs > 1
            ? []
            : [
                `Repeat three times to learn the spread: ${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 100`,
              ]),
          'Check what these files do not show: driver, firmware, BIOS, cabling, other jobs on the fabric',
        ],
  inOrder: 'nothing changed since the baseline',
  explained: {
    knownBy:
      'The same size of the same test in the runs given with --baseline. A change counts only outside their spread and above 2 %.',
    costs: 'As the finding says; a job may no longer finish in its usual time.',
    todo: 'Check the changed settings first, then driver, firmware, cabling and other jobs. Keep at least three runs as a baseline.',
    verify: 'The value is back inside the spread of the baseline.',
  },
}

/** A variable that is not there was not set; of a version or an option the file only gives nothing. */
const absent = (name: string): string => (name.includes('_') ? 'unset' : 'not given')
