/**
 * Whatever the catalogue knows, in the middle of a healthy job's log: it comes out as its class says, with the line quoted and who
 * printed it. Classes: knowledge/messages/row.ts.
 */
import { describe, expect, test } from 'vitest'
import { sampled } from '../../../test/sampled.ts'
import { isKnownWhole } from '../analysis/failures.ts'
import { seededRandom } from '../base/random.ts'
import { type Message, messages } from '../knowledge/messages/index.ts'
import '../messages/all.ts'
import { jobLog } from '../parsers/nccl-log/nccl-log.fixtures.ts'
import type { Finding, Report } from '../report/diagnose/report.ts'
import { diagnose } from './diagnose.ts'
import { textInput } from './text-input.fixtures.ts'

const healthy = jobLog().trimEnd().split('\n')
const reportOf = (lines: readonly string[]): Promise<Report> =>
  diagnose([textInput(`${lines.join('\n')}\n`, 'job.log')], { lang: 'en', version: '0' })

const flat = (findings: readonly Finding[]): readonly Finding[] =>
  findings.flatMap((finding) => [finding, ...flat(finding.consequences)])

/** What NCCL, its plugins and RCCL print stands behind their head; of others at least the rank is known. */
const OF_NCCL = new Set(['nccl', 'verbs', 'rccl', 'ofi'])

/** The line as rank 11 of host gpu-02 prints it: the eighth process of each host has device 3. */
function printed({ source, fragment }: Message): string {
  const text = fragment.replaceAll('…', 'x').replace(/^.*?NCCL (?:WARN|INFO) /, '')
  if (OF_NCCL.has(source) || fragment.includes('NCCL WARN'))
    return `gpu-02:4103:4167 [3] ${fragment.includes('NCCL INFO') ? 'NCCL INFO' : 'misc/file.cc:71 NCCL WARN'} ${text}`
  return source === 'kernel' ? `gpu-02 kernel: ${text}` : `[rank11]: ${fragment.replaceAll('…', 'x')}`
}

/** Put at a place that its name draws. */
function logWith(line: string, seed: number): readonly string[] {
  const at = Math.floor(seededRandom(seed)() * healthy.length)
  return [...healthy.slice(0, at), line, ...healthy.slice(at)]
}

/** What ncclras prints is a report of its own (parsers/nccl-ras), no line of a log. */
const rows = messages
  .filter(({ id }) => !/^ras-(?!timeout)/.test(id))
  .map((message, at) => ({ id: message.id, message, at }))

describe('a row of the catalogue in a healthy log', () => {
  test.each(sampled(rows, { share: 0.25 }, 'printed-failures'))('$id', async ({ message, at }) => {
    const line = printed(message)
    const { findings, verdict } = await reportOf(logWith(line, at))
    const quoting = flat(findings).filter(({ evidence }) =>
      evidence.some(({ text }) => text === line.trimEnd()),
    )
    const loudest = quoting.map(({ severity }) => severity)
    expect(verdict.status).not.toBe('healthy')
    switch (message.class) {
      case 'gave-up':
      case 'user-error':
      case 'restates':
        // The kernel's lines are judged by rules of their own: a fault of yesterday ends no job.
        if (message.source === 'kernel') break
        // Known by its beginning alone: nothing else here says that the job ended.
        expect(loudest[0], 'quoted').toBe(isKnownWhole({ message }) ? 'error' : 'warning')
        expect(verdict.status).toBe(loudest[0] === 'error' ? 'broken' : 'degraded')
        break
      case 'follows':
        if (message.source === 'kernel') break
        expect(quoting.length).toBeGreaterThan(0)
        expect(verdict.collectNext.join()).toMatch(/logs of all ranks/)
        break
      case 'degraded':
        if (message.source === 'kernel') break
        expect(loudest.filter((severity) => severity !== 'error').length, 'quoted').toBeGreaterThan(0)
        break
      case 'harmless':
        expect(flat(findings).filter(({ severity }) => severity === 'error')).toEqual([])
    }
    if (message.class !== 'harmless' && OF_NCCL.has(message.source))
      expect(quoting.map(({ title, detail }) => `${title} ${detail}`).join()).toContain('gpu-02')
  })
})

test('a warning that nobody knows is quoted, and nothing is healthy above it', async () => {
  const line = 'gpu-02:4103:4167 [3] misc/file.cc:71 NCCL WARN The moon is in the wrong phase'
  const { findings, verdict } = await reportOf(logWith(line, 1))
  expect(findings[0]).toMatchObject({
    id: 'unexplained-warning',
    severity: 'warning',
    evidence: [{ text: line }],
  })
  expect(verdict.status).toBe('degraded')
})

test('the healthy log itself: silence', async () => {
  const { findings } = await reportOf(healthy)
  expect(flat(findings).map(({ id }) => id)).toEqual(['insufficient-evidence'])
})
