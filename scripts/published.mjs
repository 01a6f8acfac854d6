// Writes docs/published.md: every published number that expectations rest on, and every measured table, with its source.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measuredTables } from '../dist/core/cost/measured/index.js'
import { published } from '../dist/core/cost/published/index.js'

const number = (value) => String(Math.round(value * 10) / 10)

/** One row of the table. */
function rowOf({ title, collectives, algorithm, forced, ranksPerNode, nodes, fabric, busbw, low, high, source }) {
  const machine = [title, ranksPerNode && `${ranksPerNode} GPUs used`, fabric?.toUpperCase()].filter(Boolean).join(', ')
  const count = nodes ? `${nodes.from}${nodes.to === nodes.from ? '' : nodes.to ? `-${nodes.to}` : ' and more'}` : '1'
  const how = algorithm ? `${algorithm}${forced ? ' (forced)' : ''}` : 'default'
  return `| ${machine} | ${count} | ${collectives.join(', ')} | ${how} | ${number(busbw)} | ${number(low)}-${number(high)} | ${source} |`
}

/** The document. */
export const publishedText = () => `# Published numbers

Bus bandwidth of healthy machines at the largest sizes, GB/s, as maintainers, makers and users published it. \`expect\` uses the
first that is about the machine and the operation; the others are listed beside it. Made by \`node scripts/published.mjs\` from
src/core/cost/published; do not edit.

"nccl #N" is an issue of github.com/NVIDIA/nccl, "nccl-tests #N" of github.com/NVIDIA/nccl-tests; "ml-engineering" is
github.com/stas00/ml-engineering; "awsome-distributed-training" is github.com/aws-samples/awsome-distributed-training.

| machine | nodes | collective | algorithm | busbw | range | source |
| --- | --- | --- | --- | --- | --- | --- |
${published.map(rowOf).join('\n')}

## Measured tables

Times by size, from which the way to the plateau is taken (src/core/cost/measured). How near they are met: accuracy.md.

| table | collective | sizes | source |
| --- | --- | --- | --- |
${measuredTables.map(({ title, collective, rows, source }) => `| ${title} | ${collective} | ${rows.length} | ${source} |`).join('\n')}
`

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(fileURLToPath(new URL('../docs/published.md', import.meta.url)), publishedText())
