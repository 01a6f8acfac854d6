// A default sweep of `expect` (32 sizes) after start: under 20 ms.
import { expect } from '../dist/core/expectation/expect.js'
import { withNodes } from '../dist/core/topology/edits.js'
import { machineNamed } from '../dist/core/topology/named.js'

const MOST_MILLISECONDS = 20
const MACHINES = [
  ['dgx-a100', 1],
  ['dgx-h100', 2],
  ['gb200-nvl72', 1],
  ['mi300x', 4],
  ['pcie4-8gpu', 1],
]

function sweep(name, nodes) {
  const started = performance.now()
  const { rows } = expect({ collective: 'all_reduce', machine: withNodes(machineNamed(name).value, nodes) })
  return { name, nodes, sizes: rows.length, milliseconds: performance.now() - started }
}

// The first call reads the measured tables; it is what a command pays, so it counts.
const results = MACHINES.map(([name, nodes]) => sweep(name, nodes))
for (const { name, nodes, sizes, milliseconds } of results)
  console.log(`expect all_reduce --on ${name} --nodes ${nodes}: ${sizes} sizes in ${milliseconds.toFixed(1)} ms`)
const slowest = Math.max(...results.map(({ milliseconds }) => milliseconds))
console.log(`slowest ${slowest.toFixed(1)} ms, at most ${MOST_MILLISECONDS} ms`)
if (slowest > MOST_MILLISECONDS) process.exitCode = 1
