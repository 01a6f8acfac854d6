/** English: changed-since-baseline. */
import type { ChangedSinceBaselineValues } from '../../../rules/number/changed-since-baseline.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const changedSinceBaseline: RuleText<ChangedSinceBaselineValues> = {
  name: 'what changed since the runs given with --baseline',
  about:
    'A change counts only outside the spread of the baseline and above 2 %. Worse is a warning, more than 20 % worse an error, better is info. Settings that changed are listed first.',

  title: ({ collective, bytes, measured, was, change, only, settings }, print) =>
    only
      ? `${print.count(settings.length)} ${settings.length === 1 ? 'setting has' : 'settings have'} changed since the baseline: ${settings.map(({ name }) => name).join(', ')}`
      : `${collective} at ${print.bytes(bytes)} is ${print.percent(Math.abs(change))} ${change < 0 ? 'slower' : 'faster'} than the baseline: ${print.rate(measured)}, was ${print.rate(was)}`,
  detail: ({ lowest, highest, runs, settings, only }, print) =>
    [
      ...(settings.length > 0
        ? [
            `Settings that changed: ${settings.map(({ name, was, now }) => `${name} ${was ?? absent(name)} -> ${now ?? absent(name)}`).join('; ')}.`,
          ]
        : ['No setting that these files hold has changed.']),
      ...(only
        ? []
        : [
            runs > 1
              ? `The baseline's ${print.count(runs)} runs lie between ${print.rate(lowest)} and ${print.rate(highest)}.`
              : 'The baseline is one run: how far it scatters is not known.',
          ]),
    ].join(' '),
  actions: ({ change, settings, runs, collective, bytes, only }) =>
    change > 0 || only
      ? []
      : [
          ...(settings.length > 0
            ? [`Set back what changed, one by one: ${settings.map(({ name }) => name).join(', ')}`]
            : []),
          ...(runs > 1
            ? []
            : [
                `Repeat three times, to know the spread: ${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 100`,
              ]),
          'What these files do not hold: driver, firmware, BIOS, cabling, other jobs on the fabric',
        ],
  inOrder: 'nothing changed since the baseline',
  explained: {
    knownBy:
      'The same size of the same test in the runs given with --baseline; a change counts outside their spread and above 2 %.',
    costs: 'As the finding says; a job that used to fit its time no longer does.',
    todo: 'Settings that changed first; then driver, firmware, cabling, other jobs. Keep at least three runs as a baseline.',
    verify: 'The value is back inside the spread of the baseline.',
  },
}

/** A variable that is not there was not set; of a version or an option the file only says nothing. */
const absent = (name: string): string => (name.includes('_') ? 'unset' : 'not said')
