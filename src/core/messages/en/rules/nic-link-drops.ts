/** English: nic-link-drops. */
import type { Print } from '../../../base/print.ts'
import type { NicLinkDropsValues } from '../../../rules/machine/nic-link-drops.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, listSome } from '../phrases/words.ts'

export const nicLinkDrops: RuleText<NicLinkDropsValues> = {
  name: 'a NIC link that goes down',
  about:
    'Warning if the link is down when the log ends, or after three drops within 12 hours; info if it came back, or if the log shows only "down" lines. Booting and ports that were never up are not reported.',

  title: ({ why, links, host }, print) =>
    why === 'lost'
      ? `The link of ${named(links, print)}${on(host)} went down, and the log does not show it coming back up`
      : why === 'flaps'
        ? `The link of ${named(links, print)}${on(host)} is flapping: ${print.count(most(links))} drops within 12 hours`
        : `The link of ${named(links, print)}${on(host)} went down ${counted(sum(links), print, 'time')}`,
  cause: ({ why, links }, print) =>
    `the link of ${named(links, print)} ${why === 'lost' ? 'is down' : why === 'flaps' ? 'is flapping' : 'went down'}`,
  detail: ({ why, links, seenUp }, print) =>
    why === 'dropped'
      ? `${seenUp ? 'It came up again.' : 'The log shows only that it went down, not whether the port is in use.'} Maintenance and restarts of drivers or switches also take links down. It matters only if a job was running at that time: compare the times.`
      : `${why === 'lost' ? `It was up before and went down ${counted(sum(links), print, 'time')}. Taking a port down on purpose leaves the same log lines. ` : ''}While a link is down, transfers over it wait and are retried, or the job ends with completion error 12. NCCL does not switch to another NIC on its own.`,
  actions: ({ links }) => {
    const [device = ''] = links.map((link) => link.device)
    return [
      `mlxlink -d ${device} -m -c, or ethtool -m: check the cable, the module and the raw error rate (before correction)`,
      'Check the switch’s log at that time: if other hosts lost their links too, the cause is the switch or maintenance',
      'Swap the cable with that of a healthy port: does the fault move with it?',
    ]
  },
  verify: () => 'dmesg -T | grep -i "link.*down" shows no new lines after a run, and ibstat shows Active',
  inOrder: 'NIC links stay up',
  explained: {
    knownBy:
      'dmesg or journalctl -k: "Link down", "Link up" from mlx5_core, bnxt_en and ice, by order and time.',
    costs: 'While it is down, transfers wait and are retried, or the job ends (completion error 12).',
    todo: 'Check the cable and the module, and the switch’s log of that port at that time.',
    verify: 'The log shows no new line after a run, and ibstat shows Active.',
  },
}

type Links = NicLinkDropsValues['links']

const named = (links: Links, print: Print): string =>
  listSome(
    links.map(({ device, interface: name }) => (name === undefined ? device : `${device} (${name})`)),
    print,
  )

const most = (links: Links): number => Math.max(...links.map(({ within12Hours = 0 }) => within12Hours))

const sum = (links: Links): number => links.reduce((all, { drops }) => all + drops, 0)
