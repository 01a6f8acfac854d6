/** English: rdma-userspace-missing. */
import type { RdmaUserspaceMissingValues } from '../../../rules/path/rdma-userspace-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, SIGN } from '../phrases/network.ts'

export const rdmaUserspaceMissing: RuleText<RdmaUserspaceMissingValues> = {
  name: 'RDMA hardware that the process cannot use',
  about:
    'Error on several hosts, otherwise a warning. libibverbs is missing, a device cannot be opened, or none is found, although something in the files shows that there is one.',

  title: ({ problem, device, hosts }, print) =>
    problem === 'open-failed'
      ? `NCCL cannot open the RDMA device${device === undefined ? '' : ` ${device}`}${on(hosts, print)}`
      : problem === 'libibverbs-missing'
        ? `libibverbs is missing${on(hosts, print)}: NCCL cannot use RDMA`
        : `NCCL finds no RDMA device${on(hosts, print)}, although one is expected`,
  cause: ({ problem }) =>
    problem === 'open-failed'
      ? 'the RDMA device cannot be opened'
      : problem === 'libibverbs-missing'
        ? 'libibverbs is missing'
        : 'no RDMA device is visible to the process',
  detail: ({ problem, sign, signName }) =>
    `${SIGN[sign]} (${signName}) shows that the hosts have RDMA. ${
      problem === 'open-failed'
        ? 'The device is visible but cannot be opened: its files under /dev/infiniband are not passed into the container, or the process is not allowed to lock memory.'
        : problem === 'libibverbs-missing'
          ? 'The library that opens RDMA devices is not in the image.'
          : 'Usual causes: /dev/infiniband is not passed into the container, the NIC’s provider library is not in the image, the port is down, or NCCL_IB_HCA selects a different device.'
    } NCCL then falls back to TCP without an error.`,
  actions: () => [
    'In the image, apt-get install libibverbs1 ibverbs-providers rdma-core (or use the vendor’s OFED)',
    'docker run --device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 ...; in Kubernetes, use the RDMA device plugin',
    'ibv_devinfo inside the container: are the ports PORT_ACTIVE?',
  ],
  verify: () => 'The log says "NET/IB : Using [0]mlx5_0..." and "Using network IB"',
  explained: {
    knownBy:
      '"Failed to open libibverbs.so", "ibv_open_device failed", or "No device found", together with a sign of RDMA hardware.',
    costs: 'Traffic uses TCP instead of RDMA.',
    todo: 'Install rdma-core in the image, and give the container /dev/infiniband and IPC_LOCK.',
    verify: 'ibv_devinfo inside the container shows PORT_ACTIVE.',
  },
}
