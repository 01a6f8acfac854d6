/** English: nvlink-errors. */
import type { NvlinkErrorsValues } from '../../../rules/machine/nvlink-errors.ts'
import type { RuleText } from '../../rule-text.ts'
import { nameOf, on } from '../phrases/host.ts'

export const nvlinkErrors: RuleText<NvlinkErrorsValues> = {
  name: 'NVLinks with errors',
  about:
    'Warning. Replay, CRC or recovery counters stand far out of all other links’, or the kernel logged NVLink errors (Xid 74; 144 to 150 since Blackwell). A few corrected errors are normal, and what half of the links show is how the site counts.',

  title: ({ counters, xids, host, ...gpu }, print) =>
    xids.length > 0
      ? `The kernel logged NVLink errors of ${nameOf(gpu)}${on(host)}: Xid ${xids.join(', ')}`
      : `NVLink ${counters[0]?.link ?? 0} of ${nameOf(gpu)}${on(host)} counts ${print.count(counters[0]?.count ?? 0)} ${counters[0]?.what ?? ''} errors`,
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
                  `Link ${link}: ${print.count(count)} ${what}${grown === undefined ? '' : ` (${print.count(grown)} more than in the listing before)`}`,
              )
              .join(
                '; ',
              )}. ${others === 1 ? 'The other link' : `The middle of ${print.count(others)} other links`}: ${print.count(usual)}.`,
            'A replay sends a packet again, a recovery trains the link anew: the data stays right, but every collective waits meanwhile. Counters run since the driver was loaded.',
          ]),
      ...(xids.length === 0
        ? []
        : [
            'A link that the kernel logs so reported an error itself; a fatal one ends the job that uses it, and the link stays down until the GPU is reset.',
          ]),
    ].join(' '),
  actions: ({ host, ...gpu }) => [
    `nvidia-smi nvlink -e -i ${pick(gpu)}, before and after a run: which counters grow?`,
    `nvidia-smi nvlink -s -i ${pick(gpu)}: are all links active?`,
    `Counters that grow: reset the GPU without jobs (nvidia-smi --gpu-reset -i ${pick(gpu)}); again: drain ${host ?? 'the host'} and have it repaired`,
  ],
  verify: () => 'Two listings of nvidia-smi nvlink -e around a run show the same counters',
  inOrder: 'NVLinks without errors',
  explained: {
    knownBy: 'nvidia-smi nvlink -e of all GPUs, link beside link; dmesg: "NVRM: Xid (PCI:0000:5d:00): 74".',
    costs: 'Jitter, lost bandwidth, and in the end a link that goes down.',
    todo: 'See which counters grow; reset the GPU; again: drain the host, repair.',
    verify: 'Two listings around a run show the same counters.',
  },
}

/** As nvidia-smi -i takes it. */
const pick = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `${seat}.0` : `${gpu}`
