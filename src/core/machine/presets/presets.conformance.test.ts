/** What every preset owes: a connected graph with symmetric links, sane facts, names by which it is found, a row in the docs. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { machineFacts } from '../facts.ts'
import { gpuNamed } from '../gpus.ts'
import { linkKind } from '../links.ts'
import { PATH_TYPES } from '../machine.ts'
import { matrix } from '../matrix.ts'
import { machineNamed } from '../named.ts'
import { graphOf, pathsFrom } from '../path.ts'
import { presets } from './index.ts'

const docs = readFileSync(new URL('../../../../docs/presets.md', import.meta.url), 'utf8')

test('ids and aliases are unique, and one file each', () => {
  const names = presets.flatMap(({ id, aliases }) => [id, ...aliases]).map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  const files = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.replace('.ts', ''))
  expect(new Set(presets.map(({ id }) => id))).toEqual(
    new Set(files.filter((name) => name !== 'index' && name !== 'preset')),
  )
})

test('the docs list no preset that does not exist', () => {
  const listed = [...docs.matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id)
  expect(new Set(listed)).toEqual(new Set(presets.map(({ id }) => id)))
  expect(listed).toHaveLength(presets.length)
})

describe.each(presets)('$id', (preset) => {
  const { id, title, aliases, source, machine } = preset
  const facts = machineFacts(machine)

  test('is found by its id and aliases, in any case', () => {
    for (const name of [id, ...aliases, id.toUpperCase()])
      expect(machineNamed(name)).toMatchObject({ ok: true, value: { id } })
  })

  test('says what it is and where that stands', () => {
    expect(machine).toMatchObject({ id, title, nodes: 1 })
    expect(source.length).toBeGreaterThan(10)
    const row = `| \`${id}\` | ${title} |`
    expect(docs.includes(row), `docs/presets.md has a row that begins with ${row}`).toBe(true)
    for (const alias of aliases)
      expect(docs.includes(`\`${alias}\``), `docs/presets.md lists the alias ${alias}`).toBe(true)
  })

  test('supposes nothing', () => {
    expect(machine.assumed).toEqual([])
    expect(machine.fabric).toBeDefined()
  })

  test('has devices of one id each and known models', () => {
    const ids = machine.devices.map((device) => device.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { kind, model } of machine.devices)
      if (kind === 'GPU') expect(gpuNamed(model ?? '')?.id).toBe(model)
  })

  test('is connected, and every GPU has a path to every GPU', () => {
    const { from } = graphOf(machine)
    const seen = new Set(['GPU0'])
    for (const at of seen) for (const { to } of from.get(at) ?? []) seen.add(to)
    expect(seen.size).toBe(machine.devices.length)
    const paths = pathsFrom(graphOf(machine), 'GPU0')
    for (const { id: other, kind } of machine.devices) if (kind === 'GPU') expect(paths.has(other)).toBe(true)
  })

  test('has links alike in both directions, of usable rates below raw ones', () => {
    const back = new Map(machine.links.map((link) => [`${link.from} ${link.to}`, link]))
    expect(back.size).toBe(machine.links.length)
    for (const link of machine.links) {
      expect(back.get(`${link.to} ${link.from}`)).toEqual({ ...link, from: link.to, to: link.from })
      expect(link.bandwidth).toBeGreaterThan(0)
      expect(link.latencySeconds).toBeGreaterThan(0)
      const kind = linkKind(link.kind)
      const raw = link.rawBandwidth ?? ('rawBandwidth' in kind ? (kind.rawBandwidth ?? 0) * link.count : 0)
      if (raw > 0) expect(link.bandwidth).toBeLessThanOrEqual(raw)
    }
  })

  test('has sane facts', () => {
    expect(facts.gpus).toBe(machine.devices.filter(({ kind }) => kind === 'GPU').length)
    expect(facts.gpuLinks).toHaveLength(facts.gpus)
    expect(facts.inside === 'pcie').toBe(facts.gpuLinks.every((count) => count === 0))
    expect(facts.gpus % facts.sockets).toBe(0)
    expect(facts.nics.length).toBeGreaterThan(0)
    for (const nic of facts.nics) {
      expect(nic.bandwidth).toBeLessThan(nic.rawBandwidth)
      expect(nic.bandwidth).toBeGreaterThan(0.4 * nic.rawBandwidth)
      expect(['PIX', 'PXB', 'P2C', 'PHB']).toContain(nic.path)
    }
  })

  test('has a symmetric matrix', () => {
    const { names, cells } = matrix(machine)
    names.forEach((_, row) => {
      names.forEach((__, column) => {
        expect(cells[row]?.[column]).toEqual(cells[column]?.[row])
        expect(PATH_TYPES).toContain(cells[row]?.[column]?.path)
      })
    })
  })
})
