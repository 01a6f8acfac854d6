/** English: same-host-over-network. */

import type { SameHostOverNetworkValues } from '../../../rules/path/same-host-over-network.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, listSome } from '../phrases/words.ts'

export const sameHostOverNetwork: RuleText<SameHostOverNetworkValues> = {
  name: 'GPUs of one machine communicate over the network',
  about:
    'Warning. Both ends of connections have the same host name, or a communicator counts more nodes than hosts. Containers with one GPU each may share a machine; this is reported only as possible. Without NVLink, the same host name is info, since NCCL may prefer the NICs.',

  title: ({ why, hosts, network, nodes }, print) =>
    why === 'same-name'
      ? `GPUs of ${listSome(hosts, print)} communicate with each other over ${network}`
      : why === 'more-nodes'
        ? `NCCL counts ${counted(nodes ?? 0, print, 'node')} on ${counted(hosts.length, print, 'host')}`
        : `Containers with one GPU each communicate over ${network}, perhaps on one machine`,
  cause: () => 'NCCL treats GPUs of one machine as different hosts',
  detail: ({ why, hosts, connections, buses, network }, print) =>
    `${
      why === 'same-name'
        ? `Connections over ${network} with both ends on one host: ${print.count(connections)}.`
        : why === 'more-nodes'
          ? `The log shows all ranks of the communicator, and they name only ${listSome(hosts, print)}.`
          : `The container names ${listSome(hosts, print)} are of one kind; their GPUs have different PCIe addresses (${list(buses ?? [])}) and share NIC 0. If they run on one machine, this is the cause; if they run on several, it is not.`
    } A process that does not see another process's GPU cannot reach it over NVLink, PCIe peer-to-peer or shared memory, and uses the NIC instead.`,
  actions: () => [
    'Put all GPUs of a machine into one container (one pod with all GPUs, CUDA_VISIBLE_DEVICES by rank)',
    'With separate containers, use docker run --ipc=host --pid=host --gpus all, and the same NCCL_HOSTID on one machine',
    'unset NCCL_SHM_DISABLE NCCL_HOSTID',
  ],
  verify: () => 'The log shows connections inside the machine as "via P2P"',
  explained: {
    knownBy:
      'Connections over the network whose ends have the same host name; nNodes compared with the hosts of a communicator; container names.',
    costs: 'Traffic uses the NIC instead of NVLink: a tenth of the bandwidth.',
    todo: 'Put all GPUs of a machine into one container.',
    verify: 'The log shows connections inside the machine as P2P.',
  },
}
