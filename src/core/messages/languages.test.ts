/** Languages stand apart: no module but all.ts holds two, and no Chinese text is older than its English one. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { digestOf, digests, stale, stored } from '../../../scripts/translations.mjs'

const src = new URL('../../', import.meta.url)

test('both languages have the same files', () => {
  const filesOf = (lang: string) =>
    readdirSync(new URL(`core/messages/${lang}/`, src), { recursive: true, encoding: 'utf8' }).sort()
  expect(filesOf('zh')).toEqual(filesOf('en'))
})

/** An Error has one message, in English; what a person reads of it is said anew in their language. */
const ENGLISH_ONLY = 'run/english.ts'

test('no source imports a language but messages/all.ts', () => {
  const importing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) => /(?<!\.(?:test|fixtures))\.tsx?$/.test(file) && !/^core\/messages\/(?:en|zh)\//.test(file),
    )
    .filter((file) => /from '[^']*\/(?:en|zh)\/[^']*'/.test(readFileSync(new URL(file, src), 'utf8')))
  expect(importing.sort()).toEqual(['core/messages/all.ts', ENGLISH_ONLY])
})

describe('a Chinese text is as new as its English one', () => {
  test.each([...digests()])('%s', (file, now) => {
    const then = stored().get(file)
    expect(stale(new Map([[file, now]]), stored()), 'the English changed, the Chinese did not').toEqual([])
    expect(now, 'not recorded: npm run generate').toEqual(then)
  })

  test('changed English beside unchanged Chinese is stale; both changed, or layout alone, is not', () => {
    const was = { en: digestOf("title: 'a b',"), zh: digestOf("title: '甲',") }
    const of = (en: string, zh: string) => new Map([['x.ts', { en: digestOf(en), zh: digestOf(zh) }]])
    const then = new Map([['x.ts', was]])
    expect(stale(of("title: 'a c',", "title: '甲',"), then)).toEqual(['x.ts'])
    expect(stale(of("title: 'a c',", "title: '乙',"), then)).toEqual([])
    expect(stale(of("/** Why. */\ntitle:\n  'a b'", "title: '甲',"), then)).toEqual([])
  })
})
