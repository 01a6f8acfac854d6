/**
 * `lspci -vvv` (and -vv, -D): GPUs, NICs and the bridges above them, with link capability and status and with access
 * control. (pciutils; the fields are those of the PCI Express base specification, 7.5.3 and 7.7.11.)
 */
import type { AcsControl, PcieDeviceFact, PcieLink } from '../../evidence/pcie-facts.ts'
import type { HostParser } from '../parser.ts'

/** "15:01.0 PCI bridge: Broadcom …", "0000:18:00.0 3D controller: NVIDIA …", "18:00.0 3D controller [0302]: …" */
const DEVICE =
  /^((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) ([A-Z0-9][\w /-]*?(?: \[[0-9a-f]{4}\])?): (.+)$/

type DeviceDraft = { -readonly [Key in keyof PcieDeviceFact]: PcieDeviceFact[Key] }

export const lspci: HostParser = {
  kind: 'host',
  id: 'lspci',
  title: 'lspci -vvv: PCIe links and access control (ACS)',
  begins: (text) => isHexDigit(text.charCodeAt(0)) && text.indexOf(':') <= 8 && DEVICE.test(text),
  read(emit) {
    let device: DeviceDraft | undefined
    const finish = () => {
      if (device && (device.kind !== 'other' || device.acs)) emit(device)
      device = undefined
    }
    return {
      line(text, place) {
        const [, address, type = '', name = ''] = DEVICE.exec(text) ?? []
        if (address !== undefined) {
          finish()
          device = {
            is: 'pcie-device',
            address,
            kind: kindOf(type, name),
            name: nameOf(name),
            place: place(),
          }
          return
        }
        if (!device || !/^\s/.test(text)) return
        const field = text.trim()
        if (field.startsWith('LnkCap:')) setIfKnown('capability', field)
        else if (field.startsWith('LnkSta:')) setIfKnown('status', field)
        else if (field.startsWith('ACSCtl:')) device.acs = acsOf(field, place)
        else if (field.startsWith('Bus: primary=')) {
          const [, secondary, subordinate] =
            /secondary=([0-9a-f]{2}), subordinate=([0-9a-f]{2})/.exec(field) ?? []
          if (secondary !== undefined && subordinate !== undefined) {
            device.secondary = Number.parseInt(secondary, 16)
            device.subordinate = Number.parseInt(subordinate, 16)
          }
        } else if (field.startsWith('NUMA node:')) {
          const node = Number(field.slice(10))
          if (Number.isInteger(node)) device.numaNode = node
        }
        function setIfKnown(which: 'capability' | 'status', line: string): void {
          const link = linkOf(line, place)
          if (!link || !device || isCut(line, link, device.capability)) return
          // A device has one link: the line that named the next one is lost.
          if (device[which] && device[which].place.text !== link.place.text) finish()
          else device[which] ??= link
        }
      },
      end: finish,
    }
  },
}

const isHexDigit = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 97 && code <= 102)

function kindOf(type: string, name: string): PcieDeviceFact['kind'] {
  if (/^PCI bridge/.test(type)) return 'bridge'
  if (/^Bridge/.test(type) && /NVIDIA/.test(name)) return 'nvswitch'
  if (/^(?:3D|VGA|Display) /.test(type) && /NVIDIA|Advanced Micro Devices|AMD/.test(name)) return 'gpu'
  if (/^Processing accelerators/.test(type)) return 'gpu'
  if (/^(?:Infiniband|Ethernet|Network) /.test(type)) return 'nic'
  return 'other'
}

/** Without revision and programming interface: those say nothing to a reader. */
const nameOf = (name: string): string =>
  name
    .replace(/(?: \[[0-9a-f]{4}:[0-9a-f]{4}\])?(?: \(rev [0-9a-f]+\))?(?: \(prog-if .*\))?$/, '')
    .slice(0, 120)

/** PCI Express base specification, 7.5.3.6: GT/s and lanes; another number is no link's. */
const SPEEDS = new Set([2.5, 5, 8, 16, 32, 64])
const WIDTHS = new Set([1, 2, 4, 8, 12, 16, 32])

/** "LnkSta: Speed 16GT/s (downgraded), Width x8 (downgraded)", "LnkCap: Port #0, Speed 32GT/s, Width x16, ASPM …" */
function linkOf(text: string, place: () => ReturnType<Parameters<typeof acsOf>[1]>): PcieLink | undefined {
  const [, speed, width] = /Speed (\d+(?:\.\d+)?)GT\/s[^,]*, Width x(\d+)(?= \(|,|$)/.exec(text) ?? []
  if (!SPEEDS.has(Number(speed)) || !WIDTHS.has(Number(width))) return undefined
  return {
    gigatransfers: Number(speed),
    width: Number(width),
    downgraded: text.includes('(downgraded)'),
    place: place(),
  }
}

/** lspci marks a narrower link "(downgraded)", or goes on behind it (before 3.6): a lesser number at the end was cut ("x1" of "x16"). */
const isCut = (line: string, { width }: PcieLink, capability: PcieLink | undefined): boolean =>
  capability !== undefined && width < capability.width && /Width x\d+$/.test(line)

function acsOf(text: string, place: () => AcsControl['place']): AcsControl {
  return {
    sourceValidation: text.includes('SrcValid+'),
    requestRedirect: text.includes('ReqRedir+'),
    completionRedirect: text.includes('CmpltRedir+'),
    place: place(),
  }
}
