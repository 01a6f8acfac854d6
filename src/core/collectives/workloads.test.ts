import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MiB } from '../base/units.ts'
import { dataTypeNamed, type Model, modelBytes, modelNamed, modelOf, models } from './models.ts'
import { STRATEGIES, sentPerStep, stepCalls } from './workloads.ts'

const docs = readFileSync(new URL('../../../docs/collectives.md', import.meta.url), 'utf8')
const named = (text: string): Model => {
  const result = modelNamed(text)
  if (!result.ok) throw new Error(text)
  return result.value
}

test('ResNet-50 has about 100 MB of gradients in fp32', () => {
  expect(modelBytes(named('resnet50')) / 1e6).toBeCloseTo(102.2, 1)
})

test('GPT-3 has 350 GB of parameters in 16 bits', () => {
  expect(modelBytes(named('GPT-3'))).toBe(350e9)
  expect(modelBytes(named('gpt-3-175b'), 'fp32')).toBe(700e9)
})

describe('calls of a step', () => {
  test('DDP: one all_reduce a bucket of 25 MiB', () => {
    const [call] = stepCalls(named('resnet-50'), 'ddp', { ranks: 8 }) ?? []
    expect(call).toMatchObject({
      collective: 'all_reduce',
      when: 'backward',
      calls: 4,
      allBytes: 102_228_128,
    })
    expect(call?.bytes).toBeLessThanOrEqual(25 * MiB)
    expect(call?.sent).toBe(1.75 * 102_228_128)
  })

  test('ZeRO-1 and 2 send what DDP sends, ZeRO-3 half as much again', () => {
    const sent = (strategy: (typeof STRATEGIES)[number]) =>
      sentPerStep(stepCalls(named('7B'), strategy, { ranks: 64 }) ?? [])
    expect(sent('zero-1')).toBeCloseTo(sent('ddp'), 0)
    expect(sent('zero-2')).toBeCloseTo(sent('ddp'), 0)
    expect(sent('zero-3')).toBeCloseTo(1.5 * sent('ddp'), 0)
  })

  test('micro-batches: DDP and ZeRO-1 send once, ZeRO-2 reduces each, ZeRO-3 does everything each time', () => {
    const ratio = (strategy: (typeof STRATEGIES)[number]) => {
      const of = (microBatches: number) =>
        sentPerStep(stepCalls(named('7B'), strategy, { ranks: 8, microBatches }) ?? [])
      return of(4) / of(1)
    }
    expect(ratio('ddp')).toBe(1)
    expect(ratio('zero-1')).toBe(1)
    expect(ratio('zero-2')).toBeCloseTo(2.5, 9)
    expect(ratio('zero-3')).toBeCloseTo(4, 9)
  })

  test('FSDP gathers a layer at a time', () => {
    const calls = stepCalls(named('70B'), 'zero-3', { ranks: 8 }) ?? []
    expect(calls.map(({ collective, calls: count }) => [collective, count])).toEqual([
      ['all_gather', 80],
      ['all_gather', 80],
      ['reduce_scatter', 80],
    ])
    expect(calls[0]?.bytes).toBeCloseTo((68_976_648_192 * 2) / 80, 0)
  })

  test('tensor parallelism: four all_reduces a layer of tokens x hidden', () => {
    const calls = stepCalls(named('llama-7b'), 'tp', { ranks: 8, tokens: 4096 }) ?? []
    expect(calls.map(({ calls: count, bytes }) => [count, bytes])).toEqual([
      [64, 4096 * 4096 * 2],
      [64, 4096 * 4096 * 2],
    ])
    expect(stepCalls(named('resnet-50'), 'tp', { ranks: 8 })).toBeUndefined()
  })

  test('of any number of parameters the bytes are known, the number of layers is not', () => {
    const model = modelOf(13e9, 'bf16')
    expect(modelBytes(model)).toBe(26e9)
    const [gather] = stepCalls(model, 'zero-3', { ranks: 8 }) ?? []
    expect(gather).toEqual({ collective: 'all_gather', when: 'forward', allBytes: 26e9, sent: 0.875 * 26e9 })
    expect(stepCalls(model, 'tp', { ranks: 8 })).toBeUndefined()
  })

  test('one GPU sends nothing', () => {
    for (const model of models)
      for (const strategy of STRATEGIES)
        expect(sentPerStep(stepCalls(model, strategy, { ranks: 1 }) ?? [])).toBe(0)
  })
})

test('models are found by their names, others get the nearest', () => {
  for (const model of models) expect(modelNamed(model.title)).toEqual({ ok: true, value: model })
  expect(modelNamed('resnet5')).toMatchObject({
    ok: false,
    problem: { nearest: expect.arrayContaining(['resnet-50']) },
  })
  for (const text of ['', 'constructor', '__proto__', 'x'.repeat(100_000)])
    expect(modelNamed(text).ok).toBe(false)
})

test.each([
  ['bf16', 'bf16'],
  ['BFloat16', 'bf16'],
  ['half', 'fp16'],
  ['float', 'fp32'],
  ['tf32', 'fp32'],
  ['int4', undefined],
  ['constructor', undefined],
])('--dtype %s', (text, type) => expect(dataTypeNamed(text)).toBe(type))

test('the docs list every model with its source', () => {
  for (const { id, title, source } of models) {
    expect(docs).toContain(`| \`${id}\` | ${title} |`)
    expect(docs).toContain(source)
  }
})
