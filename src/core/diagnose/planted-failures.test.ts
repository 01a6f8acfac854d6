/**
 * Healthy evidence, whole, cut or without one of its files, with one failure planted or none: nothing is invented. Every error and
 * warning quotes the planted line, and without one there is none.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sampled, upTo } from '../../../test/sampled.ts'
import { type Random, seededRandom } from '../base/random.ts'
import { messages } from '../knowledge/messages/index.ts'
import '../messages/all.ts'
import type { Finding } from '../report/diagnose/report.ts'
import { diagnose } from './diagnose.ts'
import { textInput } from './text-input.fixtures.ts'

const samples = fileURLToPath(new URL('../../../samples/', import.meta.url))
const HEALTHY = [
  'healthy-a100',
  'healthy-h100-2-nodes',
  'nccl-healthy-2-nodes',
  'rccl-mi300x',
  'cube-mesh',
].map((folder) =>
  readdirSync(join(samples, folder)).map((name) => ({
    name,
    lines: readFileSync(join(samples, folder, name), 'utf8')
      .trimEnd()
      .split('\n'),
  })),
)

/** What ends a job and is NCCL's own: it may stand in any log. What ncclras prints is a report of its own. */
const ENDS = messages.filter(
  ({ id, class: of, source }) =>
    !id.startsWith('ras-') &&
    (of === 'gave-up' || of === 'user-error') &&
    (source === 'nccl' || source === 'verbs' || source === 'cuda'),
)

const flat = (findings: readonly Finding[]): readonly Finding[] =>
  findings.flatMap((finding) => [finding, ...flat(finding.consequences)])

const below = (random: Random, most: number): number => Math.floor(random() * most)

/** One composition: its files, and the line that was planted, if one was. */
function composed(seed: number) {
  const random = seededRandom(seed)
  const all = HEALTHY[below(random, HEALTHY.length)] ?? []
  const files = all.map(({ name, lines }) => ({ name, lines: [...lines] }))
  const change = below(random, 4)
  if (change === 0 && files.length > 1) files.splice(below(random, files.length), 1)
  const file = files[below(random, files.length)]
  if (!file) throw new Error('a sample is never empty')
  // Cut at its end, as a log that is still written, or a screen that was copied.
  if (change === 1) file.lines.length = 1 + below(random, file.lines.length)
  if (change === 2) return { files, planted: undefined }
  const { fragment } = ENDS[below(random, ENDS.length)] ?? { fragment: '' }
  const text = fragment.replaceAll('…', 'x').replace(/^.*?NCCL (?:WARN|INFO) /, '')
  const planted = `gpu-01:4100:4164 [0] misc/file.cc:71 NCCL WARN ${text}`.trimEnd()
  file.lines.splice(below(random, file.lines.length + 1), 0, planted)
  return { files, planted }
}

test.each(sampled(upTo(1000), { count: 100 }, 'planted-failures'))('composition %i', async (seed) => {
  const { files, planted } = composed(seed)
  const inputs = files.map(({ name, lines }) => textInput(`${lines.join('\n')}\n`, name))
  const { findings, verdict } = await diagnose(inputs, { lang: 'en', version: '0' })
  const loud = flat(findings).filter(({ severity }) => severity === 'error' || severity === 'warning')
  const invented = loud.filter(({ evidence }) => !evidence.some(({ text }) => text.trimEnd() === planted))
  expect(
    invented.map(({ id, title }) => `${id}: ${title}`),
    planted,
  ).toEqual([])
  if (planted !== undefined) expect(verdict.status, planted).toBe('broken')
})
