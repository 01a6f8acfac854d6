/** English: `ringscope expect` on a topology that is only simulated. */
import type { ExpectSimulatedTexts } from '../expect-simulated.ts'

export const expectSimulated: ExpectSimulatedTexts = {
  headline: {
    plain: ({ collective, topology, bytes, seconds, busbw, algorithm, best, ofBound }, print) =>
      `${collective} of ${print.bytes(bytes)} on ${topology} takes ${print.duration(seconds)}${best ? ' at best' : ''}: ${print.rate(busbw)} busbw (${algorithm}), ${print.percent(ofBound)} of what this graph allows.`,
    reached: ({ measured, share, simulated, collective, topology }, print) =>
      `${print.rate(measured)} is ${print.percent(share)} of the ${print.rate(simulated)} that the best simulated ${collective} reaches on ${topology}.`,
    undecided: ({ measured, share, simulated, bytes }, print) =>
      `${print.rate(measured)} is ${print.percent(share)} of the ${print.rate(simulated)} simulated at ${print.bytes(bytes)}; it is not known how much of that real links reach.`,
    above: ({ measured, allows, topology }, print) =>
      `${print.rate(measured)} is more than ${topology} can carry: no algorithm exceeds ${print.rate(allows)} on these links.`,
  },
  labels: {
    allows: 'graph allows',
    bound: 'bound by (busy)',
    band: 'band',
    notTried: 'not tried',
    next: 'next',
  },
  band: 'from the best algorithm here to what the graph allows; no measured efficiency is known',
  supposed: {
    efficiency: 'full use of the links and no launch time, since no measurement of such a machine is known',
    bandwidth: 'the bandwidth of each link, which was not given',
    latency: 'the latency of each link, which was not given',
  },
  decide: {
    efficiency: 'measure a single link (send_recv between two neighbours) and pass it as --bandwidth',
    bandwidth: 'pass the usable rate of one link, one direction: --bandwidth 50GB/s',
    latency: 'pass the latency of one link: --latency 500ns',
  },
  bound: {
    latency: ({ share }, print) => `latency ${print.percent(share)}`,
    link: ({ link, busy }, print) => `${link} ${print.percent(busy)}`,
  },
}
