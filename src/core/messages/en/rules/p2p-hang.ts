/** English: p2p-hang. */
import type { P2pHangValues } from '../../../rules/failure/p2p-hang.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const p2pHang: RuleText<P2pHangValues> = {
  name: 'a hang with peer-to-peer between GPUs',
  about:
    'Warning: the test printed its header and no row, although all ranks finished their setup and all connections go by peer-to-peer. A file that was cut there looks the same.',

  title: ({ host, ranks, transport }, print) =>
    `${host === undefined ? '' : `${host}: `}no row after the setup of ${counted(ranks, print, 'rank')}: the first collective hangs, with all data over ${transport}`,
  cause: ({ transport }) => `the first collective hangs over ${transport}`,
  detail: () =>
    'All ranks finished their setup without an error, so the launcher and the network are in order. NCCL trusts what the driver says of peer-to-peer; where the PCIe switches or the IOMMU do not pass the data on (ACS, IOMMU in translated mode), or the driver offers it on cards that cannot do it, the GPUs wait forever at 100 % and low power.',
  actions: () => [
    'NCCL_P2P_DISABLE=1 as a test: if rows come, slowly, it is peer-to-peer',
    'lspci -vvv | grep ACSCtl (SrcValid+ and ReqRedir+ on the bridges above the GPUs): disable ACS; boot with iommu=pt',
    'nvidia-smi topo -p2p r: does the driver offer it for these cards? A newer driver may no longer',
    'dmesg | grep -e DMAR -e IO_PAGE_FAULT -e Xid',
  ],
  verify: () => 'all_reduce_perf prints rows, with #wrong 0, and without NCCL_P2P_DISABLE',
  explained: {
    knownBy:
      'A header without a row, "Init COMPLETE" on all ranks, "via P2P" on all connections, and no error.',
    costs: 'The job hangs.',
    todo: 'Test with NCCL_P2P_DISABLE=1; then ACS, IOMMU and the driver.',
    verify: 'The test prints rows with peer-to-peer on.',
  },
}
