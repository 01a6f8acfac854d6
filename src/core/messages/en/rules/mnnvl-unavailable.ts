/** English: mnnvl-unavailable. */
import type { MnnvlUnavailableValues } from '../../../rules/path/mnnvl-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'

export const mnnvlUnavailable: RuleText<MnnvlUnavailableValues> = {
  name: 'nodes of an NVLink rack that use the network',
  about: 'Warning. GB200 or GB300, several nodes, and "MNNVL 0" on all ranks.',

  title: ({ nodes, setting }, print) =>
    setting === undefined
      ? `${print.count(nodes)} nodes of an NVLink rack talk over the network`
      : `${setting} keeps ${print.count(nodes)} nodes of an NVLink rack on the network`,
  cause: () => 'multi-node NVLink is not used',
  detail: ({ ranks }, print) =>
    `The log says "MNNVL 0" for a communicator of ${print.count(ranks)} ranks. NVLink between nodes needs IMEX on every node, and its devices in the container; without them each node uses its NICs, about a tenth of the rate.`,
  actions: ({ setting }) => [
    ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')}`]),
    'systemctl status nvidia-imex on every node; nvidia-imex-ctl -N: all nodes connected?',
    'ls /dev/nvidia-caps-imex-channels inside the container',
    'nvidia-smi -q | grep -A 4 Fabric: the same ClusterUUID and CliqueId on all nodes of the rack?',
  ],
  verify: () => 'The log says "MNNVL 1" with the size of the clique',
  inOrder: 'NVLink between nodes in use',
  explained: {
    knownBy: '"MNNVL 0" on several nodes of GB200 or GB300.',
    costs: 'The NICs instead of NVLink: about nine tenths of the bandwidth between nodes.',
    todo: 'IMEX on all nodes; its devices in the container.',
    verify: '"MNNVL 1".',
  },
}
