/** English: findings that count lines of the kernel's log. */
import type { FindingTexts } from '../findings.ts'
import type { KernelFindings } from '../findings-kernel.ts'

export const kernelFindings: Pick<FindingTexts, keyof KernelFindings> = {
  'pcie-errors': {
    title: ({ why, devices, count, perMinute, over, host }, print) =>
      `${print.count(count)} ${REPORTED[why]} ${count === 1 ? 'error' : 'errors'} of ${listed(devices)}${on(host)}${why === 'storm' ? `, ${print.count(perMinute ?? 0)} a minute` : why === 'fatal' && over ? ', which is back' : ''}`,
    cause: ({ why, devices }) => `${REPORTED[why]} errors of ${listed(devices)}`,
    detail: ({ why, perMinute, kinds, devices, over }, print) =>
      [
        MEANS[why],
        why === 'many'
          ? perMinute === undefined
            ? 'The lines have no time: how fast they come is not known.'
            : `They came at ${print.number(perMinute)} a minute.`
          : '',
        kinds.length === 0 ? '' : `The kernel names ${kinds.slice(0, 6).join(', ')}.`,
        devices.every(({ of }) => of === 'unknown')
          ? 'Nothing says what lies below this port: it may be a disk.'
          : '',
        over && why !== 'unsupported' && why !== 'many'
          ? 'The device was brought back, or the host was started anew since.'
          : '',
      ]
        .filter(Boolean)
        .join(' '),
    actions: ({ why, devices, host }) => {
      const [address = ''] = devices.map((device) => device.address)
      return [
        devices.every(({ of }) => of === 'unknown')
          ? `lspci -vvv as root beside the log: what lies below ${address}?`
          : `lspci -vvv -s ${address} as root: LnkSta, UESta, CESta; dmesg -T before and after a run: do the lines grow?`,
        ...(why === 'unsupported' || why === 'many'
          ? []
          : [
              'Reseat the card or riser, or swap it with that of a sibling: do the errors move with it? Firmware of board, switch and device',
            ]),
        ...(why === 'fatal' ? [`Drain ${host ?? 'the host'} until a run leaves no such line`] : []),
      ]
    },
    verify: () => 'dmesg -T | grep "PCIe Bus Error": no new lines after a run under load',
  },
  'nic-link-drops': {
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
  },
}

const on = (host: string | undefined): string => (host === undefined ? '' : ` on ${host}`)

const REPORTED = {
  fatal: 'fatal PCIe',
  'non-fatal': 'uncorrected PCIe',
  unsupported: 'unsupported-request PCIe',
  storm: 'corrected PCIe',
  many: 'corrected PCIe',
} as const

const MEANS = {
  fatal:
    'The link, or what it carried, was lost: transfers in flight fail, and most often the job that used the device ends.',
  'non-fatal':
    'A transfer was lost or came damaged and could not be mended; the link itself stayed up. A job may end by it, or go on with a wait.',
  unsupported:
    'Requests were refused: nobody serves their address, or access control stops them. Tools that probe devices cause them, and no data is lost.',
  storm:
    'Each was mended by sending again, so the data is right, but all wait meanwhile. More than 8 a minute is above what NVIDIA’s DCGM accepts: the link is at its limit (slot, riser, retimer, card).',
  many: 'Each was mended by sending again, so the data is right. A few are how a fast link works; look whether they grow.',
} as const

type Devices = KernelFindings['pcie-errors']['devices']
const listed = (devices: Devices): string =>
  `${devices.slice(0, 4).map(nameOf).join(', ')}${devices.length > 4 ? ' …' : ''}`
function nameOf({ address, of, gpu, port }: Devices[number]): string {
  if (of === 'unknown') return `the PCIe port ${address}`
  const name = gpu === undefined ? DEVICE[of] : `GPU${gpu}`
  return port
    ? `the PCIe port ${address} above ${gpu === undefined ? `a ${name}` : name}`
    : gpu === undefined
      ? `the ${name} at ${address}`
      : `${name} (${address})`
}
const DEVICE = { gpu: 'GPU', nic: 'NIC', nvswitch: 'NVSwitch' } as const

type Links = KernelFindings['nic-link-drops']['links']
const named = (links: Links): string =>
  `${links
    .slice(0, 4)
    .map(({ device, interface: name }) => (name === undefined ? device : `${device} (${name})`))
    .join(', ')}${links.length > 4 ? ' …' : ''}`
const most = (links: Links): number => Math.max(...links.map(({ within12Hours = 0 }) => within12Hours))
const sum = (links: Links): number => links.reduce((all, { drops }) => all + drops, 0)
const times = (count: number, printed: string): string =>
  count === 1 ? `${printed} time` : `${printed} times`
