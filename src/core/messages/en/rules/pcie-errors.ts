/** English: pcie-errors. */
import type { Print } from '../../../base/print.ts'
import type { PcieErrorsValues } from '../../../rules/machine/pcie-errors.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, list, listSome } from '../phrases/words.ts'

export const pcieErrors: RuleText<PcieErrorsValues> = {
  name: 'PCIe errors on the path of a GPU or NIC (AER)',
  about:
    'Error after a fatal error if nothing shows that the device is back; warning if it is back, after uncorrected errors, and for 100 or more corrected errors at over 8 per minute; info for unsupported requests, for corrected errors at a lower or unknown rate, and for ports where the files do not show which device is below. Fewer corrected errors are normal for a fast link.',

  title: ({ why, devices, count, perMinute, over, host }, print) =>
    `${counted(count, print, `${REPORTED[why]} error`)} on ${named(devices, print)}${on(host)}${why === 'storm' ? `, ${print.count(perMinute ?? 0)} per minute` : why === 'fatal' && over ? ', which is back' : ''}`,
  cause: ({ why, devices }, print) => `${REPORTED[why]} errors on ${named(devices, print)}`,
  detail: ({ why, perMinute, kinds, devices, over }, print) =>
    [
      MEANS[why],
      why === 'many'
        ? perMinute === undefined
          ? 'The log lines have no timestamps, so the rate is not known.'
          : `They occurred at ${print.number(perMinute)} per minute.`
        : '',
      kinds.length === 0 ? '' : `The kernel reports ${list(kinds.slice(0, 6))}.`,
      devices.every(({ of }) => of === 'unknown')
        ? 'The files do not show which device is below this port: it may be a disk.'
        : '',
      over && why !== 'unsupported' && why !== 'many'
        ? 'The device has recovered, or the host has been rebooted since.'
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  actions: ({ why, devices, host }) => {
    const [address = ''] = devices.map((device) => device.address)
    return [
      devices.every(({ of }) => of === 'unknown')
        ? `Collect lspci -vvv as root together with the log: which device is below ${address}?`
        : `lspci -vvv -s ${address} as root: check LnkSta, UESta and CESta; dmesg -T before and after a run: are there new lines?`,
      ...(why === 'unsupported' || why === 'many'
        ? []
        : [
            'Reseat the card or riser, or swap it with a healthy one: do the errors move with it? Update the firmware of board, switch and device',
          ]),
      ...(why === 'fatal' ? [`Drain ${host ?? 'the host'} until a run leaves no such line`] : []),
    ]
  },
  verify: () => 'dmesg -T | grep "PCIe Bus Error" shows no new lines after a run under load',
  inOrder: 'no PCIe errors on the paths of GPUs and NICs',
  explained: {
    knownBy:
      'dmesg: "AER: … error message received", "PCIe Bus Error: severity=…"; lspci -vvv, nvidia-smi -q or the driver named in the line show whose path it is. One error has several lines and counts once.',
    costs:
      'Corrected errors cost time while data is sent again. Others cost the transfer, and usually the job.',
    todo: 'See whether they grow under load; reseat or swap the card, riser or cable; update the firmware.',
    verify: 'A run under load leaves no new lines.',
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
    'The link, or the data it carried, was lost: transfers in flight fail, and the job that used the device usually ends.',
  'non-fatal':
    'A transfer was lost or corrupted and could not be corrected; the link itself stayed up. The job may end, or continue after a delay.',
  unsupported:
    'Requests were rejected: no device serves their address, or access control blocks them. Tools that probe devices cause such errors, and no data is lost.',
  storm:
    'Each was corrected by a retry, so the data is correct, but all transfers wait meanwhile. More than 8 per minute is above what NVIDIA’s DCGM accepts: the link is marginal (slot, riser, retimer or card).',
  many: 'Each was corrected by a retry, so the data is correct. A few are normal for a fast link; check whether they grow.',
} as const

type Devices = PcieErrorsValues['devices']

const named = (devices: Devices, print: Print): string => listSome(devices.map(nameOf), print)

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
