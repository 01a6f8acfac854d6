/**
 * The link catalogue: every kind of link that a Machine may contain, with its raw and its usable rate in one direction.
 *
 * Raw is what the wire signals after line coding, as its maker states it for one direction. Usable is what NCCL counts
 * with (src/graph/topo.h and topo.cc, NCCL 2.30.7; xGMI: RCCL's src/graph/topo.h), which measurements confirm:
 * the largest busbw of healthy machines comes out at these rates.
 */
import type { BytesPerSecond, Seconds } from '../base/units.ts'

export type LinkId =
  | 'nvlink1'
  | 'nvlink2'
  | 'nvlink3'
  | 'nvlink4'
  | 'nvlink5'
  | 'nvlink-c2c'
  | 'xgmi-vega'
  | 'xgmi-mi200'
  | 'xgmi-mi300'
  | 'xgmi-mi350'
  | 'pcie3'
  | 'pcie4'
  | 'pcie5'
  | 'pcie6'
  | 'ib-fdr'
  | 'ib-edr'
  | 'ib-hdr100'
  | 'ib-hdr'
  | 'ib-ndr200'
  | 'ib-ndr'
  | 'ib-xdr'
  | 'roce'
  | 'efa'
  | 'slingshot'
  | 'tcp'
  | 'cpu-intel-qpi'
  | 'cpu-intel-upi'
  | 'cpu-intel-spr'
  | 'cpu-intel-emr'
  | 'cpu-amd'
  | 'cpu-power'
  | 'cpu-arm'

/** What popular texts get wrong about a figure. The sentences: messages/{en,zh}/links.ts. */
export type QuoteVerdict =
  | 'both-directions-raw'
  | 'both-directions'
  | 'raw-one-direction'
  | 'host-memory-one-hop'
  | 'adapter-not-switch'
  | 'adapter-too-slow'
  | 'depends-on-host'

/** A figure as it is commonly quoted for this link; rates in bytes/s, times in seconds. */
export type Quote = {
  readonly verdict: QuoteVerdict
  /** What the figure is for: "12 x A100", "x16", "RDMA". */
  readonly of: string
} & (
  | { readonly rate: BytesPerSecond /** So many links, or lanes, are meant. */; readonly count: number }
  | { readonly from: Seconds; readonly to: Seconds }
)

interface LinkBase {
  readonly id: LinkId
  readonly title: string
  /** What the rates count: one NVLink or xGMI link, one PCIe lane, one network port, the way between two CPU sockets. */
  readonly per: 'link' | 'lane' | 'port' | 'socket'
  /**
   * One crossing with the smallest message. NVLink and xGMI: GPU to GPU, directly or through a switch; PCIe: one hop;
   * network: from NIC to NIC. From the LL protocol's latencies in NCCL's src/graph/tuning.cc unless `source` differs.
   */
  readonly latencySeconds: Seconds
  readonly source: string
  readonly quotes: readonly Quote[]
}

/** Its rate is a property of its kind. No raw rate between CPU sockets: how many links join them differs by board. */
export interface FixedLink extends LinkBase {
  readonly rawBandwidth?: BytesPerSecond
  readonly bandwidth: BytesPerSecond
}

/** Sold at many rates: the port says its raw rate, the kind what share of it is usable. */
export interface RatedLink extends LinkBase {
  readonly usableShare: number
  /** However fast the port, one NIC does not pass this. */
  readonly most?: BytesPerSecond
}

export type LinkKind = FixedLink | RatedLink

const US = 1e-6
const GB = 1e9
const NCCL = 'NCCL 2.30.7 src/graph/topo.h'
const RCCL = 'RCCL 2.21 src/graph/topo.h'
const RCCL_DEVELOP = 'RCCL develop src/graph/topo.h; AMD MI355X data sheet'
/** NCCL takes 12, 24 and 48 GB/s from ports of 12.5, 25 and 50 GB/s: the speeds its search tries (src/graph/search.cc). */
const PORT_SHARE = 0.96

type Draft = Omit<FixedLink, 'id' | 'per' | 'quotes' | 'latencySeconds'> & {
  readonly latencySeconds?: Seconds
  readonly quotes?: readonly Quote[]
}

