/** Arguments that contradict themselves, each other, or the files. */
import { expect, test } from 'vitest'
import { ringscope } from './run-here.ts'

const RUN = 'samples/healthy-a100/all_reduce.txt'

test.each([
  ['diagnose', RUN, '--on', 'dgx-a100', '--on', 'dgx-h100'],
  ['simulate', 'all_reduce', '--on', 'ring:4', '--on', 'ring:8'],
  ['expect', 'all_reduce', '--on', 'dgx-a100', '--nodes', '2', '--nodes=3'],
])('an option that takes one value and is given twice is wrong usage: %s', async (...argv) => {
  const { status, stdout, stderr } = await ringscope(argv)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/--(?:on|nodes) was given more than once/)
  expect((await ringscope([...argv, '--lang', 'zh'])).stderr).toContain('给了不止一次')
})

test('where comparing makes sense it may be given again', async () => {
  const { status, stdout } = await ringscope(['expect', 'all_reduce', '--on', 'dgx-a100', '--on', 'dgx-h100'])
  expect(status).toBe(0)
  expect(stdout).toContain('H100')
  expect((await ringscope(['diagnose', RUN, '--baseline', RUN, '--baseline', RUN])).status).toBe(0)
})

test('an unknown word is told the nearest, an unknown letter none', async () => {
  const [word, letter] = [
    await ringscope(['perf', 'all_reduce', '--tranport', 'tcp']),
    await ringscope(['perf', 'all_reduce', '-t', '4']),
  ]
  expect([word.status, letter.status]).toEqual([2, 2])
  expect(word.stderr).toMatch(/Unknown option --tranport\.\n +nearest +--transport/)
  expect(letter.stderr).toContain('Unknown option -t.')
  expect(letter.stderr).not.toContain('nearest')
})

test('two answers of perf in one file are refused', async () => {
  const argv = ['perf', 'all_reduce', '-J', 'x.json', '--timeline', './x.json']
  const { status, stdout, stderr } = await ringscope(argv)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain('--timeline and -J name the same file.')
  expect((await ringscope([...argv, '--lang', 'zh'])).stderr).toContain('指向同一个文件')
})

test('options that say nothing of what is wanted give the help, in the language that they name', async () => {
  const chinese = await ringscope(['--lang', 'zh'])
  expect(chinese).toMatchObject({ status: 0, stderr: '' })
  expect(chinese.stdout).toBe((await ringscope(['--help', '--lang', 'zh'])).stdout)
  expect(chinese.stdout).toMatch(/\p{Script=Han}/u)
  expect((await ringscope(['--lang=zh'])).stdout).toBe(chinese.stdout)
  expect(await ringscope(['--lang', 'fr'])).toMatchObject({ status: 2, stdout: '' })
  // A word that is no command is still told.
  expect((await ringscope(['--lang', 'zh', 'diagnos'])).stderr).toContain('diagnos')
})

test('--nodes that the list of devices contradicts is told', async () => {
  const { stdout } = await ringscope(['diagnose', RUN, '--nodes', '3', '--verbose'])
  expect(stdout).toContain('--nodes says 3, but the devices of the run are on 1 host')
  // The file is judged.
  expect(stdout).toMatch(/^ {2}HEALTHY/)
  expect((await ringscope(['diagnose', RUN, '--nodes', '1'])).stdout).toMatch(/^ {2}HEALTHY/)
  expect((await ringscope(['diagnose', RUN, '--nodes', '1'])).stdout).not.toContain('--nodes says')
  const chinese = await ringscope(['diagnose', RUN, '--nodes', '3', '--verbose', '--lang', 'zh'])
  expect(chinese.stdout).toContain('--nodes 给的是 3')
})

test('what is read whole is counted in bytes, not as no lines', async () => {
  const { stdout } = await ringscope(['diagnose', 'samples/json-per-iteration/all_reduce.json'])
  expect(stdout).toMatch(/1 file, [\d.,]+ [kKi]*B\b/)
  const both = await ringscope(['diagnose', 'samples/host-topology/nccl-topo.xml', RUN])
  expect(both.stdout).toMatch(/2 files, \d+ lines and [\d.,]+ [kKi]*B\b/)
  expect(both.stdout).not.toContain('0 lines')
})
