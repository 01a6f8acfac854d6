import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { print } from '../base/print.ts'
import { collectives as english } from '../messages/en/collectives.ts'
import { collectives as chinese } from '../messages/zh/collectives.ts'
import { conditions } from './conditions.ts'
import { busFactor, COLLECTIVES, collectiveNamed } from './names.ts'
import {
  doubleTreeAllReduce,
  gatherAsAllReduce,
  leastTraffic,
  ringSteps,
  treeAllReduce,
  treeRootSent,
} from './traffic.ts'
import { uses, usesOf } from './uses.ts'

const MB = 1e6
const RANKS = [1, 2, 3, 4, 7, 8, 16, 64]
const docs = readFileSync(new URL('../../../docs/collectives.md', import.meta.url), 'utf8')

describe('all_reduce', () => {
  test('eight ranks with 1 MB by a ring: 14 steps, 1.75 MB each, 14 MB in all', () => {
    expect(ringSteps('all_reduce', 8)).toBe(14)
    expect(leastTraffic('all_reduce', 8, MB)).toEqual({
      sent: 1.75 * MB,
      received: 1.75 * MB,
      total: 14 * MB,
    })
  })

  test.each(RANKS)('on %d ranks any tree moves 2(N-1)S in all', (ranks) => {
    expect(treeAllReduce(ranks, MB).total).toBe(2 * (ranks - 1) * MB)
    expect(doubleTreeAllReduce(ranks, MB).total).toBe(2 * (ranks - 1) * MB)
  })

  test('the busiest of a binary tree is an interior rank with 3S, the root sends 2S, the double tree 2S', () => {
    for (const ranks of [5, 6, 8, 64]) expect(treeAllReduce(ranks, MB).sent).toBe(3 * MB)
    expect(treeRootSent(8, MB)).toBe(2 * MB)
    for (const ranks of [4, 8, 13, 64]) expect(doubleTreeAllReduce(ranks, MB).sent).toBe(2 * MB)
  })

  test('with few ranks a tree has no rank with two children and a parent', () => {
    expect([1, 2, 3, 4].map((ranks) => treeAllReduce(ranks, MB).sent / MB)).toEqual([0, 1, 2, 2])
    expect([1, 2, 3].map((ranks) => doubleTreeAllReduce(ranks, MB).sent / MB)).toEqual([0, 1, 1.5])
  })
})

test('an all_gather moves half of an all_reduce of the same S; done as one it costs the whole', () => {
  for (const ranks of RANKS) {
    const gather = leastTraffic('all_gather', ranks, MB).sent
    expect(leastTraffic('all_reduce', ranks, MB).sent).toBe(2 * gather)
    expect(gatherAsAllReduce(ranks, MB)).toBe(2 * gather)
  }
  // "(N-1) x data" where data is one rank's share.
  expect(leastTraffic('all_gather', 8, 8 * MB).received).toBe(7 * MB)
})

describe.each(COLLECTIVES)('%s', (collective) => {
  test.each(RANKS)('on %d ranks: bytes as the conditions require', (ranks) => {
    const size = 5040 * 64 * 64
    const { before, after, chunks } = conditions(collective, { ranks })
    const perChunk =
      collective === 'send_recv' ? size : collective === 'all_to_all' ? size / ranks : size / chunks
    const all = Array.from({ length: ranks }, (_, rank) => rank)
    // What a rank must receive: what it is owed and does not hold, or not alone.
    const missing = all.map(
      (rank) =>
        after(rank).filter(
          ({ chunk, contributors }) =>
            !(
              contributors.length === 1 &&
              before(rank).some((held) => held.chunk === chunk) &&
              contributors[0] === rank
            ),
        ).length * perChunk,
    )
    const least = leastTraffic(collective, ranks, size)
    const reduces = collective === 'all_reduce' || collective === 'reduce' || collective === 'reduce_scatter'
    if (!reduces) {
      expect(Math.max(...missing)).toBeCloseTo(least.received, 3)
      expect(missing.reduce((sum, bytes) => sum + bytes, 0)).toBeCloseTo(least.total, 3)
    }
    // A partial sum needs N-1 messages to come together.
    if (collective === 'reduce' || collective === 'reduce_scatter')
      expect(least.total).toBeCloseTo((ranks - 1) * size, 3)
    expect(least.sent).toBeLessThanOrEqual(least.total)
    expect(least.received).toBeLessThanOrEqual(least.total)
  })

  test('is told in both languages with the same figures, and stands in the docs', () => {
    const en = english.of[collective]
    const zh = chinese.of[collective]
    const figures = (texts: readonly string[]) =>
      (
        texts
          .join(' ')
          .replace(/八/g, '8')
          .replace(/四/g, '4')
          .replace(/\bEight\b/g, '8')
          .replace(/\bFour\b/g, '4')
          .match(/\d[\d.]*/g) ?? []
      )
        .map(Number)
        .sort((a, b) => a - b)
    expect(figures([zh.starts, zh.ends, zh.moves])).toEqual(figures([en.starts, en.ends, en.moves]))
    expect(zh.wrong(print)).toHaveLength(en.wrong(print).length)
    en.wrong(print).forEach((text, at) => {
      const other = zh.wrong(print)[at] ?? ''
      expect(new Set(figures([other]))).toEqual(new Set(figures([text])))
      expect(docs).toContain(`- \`${collective}\`: ${text}`)
    })
    expect(docs).toContain(`| \`${collective}\` | ${en.starts} | ${en.ends} |`)
  })

  test('is used for something, and found by the names of tests', () => {
    expect(usesOf(collective).length).toBeGreaterThan(0)
    for (const name of [
      collective,
      `${collective}_perf`,
      collective.replaceAll('_', ''),
      collective.toUpperCase(),
    ])
      expect(collectiveNamed(name)).toBe(collective)
  })
})

test('busbw factors of nccl-tests', () => {
  expect(busFactor('all_reduce', 8)).toBe(1.75)
  expect(busFactor('all_gather', 8)).toBe(0.875)
  expect(busFactor('reduce_scatter', 2)).toBe(0.5)
  expect(busFactor('broadcast', 8)).toBe(1)
  expect(busFactor('send_recv', 8)).toBe(1)
  expect(busFactor('all_reduce', 1)).toBe(0)
})

test('no other name is a collective', () => {
  for (const name of ['', 'hypercube', 'all_reduced', 'constructor', '__proto__', 'perf'])
    expect(collectiveNamed(name)).toBeUndefined()
  expect(collectiveNamed('./build/all_reduce_perf_mpi')).toBe('all_reduce')
  expect(collectiveNamed('alltoall_perf')).toBe('all_to_all')
})

test('every use is told and listed', () => {
  for (const { id, source } of uses) {
    expect(docs).toContain(`| \`${id}\` | ${english.use[id].title} |`)
    expect(docs).toContain(source)
    expect(chinese.use[id].does.length).toBeGreaterThan(5)
  }
})
