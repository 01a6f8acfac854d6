/** English: nic-link-drops. */
import type { NicLinkDropsValues } from '../../../rules/machine/nic-link-drops.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const nicLinkDrops: RuleText<NicLinkDropsValues> = {
  name: 'the link of a NIC that goes down',
  about:
    'Warning where it is down when the log ends, and after three drops within 12 hours; info where it came back, and where the log shows only lines of going down. The start of the host and ports that were never up are no finding.',

  title: ({ why, links, host }, print) =>
    why === 'lost'
      ? `The link of ${named(links)}${on(host)} went down, and the log does not show it come up`
      : why === 'flaps'
        ? `The link of ${named(links)}${on(host)} goes down and up: ${print.count(most(links))} times within 12 hours`
        : `The link of ${named(links)}${on(host)} went down ${times(sum(links), print.count(sum(links)))}`,
  cause: ({ why, links }) =>
    `the link of ${named(links)} ${why === 'lost' ? 'is down' : why === 'flaps' ? 'goes down and up' : 'went down'}`,
  detail: ({ why, links, seenUp }, print) =>
    why === 'dropped'
      ? `${seenUp ? 'It came up again.' : 'The log shows only the lines of its going down: whether it is a port in use is not known.'} Maintenance and restarts of drivers and switches take links down, too. It matters only where a job ran at that time: compare the times.`
      : `${why === 'lost' ? `It was up before, and went down ${times(sum(links), print.count(sum(links)))}. Whoever takes a port down on purpose leaves the same lines. ` : ''}While a link is down, what was to be sent over it waits and is sent again, or the job ends with completion error 12. NCCL does not move to another NIC by itself.`,
  actions: ({ links }) => {
    const [device = ''] = links.map((link) => link.device)
    return [
      `mlxlink -d ${device} -m -c, or ethtool -m: cable, module, errors before correction`,
      'The switch’s log of that port at that time: did other hosts lose their links, too? Then it is the switch or maintenance',
      'Swap the cable with that of a sibling: does the fault move with it?',
    ]
  },
  verify: () => 'dmesg -T | grep -i "link.*down": no new lines after a run; ibstat: Active',
  inOrder: 'links of NICs stay up',
  explained: {
    knownBy:
      'dmesg or journalctl -k: "Link down", "Link up" of mlx5_core, bnxt_en and ice, in their order and time.',
    costs: 'Waiting and sending again while it is down, or the end of the job (completion error 12).',
    todo: 'Cable and module; the switch’s log of that port at that time.',
    verify: 'No new line after a run; ibstat: Active.',
  },
}

type Links = NicLinkDropsValues['links']

const named = (links: Links): string =>
  `${links
    .slice(0, 4)
    .map(({ device, interface: name }) => (name === undefined ? device : `${device} (${name})`))
    .join(', ')}${links.length > 4 ? ' …' : ''}`

const most = (links: Links): number => Math.max(...links.map(({ within12Hours = 0 }) => within12Hours))

const sum = (links: Links): number => links.reduce((all, { drops }) => all + drops, 0)

const times = (count: number, printed: string): string =>
  count === 1 ? `${printed} time` : `${printed} times`
