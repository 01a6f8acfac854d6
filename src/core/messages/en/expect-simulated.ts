/** English: `ringscope expect` on a topology that is only simulated. */
import type { ExpectSimulatedTexts } from '../expect-simulated.ts'

export const expectSimulated: ExpectSimulatedTexts = {
  headline: {
    plain: ({ collective, topology, bytes, seconds, busbw, algorithm, best, ofBound }, print) =>
      `${collective} of ${print.bytes(bytes)} on ${topology} takes ${print.duration(seconds)}${best ? ' at best' : ''}: ${print.rate(busbw)} busbw (${algorithm}), ${print.percent(ofBound)} of what this graph allows.`,
    reached: ({ measured, share, simulated, collective, topology }, print) =>
      `${print.rate(measured)} is ${print.percent(share)} of the ${print.rate(simulated)} that the best simulated ${collective} reaches on ${topology}.`,
    undecided: ({ measured, share, simulated, bytes }, print) =>
      `${print.rate(measured)} is ${print.percent(share)} of the ${print.rate(simulated)} simulated at ${print.bytes(bytes)}; how much of that these links really reach is not known.`,
    above: ({ measured, allows, topology }, print) =>
      `${print.rate(measured)} is more than ${topology} can carry: with these links nothing exceeds ${print.rate(allows)}.`,
  },
  labels: {
    allows: 'graph allows',
    bound: 'bound by, of the time',
    band: 'band',
    notTried: 'not tried',
    next: 'next',
  },
  band: 'from the best algorithm here to what the graph allows; no measured efficiency is known for it',
  supposed: {
    efficiency:
      'links are used to the full, launches take no time: no measurement of such a machine is known',
    bandwidth: 'the bandwidth of each link, since none was given',
    latency: 'the latency of each link, since none was given',
  },
  decide: {
    efficiency: 'measure one link alone (a send_recv between two neighbours) and give it as --bandwidth',
    bandwidth: 'give the usable rate of one link, one direction: --bandwidth 50GB/s',
    latency: 'give the latency of one link: --latency 500ns',
  },
  bound: {
    latency: ({ share }, print) => `latency ${print.percent(share)}`,
    link: ({ link, busy }, print) => `${link} ${print.percent(busy)}`,
  },
}
