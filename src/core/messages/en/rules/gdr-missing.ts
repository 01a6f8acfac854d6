/** English: gdr-missing. */
import type { GdrMissingValues } from '../../../rules/path/gdr-missing.ts'
import type { RuleText } from '../../rule-text.ts'

export const gdrMissing: RuleText<GdrMissingValues> = {
  name: 'no connection uses GPUDirect RDMA',
  about:
    'Warning where the GPUs can do it (NVLink is seen), where NCCL says that the module is missing, or where a setting turns it off; else info.',

  title: ({ network, connections, why, setting }, print) =>
    why === 'setting'
      ? `${setting} turns GPUDirect RDMA off`
      : connections > 0
        ? `No connection over ${network} uses GPUDirect RDMA (${print.count(connections)} seen)`
        : 'GPUDirect RDMA is off: its kernel module is missing',
  cause: ({ why, setting }) =>
    why === 'setting' ? `${setting} turns GPUDirect RDMA off` : 'GPUDirect RDMA is not used',
  detail: ({ why, nic }) =>
    `A connection with it ends in /GDRDMA. Without it each byte goes through host memory, which costs about half of the bandwidth. ${
      why === 'module'
        ? `NCCL names the cause${nic === undefined ? '' : ` for ${nic}`}: no module.`
        : why === 'setting'
          ? 'A setting asks for it.'
          : 'The log does not say why: the module nvidia-peermem is not loaded, DMA-BUF is not available, the NIC’s plugin was built without it, or NIC and GPU are too far from each other. GPUs that cannot do it (GeForce) look the same.'
    }`,
  actions: ({ why, setting }) => [
    ...(why === 'setting' ? [`unset ${setting?.replace(/=.*/, '')} on all hosts`] : []),
    'lsmod | grep -E "nvidia_peermem|nv_peer_mem" on every host; if missing: modprobe nvidia-peermem',
    'nvidia-smi topo -m: is a NIC at PIX or PXB of each GPU?',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH ... 2>&1 | grep -i -E "GPU Direct|DMA-BUF"',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via NET": the lines end in /GDRDMA',
  inOrder: 'GPUDirect RDMA in use',
  explained: {
    knownBy:
      'Connections "via NET/IB/0" without /GDRDMA; "GPU Direct RDMA Disabled ... (no module)"; NCCL_NET_GDR_LEVEL.',
    costs: 'About half of the bandwidth between hosts.',
    todo: 'modprobe nvidia-peermem on every host, or DMA-BUF with a recent kernel and driver.',
    verify: 'The connections end in /GDRDMA.',
  },
}
