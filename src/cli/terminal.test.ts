import { describe, expect, test } from 'vitest'
import type { Host, Screen } from './host.ts'
import { langOf, plainSigns, viewOf } from './terminal.ts'

const host = (env: Host['env'], screen: Partial<Screen> = {}): Host => {
  const stream: Screen = { write: () => undefined, ...screen }
  return { env, stdout: stream, stderr: stream, stdin: (async function* () {})() }
}
const terminal = { isTTY: true, columns: 200 }

describe('width', () => {
  test.each([
    [{ isTTY: true, columns: 80 }, 80],
    [{ isTTY: true, columns: 200 }, 96],
    [{ isTTY: true, columns: 20 }, 60],
    [{}, 96],
  ])('%j -> %i', (screen, width) => {
    expect(viewOf(host({}, screen)).width).toBe(width)
  })
})

describe('colour', () => {
  test.each([
    ['on a terminal', {}, terminal, {}, true],
    ['not in a pipe', {}, {}, {}, false],
    ['not with NO_COLOR', { NO_COLOR: '1' }, terminal, {}, false],
    ['an empty NO_COLOR is none', { NO_COLOR: '' }, terminal, {}, true],
    ['NO_COLOR wins over FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, terminal, {}, false],
    ['FORCE_COLOR in a pipe', { FORCE_COLOR: '1' }, {}, {}, true],
    ['FORCE_COLOR=0 on a terminal', { FORCE_COLOR: '0' }, terminal, {}, false],
    ['not on a dumb terminal', { TERM: 'dumb' }, terminal, {}, false],
    ['not with --no-color', { FORCE_COLOR: '1' }, terminal, { color: false }, false],
    ['not into a file', {}, terminal, { toFile: true }, false],
  ])('%s', (_, env, screen, options, colour) => {
    expect(viewOf(host(env, screen), options).colour).toBe(colour)
  })
})

describe('characters', () => {
  test.each([
    [{}, false],
    [{ LANG: 'en_US.UTF-8' }, false],
    [{ LANG: 'C.UTF-8' }, false],
    [{ LANG: 'C.utf8' }, false],
    [{ LANG: 'en_US' }, false],
    [{ LANG: 'C' }, true],
    [{ LANG: 'POSIX' }, true],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, true],
    [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LANG: 'C' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, true],
  ])('%j: ASCII %s', (env, ascii) => {
    expect(viewOf(host(env)).ascii).toBe(ascii)
  })

  test('typographic signs have plain forms', () => {
    expect(plainSigns('the GPUs’ “links” · 5 µs…')).toBe('the GPUs\' "links" . 5 us...')
  })
})

describe('language', () => {
  test.each([
    [[], {}, 'en'],
    [[], { LANG: 'zh_CN.UTF-8' }, 'zh'],
    [[], { LANG: 'zh_CN.UTF-8', LC_ALL: 'en_US.UTF-8' }, 'en'],
    [['list', '--lang', 'zh'], {}, 'zh'],
    [['--lang=zh', 'list'], {}, 'zh'],
    [['list', '--lang', 'en'], { LANG: 'zh_CN.UTF-8' }, 'en'],
  ] as const)('%j %j -> %s', (argv, env, lang) => {
    expect(langOf(argv, env)).toBe(lang)
  })
})
