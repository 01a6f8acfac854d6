/** The list of algorithms: each stands in the file of its id, and in docs/algorithms.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { algorithmIds, algorithmNamed, algorithms, algorithmsOf } from './index.ts'

const IDS =
  'ring bidirectional-ring binary-tree double-binary-tree recursive-doubling halving-doubling one-shot two-shot torus hierarchical bruck pairwise binomial chain scatter-allgather linear in-network'

test('ids as users type them', () => {
  expect(new Set(algorithmIds)).toEqual(new Set(IDS.split(' ')))
})

test('each id is a file, and each file an id', () => {
  const folder = new URL('.', import.meta.url)
  for (const id of algorithmIds) expect(existsSync(new URL(`${id}.ts`, folder))).toBe(true)
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'index.ts')
  expect(files).toHaveLength(algorithmIds.length)
})

test('no two have the same collective and id', () => {
  const keys = algorithms.map(({ collective, id }) => `${collective} ${id}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('docs/algorithms.md lists every id with its collectives, and nothing else', () => {
  const docs = readFileSync(new URL('../../../../docs/algorithms.md', import.meta.url), 'utf8')
  const listed = [...docs.matchAll(/^\| `([a-z-]+)` \| ((?:`[a-z_]+`(?:, )?)+) \|/gm)].map(
    ([, id, collectives = '']) => [id, [...collectives.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)],
  )
  const wanted = algorithmIds.map((id) => [
    id,
    algorithms.filter((algorithm) => algorithm.id === id).map(({ collective }) => collective),
  ])
  expect(listed).toEqual(wanted)
})

test('are found by collective and id', () => {
  expect(algorithmNamed('all_gather', 'ring')?.title).toBe('Ring')
  expect(algorithmNamed('broadcast', 'ring')).toBeUndefined()
  expect(algorithmsOf('all_to_all').map(({ id }) => id)).toEqual(['one-shot', 'bruck', 'pairwise'])
})
