/** English: gdr-missing. */
import type { GdrMissingValues } from '../../../rules/path/gdr-missing.ts'
import type { RuleText } from '../../rule-text.ts'

export const gdrMissing: RuleText<GdrMissingValues> = {
  name: 'no connection uses GPUDirect RDMA',
  about:
    'Warning if the GPUs support it (NVLink is seen), if NCCL reports that the module is missing, or if a setting turns it off; otherwise info.',

  title: ({ network, connections, why, setting }, print) =>
    why === 'setting'
      ? `${setting} turns GPUDirect RDMA off`
      : connections > 0
        ? `No connection over ${network} uses GPUDirect RDMA (${print.count(connections)} seen)`
        : 'GPUDirect RDMA is off: its kernel module is missing',
  cause: ({ why, setting }) =>
    why === 'setting' ? `${setting} turns GPUDirect RDMA off` : 'GPUDirect RDMA is not used',
  detail: ({ why, nic }) =>
    `Log lines of connections that use it end in /GDRDMA. Without it, each byte goes through host memory, which costs about half of the bandwidth. ${
      why === 'module'
        ? `NCCL reports the cause${nic === undefined ? '' : ` for ${nic}`}: no module.`
        : why === 'setting'
          ? 'A setting disables it.'
          : 'The log does not show why. Possible causes: the nvidia-peermem module is not loaded, DMA-BUF is not available, the network plugin was built without it, or NIC and GPU are too far apart. GPUs that do not support it (GeForce) look the same.'
    }`,
  actions: ({ why, setting }) => [
    ...(why === 'setting' ? [`unset ${setting?.replace(/=.*/, '')} on all hosts`] : []),
    'lsmod | grep -E "nvidia_peermem|nv_peer_mem" on every host; if missing, modprobe nvidia-peermem',
    'nvidia-smi topo -m: does each GPU have a NIC at PIX or PXB?',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH ... 2>&1 | grep -i -E "GPU Direct|DMA-BUF"',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via NET" shows lines that end in /GDRDMA',
  inOrder: 'GPUDirect RDMA in use',
  explained: {
    knownBy:
      'Connections "via NET/IB/0" without /GDRDMA; "GPU Direct RDMA Disabled ... (no module)"; NCCL_NET_GDR_LEVEL.',
    costs: 'About half of the bandwidth between hosts.',
    todo: 'Load nvidia-peermem on every host, or use DMA-BUF with a recent kernel and driver.',
    verify: 'The "via NET" lines end in /GDRDMA.',
  },
}
