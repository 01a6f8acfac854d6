import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { machineFacts } from './facts.ts'
import { gpus } from './gpus.ts'
import { machineNamed } from './named.ts'
import { SHORT_FORM } from './short-form.ts'

test.each([
  ['8xH100-SXM5+8x400G', '8xH100-SXM5+8x400G'],
  ['8xh100+8x400g', '8xH100-SXM5+8x400G'],
  ['8 x H100-SXM5 + 8 x 400 Gb', '8xH100-SXM5+8x400G'],
  ['8xA100-SXM4-80GB', '8xA100-SXM4-80GB'],
  ['8xA100-SXM4+4x200G', '8xA100-SXM4+4x200G'],
  ['4xrtx4090+2x100GbE', '4xRTX4090+2x100GbE'],
  ['16xV100-SXM2', '16xV100-SXM2'],
  ['8xV100-SXM2+1x100G', '8xV100-SXM2+1x100G'],
  ['8xH100, AMD', '8xH100-SXM5,amd'],
  ['8xA800-SXM4+1x200G,nic-on-cpu', '8xA800-SXM4+1x200G,nic-on-cpu'],
  ['DGX H100', 'dgx-h100'],
  ['hgx_h100', 'dgx-h100'],
  ['GB200-NVL72', 'gb200-nvl72'],
])('%s', (text, id) => expect(machineNamed(text)).toMatchObject({ ok: true, value: { id } }))

test.each(SHORT_FORM.examples)('the example %s is read', (text) =>
  expect(machineNamed(text)).toMatchObject({ ok: true, value: { id: text } }),
)

test.each(SHORT_FORM.options)('the option %s is read', (option) =>
  expect(machineNamed(`8xA100-SXM4+1x200G,${option}`).ok).toBe(true),
)

describe('an unknown name gets the three nearest and the grammar', () => {
  test.each([
    ['dgx-h10', 'dgx-h100'],
    ['h100', 'dgx-h100'],
    ['nvl73', 'gb200-nvl72'],
    ['8xH100-SXM9', '8xH100-SXM5'],
    ['4xA100SXM', '4xA100-SXM4'],
    ['16xMI300', '16xMI300X'],
  ])('%s: %s', (text, first) => {
    const result = machineNamed(text)
    expect(result).toMatchObject({ ok: false, problem: { seen: text, grammar: SHORT_FORM.grammar } })
    if (result.ok) return
    expect(result.problem.nearest).toHaveLength(3)
    expect(result.problem.nearest[0]).toBe(first)
    for (const name of result.problem.nearest) expect(machineNamed(name).ok, name).toBe(true)
  })

  test.each([
    '',
    ' ',
    '0xH100-SXM5',
    '8xH100-SXM5+8x0G',
    '8xH100-SXM5+',
    '8xH100-SXM5,turbo',
    '999999999xH100-SXM5',
    '8xH100-SXM5+99999x400G',
    '-8xH100',
    'constructor',
    '__proto__',
    '8x__proto__',
    '8xH100-SXM5+8x400G+8x400G',
    'x'.repeat(100_000),
    `8x${'a'.repeat(100_000)}`,
    '8'.repeat(100_000),
  ])('%.40j is none', (text) => {
    const start = performance.now()
    const result = machineNamed(text)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(result.problem.nearest).toHaveLength(3)
    expect(performance.now() - start).toBeLessThan(500)
  })
})

const shortForms = fc
  .record({
    gpus: fc.integer({ min: 1, max: 16 }),
    gpu: fc.constantFrom(...gpus.map(({ id }) => id)),
    nics: fc.option(
      fc.record({ count: fc.integer({ min: 0, max: 8 }), rate: fc.constantFrom(56, 100, 200, 400, 800, 25) }),
    ),
    ethernet: fc.boolean(),
    options: fc.subarray(['amd', 'nic-on-cpu', 'mesh']),
  })
  .map(({ gpus: count, gpu, nics, ethernet, options }) =>
    [`${count}x${gpu}${nics ? `+${nics.count}x${nics.rate}${ethernet ? 'GbE' : 'G'}` : ''}`, ...options].join(
      ',',
    ),
  )

test('the id of a machine names the same machine, and its facts can be read', () => {
  fc.assert(
    fc.property(shortForms, (text) => {
      const once = machineNamed(text)
      expect(once.ok, text).toBe(true)
      if (!once.ok) return
      expect(machineNamed(once.value.id)).toEqual(once)
      const facts = machineFacts(once.value)
      expect(`${facts.gpus}x${facts.gpu.id}`).toBe(text.split(/[+,]/)[0])
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^\d{0,3}x?[A-Za-z0-9-]{0,12}\+?[0-9xG,]{0,8}$/)),
      (text) => {
        machineNamed(text)
      },
    ),
    { numRuns: 1000 },
  )
})