const nvlink = (draft: Draft) => ({ per: 'link' as const, latencySeconds: 0.6 * US, quotes: [], ...draft })
const xgmi = (draft: Draft) => ({ per: 'link' as const, latencySeconds: 1 * US, quotes: [], ...draft })
const pcie = (draft: Draft) => ({ per: 'lane' as const, latencySeconds: 0.5 * US, quotes: [], ...draft })
const socket = (draft: Draft) => ({ per: 'socket' as const, latencySeconds: 0.2 * US, quotes: [], ...draft })
const port = (title: string, gigabits: number, quotes: readonly Quote[] = []) => ({
  title,
  per: 'port' as const,
  rawBandwidth: gigabits * 0.125 * GB,
  bandwidth: gigabits * 0.125 * PORT_SHARE * GB,
  latencySeconds: 2.7 * US,
  source: 'NCCL 2.30.7 src/graph/search.cc, tuning.cc',
  quotes,
})

const RDMA_QUOTE: Quote = { verdict: 'host-memory-one-hop', of: 'RDMA', from: 1 * US, to: 5 * US }

const KINDS: Readonly<Record<LinkId, Omit<FixedLink, 'id'> | Omit<RatedLink, 'id'>>> = {
  nvlink1: nvlink({
    title: 'NVLink 1 (Pascal)',
    rawBandwidth: 20 * GB,
    bandwidth: 18 * GB,
    source: NCCL,
    quotes: [{ verdict: 'both-directions-raw', of: '4 x P100', count: 4, rate: 160 * GB }],
  }),
  nvlink2: nvlink({
    title: 'NVLink 2 (Volta)',
    rawBandwidth: 25 * GB,
    bandwidth: 20 * GB,
    source: NCCL,
    quotes: [{ verdict: 'both-directions-raw', of: '6 x V100', count: 6, rate: 300 * GB }],
  }),
  nvlink3: nvlink({
    title: 'NVLink 3 (Ampere)',
    rawBandwidth: 25 * GB,
    bandwidth: 20 * GB,
    source: NCCL,
    quotes: [
      { verdict: 'both-directions-raw', of: '12 x A100', count: 12, rate: 600 * GB },
      { verdict: 'raw-one-direction', of: '12 x A100', count: 12, rate: 300 * GB },
    ],
  }),
  // nvidia-smi prints 26.562 (NVLink 5: 53.125), which counts the line code.
  nvlink4: nvlink({
    title: 'NVLink 4 (Hopper)',
    rawBandwidth: 25 * GB,
    bandwidth: 20.6 * GB,
    source: NCCL,
    quotes: [
      { verdict: 'both-directions-raw', of: '18 x H100', count: 18, rate: 900 * GB },
      { verdict: 'raw-one-direction', of: '18 x H100', count: 18, rate: 450 * GB },
    ],
  }),
  nvlink5: nvlink({
    title: 'NVLink 5 (Blackwell)',
    rawBandwidth: 50 * GB,
    bandwidth: 40.1 * GB,
    source: NCCL,
    quotes: [
      { verdict: 'both-directions-raw', of: '18 x B200', count: 18, rate: 1800 * GB },
      { verdict: 'raw-one-direction', of: '18 x B200', count: 18, rate: 900 * GB },
    ],
  }),
  // A GB200's Grace serves two GPUs, a GH200's one; NVML reports 5 links of 44.7 GB/s to each GPU.
  'nvlink-c2c': nvlink({
    title: 'NVLink-C2C (Grace to its GPU)',
    rawBandwidth: 45 * GB,
    bandwidth: 44.712 * GB,
    source: 'NCCL 2.30.7 src/graph/xml.cc: <c2c bw="44712" count="5"/>',
    quotes: [{ verdict: 'both-directions-raw', of: '10 x GH200', count: 10, rate: 900 * GB }],
  }),
  'xgmi-vega': xgmi({
    title: 'xGMI (Vega 20, MI100)',
    rawBandwidth: 46 * GB,
    bandwidth: 24 * GB,
    source: RCCL,
    quotes: [{ verdict: 'both-directions-raw', of: '3 x MI100', count: 3, rate: 276 * GB }],
  }),
  'xgmi-mi200': xgmi({
    title: 'xGMI (MI200)',
    rawBandwidth: 50 * GB,
    bandwidth: 36 * GB,
    source: RCCL,
    quotes: [{ verdict: 'both-directions-raw', of: '8 x MI250X GCD', count: 8, rate: 800 * GB }],
  }),
  'xgmi-mi300': xgmi({
    title: 'xGMI (MI300)',
    rawBandwidth: 64 * GB,
    bandwidth: 48 * GB,
    source: RCCL,
    quotes: [{ verdict: 'both-directions-raw', of: '7 x MI300X', count: 7, rate: 896 * GB }],
  }),
  // RCCL counts with MI300's figure although the links are faster (GFX95X_XGMI_WIDTH).
  'xgmi-mi350': xgmi({
    title: 'xGMI (MI350)',
    rawBandwidth: 76.8 * GB,
    bandwidth: 48 * GB,
    source: RCCL_DEVELOP,
    quotes: [{ verdict: 'both-directions-raw', of: '7 x MI355X', count: 7, rate: 1075 * GB }],
  }),
  pcie3: pcie({
    title: 'PCIe 3.0',
    rawBandwidth: (8 / 8) * (128 / 130) * GB,
    bandwidth: 0.75 * GB,
    source: 'NCCL 2.30.7 src/graph/topo.cc: width x 60/80',
    quotes: [
      { verdict: 'both-directions', of: 'x16', count: 16, rate: 32 * GB },
      { verdict: 'raw-one-direction', of: 'x16', count: 16, rate: 16 * GB },
    ],
  }),
  pcie4: pcie({
    title: 'PCIe 4.0',
    rawBandwidth: (16 / 8) * (128 / 130) * GB,
    bandwidth: 1.5 * GB,
    source: 'NCCL 2.30.7 src/graph/topo.cc: width x 120/80',
    quotes: [
      { verdict: 'both-directions', of: 'x16', count: 16, rate: 64 * GB },
      { verdict: 'raw-one-direction', of: 'x16', count: 16, rate: 32 * GB },
    ],
  }),
  pcie5: pcie({
    title: 'PCIe 5.0',
    rawBandwidth: (32 / 8) * (128 / 130) * GB,
    bandwidth: 3 * GB,
    source: 'NCCL 2.30.7 src/graph/topo.cc: width x 240/80',
    quotes: [
      { verdict: 'both-directions', of: 'x16', count: 16, rate: 128 * GB },
      { verdict: 'raw-one-direction', of: 'x16', count: 16, rate: 64 * GB },
    ],
  }),
  pcie6: pcie({
    title: 'PCIe 6.0',
    rawBandwidth: (64 / 8) * (242 / 256) * GB,
    bandwidth: 6 * GB,
    source: 'NCCL 2.30.7 src/graph/topo.cc: width x 480/80',
    quotes: [{ verdict: 'both-directions', of: 'x16', count: 16, rate: 256 * GB }],
  }),
  'ib-fdr': port('InfiniBand FDR', 54.54, [
    { verdict: 'adapter-too-slow', of: 'FDR', from: 1.2 * US, to: 1.2 * US },
  ]),
  'ib-edr': port('InfiniBand EDR', 100, [
    { verdict: 'adapter-not-switch', of: 'EDR', from: 0.7 * US, to: 0.7 * US },
  ]),
  'ib-hdr100': port('InfiniBand HDR100', 100),
  'ib-hdr': port('InfiniBand HDR', 200, [
    { verdict: 'adapter-not-switch', of: 'HDR', from: 0.5 * US, to: 0.5 * US },
    RDMA_QUOTE,
  ]),
  'ib-ndr200': port('InfiniBand NDR200', 200),
  'ib-ndr': port('InfiniBand NDR', 400, [RDMA_QUOTE]),
  'ib-xdr': port('InfiniBand XDR', 800),
  roce: {
    title: 'RoCE (RDMA over Ethernet)',
    per: 'port',
    usableShare: PORT_SHARE,
    latencySeconds: 2.7 * US,
    source: 'NCCL 2.30.7 src/graph/search.cc, tuning.cc: counted as InfiniBand',
    quotes: [RDMA_QUOTE],
  },
  efa: {
    title: 'EFA (AWS, SRD)',
    per: 'port',
    usableShare: PORT_SHARE,
    latencySeconds: 28 * US,
    source:
      'ml-engineering network README: 382 of 400 GB/s; latency: 8 B all_reduce on p5, 69 us on two nodes, 13 us on one, two crossings',
    quotes: [],
  },
  slingshot: {
    title: 'Slingshot 11 (HPE)',
    per: 'port',
    usableShare: 0.73,
    latencySeconds: 2.7 * US,
    source:
      '18.3 of 25 GB/s a port: all_reduce and all_gather between nodes with 2 x 200G, alcf-nccl-tests; latency as InfiniBand',
    quotes: [],
  },
  tcp: {
    title: 'TCP sockets',
    per: 'port',
    usableShare: PORT_SHARE,
    most: 4 * GB,
    latencySeconds: 20 * US,
    source:
      '100 Gb/s measured in steps: IPoIB 4, RDMA without GPUDirect 6, with it 12 GB/s; latency: the order of half a round trip',
    quotes: [{ verdict: 'depends-on-host', of: 'TCP', from: 10 * US, to: 50 * US }],
  },
  'cpu-intel-qpi': socket({
    title: 'Intel QPI (to Broadwell)',
    bandwidth: 6 * GB,
    source: NCCL,
    quotes: [{ verdict: 'both-directions-raw', of: 'QPI 9.6 GT/s', count: 1, rate: 38.4 * GB }],
  }),
  'cpu-intel-upi': socket({
    title: 'Intel UPI (Skylake to Ice Lake)',
    bandwidth: 10 * GB,
    source: NCCL,
    quotes: [{ verdict: 'both-directions-raw', of: 'UPI 10.4 GT/s', count: 1, rate: 41.6 * GB }],
  }),
  'cpu-intel-spr': socket({
    title: 'Intel UPI 2.0 (Sapphire Rapids)',
    bandwidth: 22 * GB,
    source: `${NCCL} (since 2.26)`,
  }),
  'cpu-intel-emr': socket({
    title: 'Intel UPI 2.0 (Emerald and Granite Rapids)',
    bandwidth: 40 * GB,
    source: `${NCCL} (since 2.26)`,
  }),
  'cpu-amd': socket({
    title: 'AMD Infinity Fabric (EPYC)',
    bandwidth: 16 * GB,
    source: NCCL,
  }),
  'cpu-power': socket({
    title: 'POWER9 X-Bus',
    bandwidth: 32 * GB,
    source: NCCL,
    quotes: [{ verdict: 'both-directions-raw', of: 'X-Bus', count: 1, rate: 64 * GB }],
  }),
  'cpu-arm': socket({ title: 'Arm server', bandwidth: 6 * GB, source: NCCL }),
}

