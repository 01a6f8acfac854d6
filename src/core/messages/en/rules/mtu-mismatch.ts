/** English: mtu-mismatch. */
import type { MtuMismatchValues } from '../../../rules/fabric/mtu-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'
import { listed, plural } from '../phrases/host.ts'

export const mtuMismatch: RuleText<MtuMismatchValues> = {
  name: 'ports of one fabric with different MTUs',
  about: 'Warning where ports of one rate differ; info where all RoCE ports run at 1024 or less.',

  title: ({ why, ports, usual }, print) =>
    why === 'differs'
      ? `${listed(ports.map(portName), print)}: MTU ${[...new Set(ports.map(({ mtu }) => mtu))].join(', ')}, the others ${usual}`
      : `RoCE runs with an MTU of ${usual}: the interfaces are set to 1500`,
  cause: ({ ports }, print) => `${listed(ports.map(portName), print)}: another MTU`,
  detail: ({ why, alike }, print) =>
    why === 'differs'
      ? `${print.count(alike)} ${plural(alike, 'port')} of the same rate ${alike === 1 ? 'has' : 'have'} another active MTU. Connections take the smaller one, or fail with completion error 12 where a switch drops the larger packets.`
      : 'Jumbo frames let RoCE use 4096: fewer packets for the same data.',
  actions: () => [
    'ip link set INTERFACE mtu 9000 on all hosts, and at least that on every switch port',
    'ibv_devinfo | grep active_mtu: the same everywhere',
  ],
  verify: () => 'ibv_devinfo | grep active_mtu on all hosts: 4096',
  inOrder: 'MTUs alike',
  explained: {
    knownBy: 'ibv_devinfo: active_mtu of ports of the same layer and rate.',
    costs: 'Connections fail (error 12), or use the smaller packets.',
    todo: 'The same MTU on all hosts and switch ports.',
    verify: 'active_mtu alike everywhere.',
  },
}

const portName = ({ host, device }: { readonly host?: string; readonly device: string }): string =>
  host === undefined ? device : `${host} ${device}`
