/** English: mtu-mismatch. */

import type { MtuMismatchValues } from '../../../rules/fabric/mtu-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, listSome, plural } from '../phrases/words.ts'

export const mtuMismatch: RuleText<MtuMismatchValues> = {
  name: 'ports of one fabric with different MTUs',
  about: 'Warning if ports of the same rate differ; info if all RoCE ports use 1024 or less.',

  title: ({ why, ports, usual }, print) =>
    why === 'differs'
      ? `${listSome(ports.map(portName), print)} ${plural(ports.length, 'uses', 'use')} an MTU of ${list([...new Set(ports.map(({ mtu }) => String(mtu)))])}, the other ports ${usual}`
      : `RoCE uses an MTU of only ${usual}: the interfaces are set to 1500`,
  cause: ({ ports }, print) =>
    `${listSome(ports.map(portName), print)} ${plural(ports.length, 'uses', 'use')} a different MTU`,
  detail: ({ why, alike }, print) =>
    why === 'differs'
      ? `${counted(alike, print, 'other port')} of the same rate ${plural(alike, 'has', 'have')} a different active MTU. Connections use the smaller one, or fail with completion error 12 if a switch drops the larger packets.`
      : 'With jumbo frames RoCE can use 4096, and needs fewer packets for the same data.',
  actions: () => [
    'ip link set INTERFACE mtu 9000 on all hosts; set at least that on every switch port',
    'ibv_devinfo | grep active_mtu: is it the same everywhere?',
  ],
  verify: () => 'ibv_devinfo | grep active_mtu shows 4096 on all hosts',
  inOrder: 'MTUs are equal',
  explained: {
    knownBy: 'ibv_devinfo: active_mtu of ports with the same link layer and rate.',
    costs: 'Connections fail (error 12) or use the smaller packets.',
    todo: 'Set the same MTU on all hosts and switch ports.',
    verify: 'active_mtu is the same everywhere.',
  },
}

const portName = ({ host, device }: { readonly host?: string; readonly device: string }): string =>
  host === undefined ? device : `${host} ${device}`
