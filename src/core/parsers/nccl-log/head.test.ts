/** Heads that are compared with those before say the same as heads that are read. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headsOf } from './head.ts'
import { speakersOf } from './speakers.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const line = fc
  .record({
    // Hosts, processes and devices that differ in one digit, as ranks of a job do.
    host: fc.constantFrom('gpu-01', 'gpu-02', 'gpu-11', 'n1'),
    pid: fc.constantFrom(41_200, 41_201, 9),
    device: fc.constantFrom(0, 1, 2, 10, 12),
    second: fc.nat({ max: 59 }),
    prefix: fc.constantFrom('', 'time', 'rank', 'both'),
  })
  .map(({ host, pid, device, second, prefix }) => {
    const time = prefix === 'time' || prefix === 'both' ? `[2026-04-28 14:14:${two(second)}] ` : ''
    const rank = prefix === 'rank' || prefix === 'both' ? `[1,${device}]<stdout>:` : ''
    return `${time}${rank}${host}:${pid}:${pid + 7} [${device}] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC`
  })

test('property: whoever wrote the lines before, a line says the same', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const speakers = speakersOf()
      const heads = headsOf(speakers)
      for (const text of lines) {
        const alone = headsOf(speakers)
        expect(heads.messageAt(text)).toBe(alone.messageAt(text))
        expect(heads.thread()).toBe(alone.thread())
        expect(text.slice(heads.messageAt(text))).toMatch(/^Channel /)
      }
    }),
  )
})

test('a line that another one is torn into is not taken for the head it begins like', () => {
  const heads = headsOf(speakersOf())
  const whole = 'gpu-01:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC'
  expect(heads.messageAt(whole)).toBe('gpu-01:1:2 [0] NCCL INFO '.length)
  expect(heads.messageAt('gpu-01:1:2 [0] NgpuCL INFO Channel 00/0')).toBe(-1)
  expect(heads.messageAt('   33554432   gpu-01:1:2 [0] NCCL INFO Channel')).toBe(-1)
})
