/** English: pcie-errors. */
import type { PcieErrorsValues } from '../../../rules/machine/pcie-errors.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const pcieErrors: RuleText<PcieErrorsValues> = {
  name: 'errors of PCIe on the path of a GPU or NIC (AER)',
  about:
    'Error after a fatal one with nothing to show that the device is back; warning where it is back, after uncorrected ones, and for 100 corrected ones and more at over 8 a minute; info for refused requests, for corrected ones at a lower or unknown rate, and at ports of which nothing says what lies below. Fewer corrected errors are how a fast link works.',

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
  inOrder: 'PCIe paths of GPUs and NICs in order',
  explained: {
    knownBy:
      'dmesg: "AER: … error message received", "PCIe Bus Error: severity=…"; whose path it is by lspci -vvv, nvidia-smi -q or the driver that the line names. One error has several lines and counts once.',
    costs: 'Corrected ones: waiting while data is sent again. Others: the transfer, and most often the job.',
    todo: 'See whether they grow under load; reseat or swap card, riser, cable; firmware.',
    verify: 'A run under load leaves no new line.',
  },
}

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

type Devices = PcieErrorsValues['devices']

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