/** The catalogue in the order of LinkId. */
export const links: readonly LinkKind[] = (Object.keys(KINDS) as LinkId[]).map((id) => ({ id, ...KINDS[id] }))

export const linkKind = (id: LinkId): LinkKind => ({ id, ...KINDS[id] })

/** Usable rate in one direction of `count` links (lanes, ports) of a kind; `raw` is the port's rate where the kind has none. */
export function usableBandwidth(id: LinkId, count = 1, raw = 0): BytesPerSecond {
  const kind = linkKind(id)
  return 'bandwidth' in kind
    ? kind.bandwidth * count
    : Math.min(raw * kind.usableShare, kind.most ?? Number.POSITIVE_INFINITY) * count
}

/** A quoted figure beside ours, as its sentence needs it. */
export interface QuoteFacts {
  readonly of: string
  /** As quoted. */
  readonly rate?: BytesPerSecond
  readonly from?: Seconds
  readonly to?: Seconds
  /** What so many links can use in one direction. */
  readonly usable?: BytesPerSecond
  readonly latency: Seconds
}

export function quoteFacts(kind: LinkKind, quote: Quote): QuoteFacts {
  const { of } = quote
  const latency = kind.latencySeconds
  return 'rate' in quote
    ? { of, latency, rate: quote.rate, usable: usableBandwidth(kind.id, quote.count) }
    : { of, latency, from: quote.from, to: quote.to }
}

export type PcieId = Extract<LinkId, `pcie${string}`>

/** Usable rate of a PCIe connection in one direction: 12, 24, 48 and 96 GB/s for x16 of generations 3 to 6. */
export const pcieBandwidth = (kind: PcieId, lanes = 16): BytesPerSecond => usableBandwidth(kind, lanes)
