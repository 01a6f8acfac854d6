import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import type { Context } from './answer.ts'
import { inputsOf } from './inputs.ts'
import { viewOf } from './terminal.ts'

const folder = temporaryFolder('inputs')
mkdirSync(join(folder, 'b', 'deep'), { recursive: true })
mkdirSync(join(folder, '.git'))
mkdirSync(join(folder, 'node_modules'))
mkdirSync(join(folder, 'empty'))
for (const path of [
  'a.txt',
  'c.log',
  'b/deep/x.txt',
  'b/y.txt',
  '.git/config',
  '.hidden',
  'node_modules/z.txt',
])
  writeFileSync(join(folder, path), path)
symlinkSync('..', join(folder, 'b', 'loop'))
symlinkSync('a.txt', join(folder, 'z-link.txt'))
symlinkSync('nowhere', join(folder, 'dangling'))

const seen: [string, number][] = []
const stream = { write: () => undefined }
const host = {
  env: {},
  stdout: stream,
  stderr: stream,
  stdin: (async function* () {
    yield new TextEncoder().encode('from the pipe')
  })(),
}
const context: Context = {
  host,
  lang: 'en',
  view: viewOf(host),
  progress: {
    show: () => undefined,
    reading: (name, bytes) => seen.push([name, bytes]),
    update: () => undefined,
    end: () => undefined,
  },
}

const namesOf = async (...paths: readonly string[]) => {
  const inputs = await inputsOf(paths, context)
  return inputs.ok ? inputs.value.inputs.map(({ name }) => name.replace(`${folder}/`, '')) : inputs.problem
}

test('a folder gives its files, sorted, without hidden ones, and links lead into no loop', async () => {
  expect(await namesOf(folder)).toEqual(['a.txt', 'b/deep/x.txt', 'b/y.txt', 'c.log', 'z-link.txt'])
  expect(await namesOf(join(folder, 'empty'))).toEqual([])
})

test('what is not there names its nearest siblings', async () => {
  expect(await namesOf(join(folder, 'a.text'))).toMatchObject({
    id: 'path-missing',
    nearest: [join(folder, 'a.txt'), expect.anything(), expect.anything()],
  })
  expect(await namesOf(join(folder, 'none', 'a.txt'))).toMatchObject({ id: 'path-missing' })
})

test('standard input is read once, files as often as asked', async () => {
  expect(await namesOf('-', '-')).toMatchObject({ id: 'stdin-twice' })
  const inputs = await inputsOf(['-', join(folder, 'a.txt')], context)
  if (!inputs.ok) throw new Error('not read')
  expect(inputs.value.inputs.map(({ once }) => once)).toEqual([true, false])
  const texts: string[] = []
  for (const input of [...inputs.value.inputs, ...inputs.value.inputs.slice(1)]) {
    let text = ''
    for await (const chunk of input.open()) text += new TextDecoder().decode(chunk)
    texts.push(text)
  }
  expect(texts).toEqual(['from the pipe', 'a.txt', 'a.txt'])
  expect(seen).toContainEqual(['stdin', 13])
})

test('what cannot be opened fails when it is read, not before', async () => {
  const gone = join(folder, 'gone.txt')
  writeFileSync(gone, 'soon gone')
  const inputs = await inputsOf([gone], context)
  rmSync(gone)
  if (!inputs.ok) throw new Error('not found')
  const [input] = inputs.value.inputs
  await expect(async () => {
    for await (const chunk of input?.open() ?? []) expect(chunk).toBeUndefined()
  }).rejects.toThrow('ENOENT')
})

test('a folder that holds nothing is noted, a link that leads nowhere is missing', async () => {
  const empty = join(folder, 'empty')
  expect(await inputsOf([empty], context)).toMatchObject({
    value: { inputs: [], notes: [{ id: 'input-empty', values: { name: empty } }] },
  })
  expect(await namesOf(join(folder, 'dangling'))).toMatchObject({ id: 'path-missing' })
})
