/** MSCCL files by the command line: ours go out and come back, broken ones are explained with rank, block, op and line. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readMscclXml } from '../../src/core/programs/formats/msccl-xml-read.ts'
import { verifyPrograms } from '../../src/core/programs/verify-programs.ts'
import { algorithms } from '../../src/core/schedules/algorithms/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ringscope } from './run-here.ts'

const LONG = { timeout: 240_000 }
const folder = temporaryFolder('schedules')
function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const sample = (name: string) => fileURLToPath(new URL(`../../samples/${name}`, import.meta.url))
const simulate = (argv: string) => ringscope(['simulate', ...argv.split(' ')])
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('ours go out and come back', LONG, () => {
  const cases = algorithms
    .filter((algorithm) => algorithm.supports({ ranks: 4 }) && !['send_recv'].includes(algorithm.collective))
    .filter(({ id }) => id !== 'in-network')
    .map(({ collective, id }) => [collective, id] as const)

  test.each(cases)('%s %s', async (collective, id) => {
    const { status, stdout, stderr } = await simulate(
      `${collective} --on star:4 --algo ${id} --size 1M --format msccl`,
    )
    expect([status, stderr]).toEqual([0, ''])
    const read = readMscclXml(stdout)
    if (!read.ok) throw new Error(JSON.stringify(read.problem))
    const { algorithm, notes } = read.value
    expect(notes).toEqual([])
    // Without these three executors pass a file over; a call of up to 2^40 bytes is any call.
    expect(algorithm).toMatchObject({
      minBytes: 0,
      maxBytes: 2 ** 40,
      name: expect.stringContaining(collective),
    })
    expect(algorithm.outOfPlace).toBe(!algorithm.inPlace)
    expect(algorithm.inPlace).toBe(collective !== 'all_to_all')
    expect(verifyPrograms(algorithm.programs)).toMatchObject({ ok: true, resultChecked: true })

    const path = file(`${collective}-${id}.xml`, stdout)
    const again = await simulate(`${collective} --on star:4 --algo ${path} --size 1M`)
    expect(again.status).toBe(0)
    expect(oneLine(again.stdout)).toContain(
      `${collective}-${id}.xml: correct in every order that its waits allow, free of races`,
    )
    expect((await simulate(`${collective} --on star:4 --algo ${path} --format msccl`)).status).toBe(0)
  })

  test('what executors have no room for is said on stderr, unless --quiet', async () => {
    const argv = 'all_reduce --on star:20 --algo one-shot --format msccl'
    expect((await simulate(argv)).stderr).toBe(
      'blocks on a channel of one GPU: 38, but executors support at most 32\n',
    )
    expect((await simulate(`${argv} --quiet`)).stderr).toBe('')
  })

  test('what MSCCL cannot say is refused', async () => {
    for (const [argv, why] of [
      ['all_reduce --on star:4 --algo in-network --format msccl', 'has no switch that reduces'],
      ['send_recv --on star:4 --format msccl', 'has no such collective'],
      ['broadcast --on star:4 --root 2 --algo binomial --format msccl', 'only rank 0 as the root'],
    ]) {
      const { status, stderr } = await simulate(argv ?? '')
      expect(status).toBe(2)
      expect(stderr).toContain(why)
    }
  })

  test('a file is drawn like ours, as text and as a graph', async () => {
    const argv = `all_reduce --on ring:4 --algo ${sample('msccl-ring/all_reduce-ring-4.xml')} --draw`
    expect((await simulate(argv)).stdout).toContain('1     3+>1')
    expect((await simulate(`${argv} --format dot`)).stdout).toMatch(
      /^digraph schedule \{[\s\S]*label="step 6"[\s\S]*n0s0 -> n1s1 \[label="3", style=solid\]/,
    )
  })
})

/** Two GPUs that add up one chunk in place; the steps of each as given. */
const pair = (
  ...steps: readonly (readonly string[])[]
): string => `<algo name="pair" proto="Simple" nchannels="1"
 nchunksperloop="1" ngpus="2" coll="allreduce" inplace="1" outofplace="0" minBytes="0" maxBytes="1024">
${steps
  .map(
    (steps, gpu) => `<gpu id="${gpu}" i_chunks="1" o_chunks="0" s_chunks="0">
<tb id="0" send="${1 - gpu}" recv="${1 - gpu}" chan="0">
${steps.map((type, s) => `<step s="${s}" type="${type}" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>`).join('\n')}
</tb></gpu>`,
  )
  .join('\n')}
</algo>
`

