/** English: the link catalogue. */
import type { Print } from '../../base/print.ts'
import type { QuoteFacts } from '../../machine/links.ts'
import type { LinkTexts } from '../links.ts'

/** A step over the network with the Simple protocol: NCCL 2.30.7 src/graph/tuning.cc. */
const SIMPLE_STEP = 14e-6
/** InfiniBand Trade Association's roadmap and the makers' data sheets of adapters and switches. */
const FDR_ADAPTERS = 0.7e-6
const QDR_ADAPTERS = 1.3e-6
const SWITCH = { from: 0.1e-6, to: 0.2e-6 }

const half = ({ rate = 0 }: QuoteFacts, print: Print) => print.rate(rate / 2)
const usable = ({ usable: rate = 0 }: QuoteFacts, print: Print) => print.rate(rate)
const range = ({ from = 0, to = 0 }: QuoteFacts, print: Print) =>
  from === to ? print.duration(from) : `${print.duration(from)} to ${print.duration(to)}`

export const links: LinkTexts = {
  per: {
    link: 'one link',
    lane: 'one lane',
    port: 'one port',
    socket: 'between two sockets',
  },
  verdict: {
    'both-directions-raw': (values, print) =>
      `${print.rate(values.rate ?? 0)} (${values.of}) counts both directions and is the raw rate: one direction carries ${half(values, print)}, of which a collective can use about ${usable(values, print)}.`,
    'both-directions': (values, print) =>
      `${print.rate(values.rate ?? 0)} (${values.of}) counts both directions: one direction carries ${half(values, print)} raw, of which about ${usable(values, print)} is usable.`,
    'raw-one-direction': (values, print) =>
      `${print.rate(values.rate ?? 0)} (${values.of}) is correct for one direction, but it is the raw rate: about ${usable(values, print)} is usable.`,
    'host-memory-one-hop': (values, print) =>
      `${range(values, print)} (${values.of}) is the time of one RDMA write between host memories. A step of a collective between GPUs takes at least ${print.duration(values.latency)} (NCCL, LL protocol) and ${print.duration(SIMPLE_STEP)} with the Simple protocol.`,
    'adapter-not-switch': (values, print) =>
      `${range(values, print)} (${values.of}) is the latency of the two adapters from host memory to host memory. A switch adds ${print.duration(SWITCH.from)} to ${print.duration(SWITCH.to)} from port to port, and a step of NCCL takes at least ${print.duration(values.latency)}.`,
    'adapter-too-slow': (values, print) =>
      `${range(values, print)} (${values.of}) is too high: adapters of this generation reach ${print.duration(FDR_ADAPTERS)} from host memory to host memory; ${print.duration(QDR_ADAPTERS)} is typical of QDR. It is not a port-to-port latency either: a switch adds about ${print.duration(SWITCH.to)}. A step of NCCL takes at least ${print.duration(values.latency)}.`,
    'depends-on-host': (values, print) =>
      `${range(values, print)} (${values.of}) is typical of an idle host with a tuned kernel, but not a constant: interrupts, a busy CPU or a container network raise it.`,
  },
}
