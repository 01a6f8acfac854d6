/** English: nvlink-errors. */

import type { NvlinkErrorsValues } from '../../../rules/machine/nvlink-errors.ts'
import type { RuleText } from '../../rule-text.ts'
import { nameOf, on } from '../phrases/host.ts'
import { list } from '../phrases/words.ts'

export const nvlinkErrors: RuleText<NvlinkErrorsValues> = {
  name: 'NVLinks with errors',
  about:
    'Warning. Replay, CRC or recovery counters are far above those of all other links, or the kernel logged NVLink errors (Xid 74; 144 to 150 since Blackwell). A few corrected errors are normal, and so is a level that half of the links show.',

  title: ({ counters, xids, host, ...gpu }, print) =>
    xids.length > 0
      ? `The kernel logged NVLink errors for ${nameOf(gpu)}${on(host)}: Xid ${list(xids.map(String))}`
      : `NVLink ${counters[0]?.link ?? 0} of ${nameOf(gpu)}${on(host)} shows ${print.count(counters[0]?.count ?? 0)} ${counters[0]?.what ?? ''} errors`,
  cause: (gpu) => `NVLinks of ${nameOf(gpu)} have errors`,
  detail: ({ counters, usual, others, xids }, print) =>
    [
      ...(counters.length === 0
        ? []
        : [
            `${counters
              .slice(0, 4)
              .map(
                ({ link, what, count, grown }) =>
                  `Link ${link}: ${print.count(count)} ${what}${grown === undefined ? '' : ` (${print.count(grown)} more than in the previous listing)`}`,
              )
              .join(
                '; ',
              )}. ${others > 1 ? `The median of the ${print.count(others)} other links` : 'The count of the other link'} is ${print.count(usual)}.`,
            'A replay sends a packet again, and a recovery retrains the link: the data stays correct, but every collective waits meanwhile. The counters started when the driver was loaded.',
          ]),
      ...(xids.length === 0
        ? []
        : [
            'With such an Xid the link itself reported an error. A fatal error ends the job that uses the link, and the link stays down until the GPU is reset.',
          ]),
    ].join(' '),
  actions: ({ host, ...gpu }) => [
    `nvidia-smi nvlink -e -i ${pick(gpu)}, before and after a run: which counters grow?`,
    `nvidia-smi nvlink -s -i ${pick(gpu)}: are all links active?`,
    `If counters grow, reset the GPU while no job runs (nvidia-smi --gpu-reset -i ${pick(gpu)}). If they grow again, drain ${host ?? 'the host'} and have it repaired`,
  ],
  verify: () => 'nvidia-smi nvlink -e shows the same counters before and after a run',
  inOrder: 'NVLinks without errors',
  explained: {
    knownBy:
      'nvidia-smi nvlink -e for all GPUs, compared link by link; dmesg: "NVRM: Xid (PCI:0000:5d:00): 74".',
    costs: 'Jitter, lost bandwidth, and eventually a link that goes down.',
    todo: 'See which counters grow, and reset the GPU. If they grow again, drain the host and have it repaired.',
    verify: 'The counters are the same before and after a run.',
  },
}

/** As nvidia-smi -i takes it. */
const pick = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `${seat}.0` : `${gpu}`
