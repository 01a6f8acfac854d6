// Runs every benchmark of this folder, one after the other, each in a process of its own. Exits 1 when one misses its aim.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('.', import.meta.url)
const missed = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.mjs'))
  .sort()
  .filter((name) => spawnSync(process.execPath, [fileURLToPath(new URL(name, folder))], { stdio: 'inherit' }).status !== 0)

if (missed.length > 0) {
  console.error(`missed: ${missed.join(', ')}`)
  process.exitCode = 1
}