describe('a broken file is explained', LONG, () => {
  const explanationOf = async (path: string, collective: string, ranks: number, lang: string) => {
    const { status, stdout, stderr } = await simulate(
      `${collective} --on star:${ranks} --algo ${path} --lang ${lang}`,
    )
    expect([status, stdout]).toEqual([2, ''])
    return oneLine(stderr)
  }
  const lost = sample('msccl-lost-wait/all_gather-recursive-doubling-4.xml')
  const ring = readFileSync(sample('msccl-ring/all_reduce-ring-4.xml'), 'utf8')

  test.each([
    [
      'a dropped dependency',
      [lost, 'all_gather', 4],
      /:11: race on output chunk 1: nothing orders rank 0, block 1, op 0 \(line 8\) before rank 0, block 2, op 0 \(line 11\), so a wait/,
      /:11：对output的数据块1的竞争：没有规定rank0、block1、op0（第8行）先于rank0、block2、op0（第11行）/,
    ],
    [
      'a deadlock',
      [file('deadlock.xml', pair(['rrc', 's'], ['rrc', 's'])), 'all_reduce', 2],
      /:5: deadlock: these ops wait for each other: rank 0, block 0, op 0 \(line 5\); rank 1, block 0, op 0 \(line 10\)/,
      /:5：死锁，互相等待的是：rank0、block0、op0（第5行）；rank1、block0、op0（第10行）/,
    ],
    [
      'a wrong result',
      [file('wrong.xml', pair(['s', 'rrc'], ['s', 'r'])), 'all_reduce', 2],
      /wrong.xml: rank 1 ends with only the contribution of rank 0 in output chunk 0, where chunk 0 is expected/,
      /wrong.xml：rank1结束时output的数据块0应为数据块0，却只有rank0的贡献/,
    ],
    [
      'data added twice',
      [file('twice.xml', pair(['s', 'rrc', 's'], ['s', 'rrc', 'rrc'])), 'all_reduce', 2],
      /:13: rank 1, block 0, op 2 \(line 13\) adds the data of rank 0 to chunk 0 a second time/,
      /:13：rank1、block0、op2（第13行）第二次把rank0的数据加到数据块0/,
    ],
    [
      'a message that nobody takes',
      [file('unmatched.xml', pair(['s', 'rrc'], ['s'])), 'all_reduce', 2],
      /rank 0 sends 1 message to rank 1 on channel 0, but rank 1 receives 0/,
      /rank0向rank1在通道0上发送1条消息，rank1接收0条/,
    ],
    [
      'a word that is none',
      [file('word.xml', ring.replace('type="rrs"', 'type="xyz"')), 'all_reduce', 4],
      /:5: <step type> cannot be "xyz"/,
      /:5：<steptype>不能是“xyz”/,
    ],
    [
      'no XML',
      [file('prose.xml', 'hello\nworld\n'), 'all_reduce', 4],
      /:1: not an XML file: hello/,
      /:1：不是XML文件：hello/,
    ],
    [
      'a custom collective',
      [file('custom.xml', pair(['s', 'r'], ['s', 'r']).replace('allreduce', 'custom')), 'all_reduce', 2],
      /a custom collective has no defined result to verify/,
      /自定义的集合操作没有规定的结果/,
    ],
  ] as const)('%s', async (_, [path, collective, ranks], en, zh) => {
    expect(await explanationOf(path, collective, ranks, 'en')).toMatch(en)
    // Chinese is wrapped anywhere.
    expect((await explanationOf(path, collective, ranks, 'zh')).replace(/\s/g, '')).toMatch(zh)
  })

  test('what executors may trip over stands beside the answer', async () => {
    const bare = ring.replace(' minBytes="0"', '').replace('hasdep="1"', 'hasdep="0"')
    const path = file('notes.xml', bare)
    const { status, stdout } = await simulate(`all_reduce --on ring:4 --algo ${path}`)
    expect(status).toBe(0)
    expect(oneLine(stdout)).toContain(
      '<algo> has no attribute minBytes: executors that require it ignore the file',
    )
    const json = JSON.parse((await simulate(`all_reduce --on ring:4 --algo ${path} --json`)).stdout) as object
    expect(json).toMatchObject({ file: { slots: 2, notes: [{ kind: 'attribute-missing' }] } })
  })
})

describe('a hostile file of 10 MB', LONG, () => {
  const TEN = 10_000_000
  const step =
    '<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>\n'
  const steps = Array.from({ length: Math.floor(TEN / step.length) }, (_, s) =>
    step.replace('s="0"', `s="${s}"`),
  )
  test.each([
    ['an attribute without end', `<algo name="${'x'.repeat(TEN)}`],
    ['open elements', '<algo>'.repeat(TEN / 6)],
    ['empty elements', `<algo>${'<gpu/>'.repeat(TEN / 6)}</algo>`],
    ['entities', `<!DOCTYPE x [${'<!ENTITY a "aaaaaaaaaa">'.repeat(TEN / 24)}]><algo/>`],
    ['a block of 100,000 sends', pair(['s', 'rrc'], ['s', 'rrc']).replace(/<step.*\n/, steps.join(''))],
    [
      'so many chunks',
      pair(['s'], ['rrc']).replace('nchunksperloop="1"', 'nchunksperloop="999999999999999"'),
    ],
    ['so large buffers', pair(['s'], ['rrc']).replace('s_chunks="0"', 's_chunks="999999999999999"')],
    ['so wide steps', pair(['s'], ['rrc']).replaceAll('cnt="1"', 'cnt="999999999999999"')],
  ])('%s', async (name, content) => {
    const { status, stderr } = await simulate(
      `all_reduce --on star:2 --algo ${file(`${name}.xml`.replaceAll(' ', '-'), content)}`,
    )
    expect(status).toBe(2)
    expect(stderr.length).toBeLessThan(2000)
    expect(stderr).not.toMatch(/undefined|\[object|\bat .+:\d+:\d+/)
  })

  test('one of 65 MB is not even read', async () => {
    const { stderr } = await simulate(
      `all_reduce --on star:2 --algo ${file('huge.xml', 'x'.repeat(2 ** 26 + 1))}`,
    )
    expect(stderr).toContain('too large to be an algorithm')
  })
})
