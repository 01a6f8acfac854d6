/** English: mnnvl-unavailable. */
import type { MnnvlUnavailableValues } from '../../../rules/path/mnnvl-unavailable.ts'
import type { RuleText } from '../../rule-text.ts'

export const mnnvlUnavailable: RuleText<MnnvlUnavailableValues> = {
  name: 'nodes of an NVLink rack that communicate over the network',
  about: 'Warning. GB200 or GB300, several nodes, and "MNNVL 0" on all ranks.',

  title: ({ nodes, setting }, print) =>
    setting === undefined
      ? `${print.count(nodes)} nodes of an NVLink rack communicate over the network`
      : `${setting} keeps ${print.count(nodes)} nodes of an NVLink rack on the network`,
  cause: () => 'multi-node NVLink is not used',
  detail: ({ ranks }, print) =>
    `The log says "MNNVL 0" for a communicator of ${print.count(ranks)} ranks. NVLink between nodes needs IMEX on every node and its devices in the container. Without them each node uses its NICs: 50 GB/s for each 400 Gb/s port, where NVLink carries 900 GB/s for each GPU.`,
  actions: ({ setting }) => [
    ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')}`]),
    'systemctl status nvidia-imex on every node; nvidia-imex-ctl -N: are all nodes connected?',
    'ls /dev/nvidia-caps-imex-channels inside the container',
    'nvidia-smi -q | grep -A 4 Fabric: are ClusterUUID and CliqueId the same on all nodes of the rack?',
  ],
  verify: () => 'The log says "MNNVL 1" and the size of the clique',
  inOrder: 'NVLink is used between nodes',
  explained: {
    knownBy: '"MNNVL 0" in the log of several GB200 or GB300 nodes.',
    costs:
      'Most of the bandwidth between nodes: a 400 Gb/s port carries 50 GB/s, the NVLinks of a GPU 900 GB/s.',
    todo: 'Run IMEX on all nodes, and make its devices available in the container.',
    verify: 'The log says "MNNVL 1".',
  },
}
