/** English: nic-degraded. */

import type { NicDegradedValues } from '../../../rules/machine/nic-degraded.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, list } from '../phrases/words.ts'

export const nicDegraded: RuleText<NicDegradedValues> = {
  name: 'a NIC port that performs worse than its peers',
  about:
    'Error without a subnet manager (Initializing); warning if its rate is below that of the same model elsewhere, if it is down while the same port is up on all other hosts, if it is hot, or if it counts errors; info if the port may simply not be cabled.',

  title: ({ device, why, rate, usual, counter, count, host }, print) =>
    why === 'no-subnet-manager'
      ? `${device}${on(host)} is waiting for a subnet manager, so the port cannot be used`
      : why === 'down'
        ? `${device}${on(host)} is down, but its peers are up`
        : why === 'slow'
          ? `${device}${on(host)} runs at ${print.bits(rate ?? 0)}, its peers at ${print.bits(usual ?? 0)}`
          : why === 'hot'
            ? `The NIC ${device}${on(host)} reports a high temperature`
            : `${device}${on(host)} shows ${counter} at ${print.count(count ?? 0)}, its peers almost none`,
  cause: ({ device, why }) => `${device} ${DEGRADED[why]}`,
  detail: ({ why, siblings, hosts, firmware, usualFirmware }, print) =>
    [
      why === 'no-subnet-manager'
        ? 'The link is trained (LinkUp), but the port is Initializing and has no LID. NCCL skips such a port and uses another one, or TCP.'
        : why === 'hot'
          ? 'An overheated NIC lowers its rate or takes its link down.'
          : why === 'errors'
            ? 'Link errors cause retransmission, and eventually the link goes down.'
            : 'NCCL spreads data evenly over all NICs, so the slowest or missing one limits each collective over several nodes.',
      siblings > 0 || hosts > 0
        ? `Compared with ${list([...(siblings > 0 ? [`${print.count(siblings)} of the same model on this host`] : []), ...(hosts > 0 ? [`the same device on ${counted(hosts, print, 'other host')}`] : [])])}.`
        : '',
      firmware === undefined ? '' : `Its firmware is ${firmware}; theirs is ${usualFirmware}.`,
    ]
      .filter(Boolean)
      .join(' '),
  actions: ({ device, why }) =>
    why === 'no-subnet-manager'
      ? [
          'sminfo; systemctl status opensm on the machine that should run the subnet manager, or UFM',
          'ibstat: is the SM lid other than 0, and State Active?',
        ]
      : why === 'hot'
        ? [`mget_temp -d ${device}; check fans and air flow at the slot. Active optical cables heat the cage`]
        : [
            `mlxlink -d ${device} -m -c, or ibdiagnet: check the cable, the module and the raw error rate (before correction)`,
            'Swap the cable with that of a healthy port: does the fault move with it? Use the same firmware on all NICs (mlxfwmanager)',
          ],
  verify: ({ device }) => `ibstat ${device} shows Active and the rate of its peers`,
  inOrder: 'NIC ports healthy',
  explained: {
    knownBy:
      'ibstat, ibstatus, ibv_devinfo, dmesg and counters, compared with the same model on this host and the same device on other hosts.',
    costs:
      'The slowest NIC limits each collective over several nodes: half its rate halves the bandwidth of all.',
    todo: 'Check the subnet manager, cable, module, cooling and firmware.',
    verify: 'ibstat shows Active and the rate of its peers.',
  },
}

const DEGRADED = {
  'no-subnet-manager': 'has no subnet manager',
  down: 'is down',
  slow: 'runs below the rate of its peers',
  hot: 'is overheating',
  errors: 'has errors on its link',
} as const
