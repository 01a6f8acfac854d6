// A default sweep of `expect` (32 sizes), the first in a process: under 20 ms. The fastest of five processes a machine, since
// whatever else runs here only adds; and once more in the same process.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from '../dist/core/expectation/expect.js'
import { withNodes } from '../dist/core/machine/edits.js'
import { machineNamed } from '../dist/core/machine/named.js'

const MOST_MILLISECONDS = 20
const RUNS = 5
const MACHINES = [
  ['dgx-a100', 1],
  ['dgx-h100', 2],
  ['gb200-nvl72', 1],
  ['mi300x', 4],
  ['pcie4-8gpu', 1],
]

function sweep(name, nodes) {
  const machine = withNodes(machineNamed(name).value, nodes)
  const started = performance.now()
  expect({ collective: 'all_reduce', machine })
  return performance.now() - started
}

const [, , asked, nodes] = process.argv
if (MACHINES.some(([name]) => name === asked)) {
  process.stdout.write(JSON.stringify([sweep(asked, Number(nodes)), sweep(asked, Number(nodes))]))
} else {
  const me = fileURLToPath(import.meta.url)
  const fastest = MACHINES.map(([name, nodes]) => {
    const runs = Array.from({ length: RUNS }, () =>
      JSON.parse(execFileSync(process.execPath, [me, name, String(nodes)], { encoding: 'utf8' })),
    )
    const [first, again] = [0, 1].map((which) => Math.min(...runs.map((times) => times[which])))
    console.log(
      `expect all_reduce --on ${name} --nodes ${nodes}: 32 sizes in ${first.toFixed(1)} ms, again ${again.toFixed(1)} ms`,
    )
    return first
  })
  const slowest = Math.max(...fastest)
  console.log(`slowest ${slowest.toFixed(1)} ms, at most ${MOST_MILLISECONDS} ms`)
  if (slowest > MOST_MILLISECONDS) process.exitCode = 1
}
