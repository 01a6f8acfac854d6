// Runs collectives on this machine, simulates the same schedules on a topology fitted from each run, and writes
// docs/accuracy-run.md: `node scripts/accuracy-run.mjs ["what machine this is"]`. Needs a quiet machine; takes about a minute.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print } from '../dist/core/base/print.js'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
/** Interleaved, so that what disturbs the machine for a while disturbs all of them. */
const ROUNDS = 5
/** Some seconds are usual. */
const LONGEST_MILLISECONDS = 30_000
const SWEEP = ['-b', '1K', '-e', '16M', '-f', '4']
const MPIRUN = ['mpirun.openmpi', '--allow-run-as-root', '--oversubscribe', '-np', '2']
const BANDS = [
  { title: 'up to 16 KiB', holds: (bytes) => bytes <= 16384 },
  { title: '64 KiB to 1 MiB', holds: (bytes) => bytes > 16384 && bytes <= 2 ** 20 },
  { title: 'from 4 MiB', holds: (bytes) => bytes > 2 ** 20 },
]

export const settings = [
  { title: '2 threads, all_reduce', args: ['all_reduce', '-g', '2'] },
  { title: '2 threads, all_gather', args: ['all_gather', '-g', '2'] },
  { title: '2 threads, broadcast', args: ['broadcast', '-g', '2'] },
  { title: '4 threads, all_reduce', args: ['all_reduce', '-g', '4'] },
  { title: '2 processes over TCP, all_reduce', args: ['all_reduce', '-g', '2', '--transport', 'tcp'] },
  { title: '2 ranks of OpenMPI, all_reduce', args: ['all_reduce', '--transport', 'mpi'], by: MPIRUN },
]

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const percent = (share) => print.percent(share)

function measure({ args, by = [] }, folder) {
  const file = join(folder, 'perf.json')
  const timeline = join(folder, 'timeline.json')
  const command = [...by, process.execPath, main, 'perf', ...args, ...SWEEP, '--json', '--output', file]
  rmSync(file, { force: true })
  const { status } = spawnSync(command[0], [...command.slice(1), '--timeline', timeline], {
    stdio: 'ignore',
    timeout: LONGEST_MILLISECONDS,
  })
  return status === 0 && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Of each size the medians over the rounds. */
function rowsOf(runs) {
  return runs[0].simulation.rows.map(({ bytes, algorithm }, at) => {
    const all = runs.map(({ simulation }) => simulation.rows[at])
    const measured = median(all.map((row) => row.measuredSeconds))
    const simulated = median(all.map((row) => row.simulatedSeconds))
    const off = median(all.map((row) => row.simulatedSeconds / row.measuredSeconds - 1))
    return { bytes, algorithm, measured, simulated, off }
  })
}

const signed = (share) => `${share < 0 ? '-' : '+'}${percent(Math.abs(share))}`

function section({ title }, runs) {
  const rows = rowsOf(runs)
  return `## ${title.replaceAll('_', '\\_')}

| size | algorithm | measured | simulated | off by |
| ---: | --- | ---: | ---: | ---: |
${rows
  .map(
    (row) =>
      `| ${print.bytes(row.bytes)} | ${row.algorithm} | ${print.duration(row.measured)} | ${print.duration(row.simulated)} | ${signed(row.off)} |`,
  )
  .join('\n')}
`
}

function summary(all) {
  const cell = (rows) =>
    rows.length === 0 ? '' : percent(rows.reduce((sum, { off }) => sum + Math.abs(off), 0) / rows.length)
  const lines = all.map(
    ([{ title }, runs]) =>
      `| ${title.replaceAll('_', '\\_')} | ${BANDS.map(({ holds }) => cell(rowsOf(runs).filter(({ bytes }) => holds(bytes)))).join(' | ')} |`,
  )
  return `| | ${BANDS.map(({ title }) => title).join(' | ')} |
| --- | ${BANDS.map(() => '---:').join(' | ')} |
${lines.join('\n')}
`
}

/** The document, of the runs of each setting. */
export const page = (all, machine) => `# How near the simulation is to a run

Real collectives on CPUs, beside the simulation of the very schedule that ran. Made by \`node scripts/accuracy-run.mjs\` on ${machine};
do not edit. Any single run of it: \`ringscope perf all_reduce -b 1K -e 16M -f 4 -g 2 --timeline run.json\`.

Mean of the absolute errors of the simulated time:

${summary(all)}
*Measured* is the median of 20 iterations (the slowest rank of each), in place where the collective has that, since a schedule says
nothing of copying the input to the output; of that the median over ${ROUNDS} runs. *Simulated* is \`core/simulate\` on a topology with
numbers from the same run, and nothing else:

- for each pair, latency and rate of a message, fitted to messages of 8 bytes to 4 MiB while all other ranks rest;
- for each rank, what it moves both ways together while it exchanges 4 MiB with another;
- for all ranks, what they move together when each sends 4 MiB to the next.

The last two are what ranks on the cores of one machine need. A message costs a copy into a slot and a copy out of it; the
core that makes one of them cannot make the other at the same time, and all copies go through the same caches and memory. A
model of links between ranks alone would take an exchange for as fast as one message.

Where the model is off, and why:

- Small sizes take longer than simulated. To begin a collective, and to come out of a wait, costs about as much as a
  message; the model has it once for each message, the run also once for each call.
- Between 64 KiB and 1 MiB the data of a collective lies in a nearer cache than that of the 4 MiB with which rank and machine are
  measured: the run is faster than simulated. Above, it may come from memory: slower.
- A root runs ahead of the others: of broadcast and its like the time from one call to the next is measured, not from the first byte
  of a call to its last. The run is faster than simulated.
- A sum reads two arrays where a copy reads one. The model takes both for the same.
- Large data is cut into tiles that follow each other through all steps, so that steps overlap. The model lets a step begin when
  the message before it is whole, except in pipelines, which get as many pieces as pay for their latency.
- With more ranks than cores a rank that is waited for may not be running. The model has an average of that in its latency, the
  run has it in whole turns of the scheduler: single sizes are off by a multiple. Its medians say little, its P99 much.
- Sockets: the kernel's work (copies, acknowledgements) runs on the same cores as the ranks, and at times on the other one.
- The two cores of a virtual machine may be threads of one core in one minute and cores of their own in the next: what was fitted and
  what was measured then differ by up to a half, either way.

${all.map(([setting, runs]) => section(setting, runs)).join('\n')}`

function measureAll(machine) {
  const folder = mkdtempSync(join(tmpdir(), 'ringscope-accuracy-'))
  try {
    const runsBySetting = new Map(settings.map((setting) => [setting, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const setting of settings) {
        const measured = measure(setting, folder)
        if (measured) runsBySetting.get(setting).push(measured)
        else process.stderr.write(`${setting.title}: did not run\n`)
      }
    const all = [...runsBySetting].filter(([, runs]) => runs.length > 0)
    writeFileSync(new URL('../docs/accuracy-run.md', import.meta.url), page(all, machine))
    for (const [setting, runs] of all)
      process.stderr.write(
        `${setting.title}: ${rowsOf(runs)
          .map(({ off }) => signed(off))
          .join(' ')}\n`,
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  measureAll(process.argv[2] ?? `${availableParallelism()} cores`)
