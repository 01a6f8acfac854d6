// Writes the outputs that README.md shows, made by the program itself: `node scripts/readme.mjs`; --check only compares.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const output = (...args) =>
  execFileSync(process.execPath, ['dist/cli/main.js', ...args], {
    encoding: 'utf8',
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: '', NO_COLOR: '1' },
  }).trimEnd()

const shown = [
  ['`npm start` prints:', output('diagnose', 'samples/one-gpu-lost-nvlinks', '--fail-on', 'never')],
  [
    '--measured 310GB/s`:',
    output('expect', 'all_reduce', '--on', 'dgx-h100', '--nodes', '2', '--measured', '310GB/s'),
  ],
  [
    '`npx ringscope simulate all_reduce --on dgx-1v --size 256M --algo all`:',
    output('simulate', 'all_reduce', '--on', 'dgx-1v', '--size', '256M', '--algo', 'all'),
  ],
]

const readme = readFileSync('README.md', 'utf8')
const fresh = shown.reduce((text, [before, after]) => {
  const at = text.indexOf('```\n', text.indexOf(before)) + 4
  return `${text.slice(0, at)}${after}${text.slice(text.indexOf('\n```', at))}`
}, readme)
if (process.argv.includes('--check')) process.exitCode = fresh === readme ? 0 : 1
else writeFileSync('README.md', fresh)
