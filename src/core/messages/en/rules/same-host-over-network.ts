/** English: same-host-over-network. */
import type { SameHostOverNetworkValues } from '../../../rules/path/same-host-over-network.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const sameHostOverNetwork: RuleText<SameHostOverNetworkValues> = {
  name: 'GPUs of one machine talk over the network',
  about:
    'Warning. Both ends of connections have one host name, or a communicator counts more nodes than hosts. Containers with one GPU each may share a machine: possible only, and said so. Without NVLink one host name is info, since NCCL may prefer the NICs.',

  title: ({ why, hosts, network, nodes }, print) =>
    why === 'same-name'
      ? `GPUs of ${some(hosts, print)} talk to each other over ${network}`
      : why === 'more-nodes'
        ? `NCCL counts ${print.count(nodes ?? 0)} nodes on ${print.count(hosts.length)} ${hosts.length === 1 ? 'host' : 'hosts'}`
        : `Containers with one GPU each talk over ${network}, perhaps on one machine`,
  cause: () => 'GPUs of one machine are taken for different hosts',
  detail: ({ why, hosts, connections, buses, network }, print) =>
    `${
      why === 'same-name'
        ? `${print.count(connections)} connections over ${network} have both ends on one host.`
        : why === 'more-nodes'
          ? `The communicator is complete and its ranks name ${some(hosts, print)} only.`
          : `${some(hosts, print)}: names of containers of one kind; their GPUs are at different places of the PCIe bus (${(buses ?? []).join(', ')}) and share NIC 0. If they run on one machine, that is the cause; if they run on several, it is not.`
    } A process that does not see another's GPU cannot use NVLink, PCIe peer-to-peer or shared memory with it, and goes through the NIC.`,
  actions: () => [
    'Put all GPUs of a machine into one container (one pod with 8 GPUs, CUDA_VISIBLE_DEVICES by rank)',
    'Separate containers: docker run --ipc=host --pid=host --gpus all, and NCCL_HOSTID equal on one machine',
    'unset NCCL_SHM_DISABLE NCCL_HOSTID',
  ],
  verify: () => 'Connections inside the machine say "via P2P"',
  explained: {
    knownBy:
      'Connections over the network whose ends have one host name; nNodes beside the hosts of a communicator; names of containers.',
    costs: 'The NIC instead of NVLink: a tenth of the bandwidth.',
    todo: 'All GPUs of a machine in one container.',
    verify: 'Connections inside the machine say P2P.',
  },
}
