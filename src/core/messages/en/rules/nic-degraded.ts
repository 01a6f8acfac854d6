/** English: nic-degraded. */
import type { NicDegradedValues } from '../../../rules/machine/nic-degraded.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, plural } from '../phrases/host.ts'

export const nicDegraded: RuleText<NicDegradedValues> = {
  name: 'a NIC port that does less than its siblings',
  about:
    'Error without a subnet manager (Initializing); a warning where its rate is below that of its model elsewhere, where it is down and the same port of all other hosts is up, where it is hot, or where it counts errors; info where a port may simply not be cabled.',

  title: ({ device, why, rate, usual, counter, count, host }, print) =>
    why === 'no-subnet-manager'
      ? `${device}${on(host)} waits for a subnet manager: the port cannot be used`
      : why === 'down'
        ? `${device}${on(host)} is down, its siblings are up`
        : why === 'slow'
          ? `${device}${on(host)} runs at ${print.bits(rate ?? 0)}, its siblings at ${print.bits(usual ?? 0)}`
          : why === 'hot'
            ? `The NIC ${device}${on(host)} reports high temperature`
            : `${device}${on(host)} counts ${print.count(count ?? 0)} of ${counter}, its siblings next to none`,
  cause: ({ device, why }) => `${device} ${DEGRADED[why]}`,
  detail: ({ why, siblings, hosts, firmware, usualFirmware }, print) =>
    [
      why === 'no-subnet-manager'
        ? 'The link is trained (LinkUp), but the state is Initializing and no lid was given. NCCL leaves such a port out, and takes another or TCP.'
        : why === 'hot'
          ? 'A NIC that is too hot lowers its rate or takes its link down.'
          : why === 'errors'
            ? 'Errors on the link cost retransmission, and end in a link that goes down.'
            : 'NCCL spreads data over all NICs alike: the slowest or missing one bounds each collective over several nodes.',
      siblings > 0 || hosts > 0
        ? `Compared with ${[...(siblings > 0 ? [`${print.count(siblings)} of the same model on this host`] : []), ...(hosts > 0 ? [`the same device on ${print.count(hosts)} other ${plural(hosts, 'host')}`] : [])].join(' and ')}.`
        : '',
      firmware === undefined ? '' : `Its firmware is ${firmware}, theirs ${usualFirmware}.`,
    ]
      .filter(Boolean)
      .join(' '),
  actions: ({ device, why }) =>
    why === 'no-subnet-manager'
      ? [
          'sminfo; systemctl status opensm on the machine that should run the subnet manager, or UFM',
          'ibstat: SM lid other than 0, State Active',
        ]
      : why === 'hot'
        ? [`mget_temp -d ${device}; fans and air flow at the slot; active optical cables heat the cage`]
        : [
            `mlxlink -d ${device} -m -c, or ibdiagnet: cable, module, errors before correction`,
            'Swap the cable with that of a sibling: does the fault move with it? The same firmware on all (mlxfwmanager)',
          ],
  verify: ({ device }) => `ibstat ${device}: Active, and the rate of its siblings`,
  inOrder: 'NIC ports well',
  explained: {
    knownBy:
      'ibstat, ibstatus, ibv_devinfo, dmesg and counters; the same model on this host, the same device on other hosts.',
    costs: 'The slowest NIC bounds each collective over several nodes: half of its rate is half of all.',
    todo: 'Subnet manager; cable, module, cooling, firmware.',
    verify: 'ibstat: Active, and the rate of its siblings.',
  },
}

const DEGRADED = {
  'no-subnet-manager': 'has no subnet manager',
  down: 'is down',
  slow: 'runs below the rate of its siblings',
  hot: 'is too hot',
  errors: 'has errors on its link',
} as const
