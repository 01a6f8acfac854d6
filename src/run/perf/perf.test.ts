/** What `perf` says of a run as a whole is gathered from all ranks: a reader sees only what rank 0 prints. */
import { expect, test } from 'vitest'
import type { PerfRun } from '../../core/evidence/perf-run.ts'
import { createCommunicator } from '../communicator/create-communicator.ts'
import { createLocalNetwork } from '../transports/local/local.ts'
import type { Transport } from '../transports/transport.ts'
import { PERF_DEFAULTS } from './options.ts'
import { PAIRS_DEFAULTS } from './pairs.ts'
import { type PerfReport, type PerfTask, perfProgram } from './perf.ts'

const sizes: PerfTask = {
  kind: 'sizes',
  options: { ...PERF_DEFAULTS, collective: 'all_reduce', minBytes: 8, maxBytes: 8, iterations: 3 },
}

/** What rank 0 of three gives and has reported. */
async function run(task: PerfTask, change: (transport: Transport) => Transport = (transport) => transport) {
  const comms = createLocalNetwork({ ranks: 3 }).transports.map((transport) =>
    createCommunicator(change(transport)),
  )
  const reports: PerfReport[] = []
  const report = (value: unknown): void => {
    reports.push(value as PerfReport)
  }
  const [result] = await Promise.all(comms.map((comm) => perfProgram(comm, { data: task, report })))
  await Promise.all(comms.map((comm) => comm.close()))
  const begin: PerfRun | undefined = reports.flatMap((made) => (made.kind === 'begin' ? [made.run] : []))[0]
  return { result, begin }
}

const remarkable = (transport: Transport): Transport =>
  transport.rank === 0 ? transport : { ...transport, remarks: ['ucx-without-cache'] }

test('what is to be known of single ranks is told before the first row, with the ranks', async () => {
  const remarks = [{ id: 'ucx-without-cache', ranks: [1, 2] }]
  const { result, begin } = await run(sizes, remarkable)
  expect(begin).toMatchObject({ remarks })
  expect(result).toMatchObject({ run: { remarks } })
  const pairs = await run({ kind: 'pairs', options: { ...PAIRS_DEFAULTS, iterations: 3 } }, remarkable)
  expect(pairs.result).toMatchObject({ pairs: { remarks } })
})

test('where there is nothing to be known, nothing is told', async () => {
  expect((await run(sizes)).begin?.remarks).toEqual([])
})
