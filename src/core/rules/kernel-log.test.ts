/** How loud the rules are that read the kernel's log: as loud as the lines prove, and never for what healthy hosts log. */
import { describe, expect, test } from 'vitest'
import { facts, printed } from '../analysis/hand-made.fixtures.ts'
import { one } from './host.fixtures.ts'
import { rules } from './index.ts'
import { aerLines, linkLines } from './kernel-log.fixtures.ts'
import { runRules } from './run.ts'

const findingsOf = (given: ReturnType<typeof facts>, id: 'pcie-errors' | 'nic-link-drops') =>
  runRules(
    given,
    rules.filter((rule) => rule.id === id),
  ).found.map(({ found }) => found)
const severities = (kernelLog: readonly string[], id: 'pcie-errors' | 'nic-link-drops') =>
  findingsOf(one({ kernelLog }), id).map(({ severity }) => severity)

describe('errors of PCIe', () => {
  const fatal = 'Uncorrectable (Fatal)'
  const nonFatal = 'Uncorrectable (Non-Fatal)'

  test.each([
    ['one corrected error', aerLines({}), []],
    ['99 corrected ones in 99 seconds', aerLines({ times: 99 }), []],
    ['100 in 99 seconds', aerLines({ times: 100 }), ['warning']],
    ['8 a minute for half an hour', aerLines({ times: 241, everySeconds: 7.5 }), ['warning']],
    ['5 a minute for an hour', aerLines({ times: 300, everySeconds: 12 }), ['info']],
    ['a NIC’s', aerLines({ device: '0000:32:00.0', driver: 'mlx5_core', times: 300 }), ['warning']],
    ['a disk’s', aerLines({ device: '0000:e1:00.0', driver: 'nvme', severity: fatal }), []],
    ['a transfer that was lost', aerLines({ severity: nonFatal, kind: 'CmpltTO' }), ['warning']],
    ['a refused request', aerLines({ severity: nonFatal, kind: 'UnsupReq' }), ['info']],
    [
      'a fatal one of a NIC',
      aerLines({ device: '0000:32:00.0', driver: 'mlx5_core', severity: fatal }),
      ['error'],
    ],
    ['a fatal one of a GPU that nvidia-smi lists', aerLines({ severity: fatal }), ['warning']],
    [
      'a fatal one of a NIC, which the kernel brought back',
      [
        ...aerLines({ device: '0000:32:00.0', driver: 'mlx5_core', severity: fatal }),
        '[9002.0] pcieport 0000:30:00.0: AER: device recovery successful',
      ],
      ['warning'],
    ],
    [
      'a storm before the host was started anew',
      [...aerLines({ times: 300 }), '[    0.000000] Linux version 5.15.0-105-generic'],
      ['info'],
    ],
  ])('%s', (_, lines, severity) => {
    expect(severities(lines, 'pcie-errors')).toEqual(severity)
  })

  test('the same lines in two files are counted once', () => {
    const lines = aerLines({ times: 60 }).join('\n')
    const twice = facts([...printed('gpu-01', lines), ...printed('gpu-01', lines)])
    expect(findingsOf(twice, 'pcie-errors')).toEqual([])
  })

  test('a port is told by what lies below it, and the first line is quoted', () => {
    const [found] = findingsOf(
      one({ kernelLog: aerLines({ device: '0000:30:01.0', driver: 'pcieport', times: 300 }) }),
      'pcie-errors',
    )
    expect(found?.values).toMatchObject({ devices: [{ of: 'nic', port: true }] })
    expect(found?.evidence[0]?.text).toMatch(/^\[9000\.000000\] pcieport .* received from 0000:30:01\.0$/)
    expect(found?.evidence[0]?.line).toBeGreaterThan(0)
  })
})

describe('links of NICs', () => {
  const day = (...hours: readonly number[]) =>
    linkLines(hours.flatMap((hour) => [[hour - 0.5, 'up'] as const, [hour, 'down'] as const]))
  const up = (hour: number) => linkLines([[hour, 'up']])

  test.each([
    ['once, and up again', [...day(5), ...up(6)], ['info']],
    ['three times within 12 hours', [...day(5, 8, 16), ...up(17)], ['warning']],
    ['three times in three days', [...day(5, 30, 60), ...up(61)], ['info']],
    ['down when the log ends', day(5), ['warning']],
    ['never up', linkLines([[1, 'down']]), []],
    [
      'never up, since no cable is plugged, and down whenever the port is set up',
      linkLines([
        [0.01, 'down'],
        [5, 'down'],
      ]),
      [],
    ],
    ['up all the time', up(0.01), []],
    [
      'down because the host was shut down',
      [...day(5), '[    0.000000] Linux version 5.15.0-105-generic', ...up(0.01)],
      [],
    ],
  ])('%s', (_, lines, severity) => {
    expect(severities(lines, 'nic-link-drops')).toEqual(severity)
  })

  test('where it is down when the log ends, that line is quoted first', () => {
    const [found] = findingsOf(one({ kernelLog: day(5, 9) }), 'nic-link-drops')
    expect(found?.evidence.map(({ text }) => text.slice(0, 14))).toEqual(['[32400.000000]', '[18000.000000]'])
  })

  test('three hosts that each lost a link once are no flapping link', () => {
    const syslog = ['gpu-01', 'gpu-02', 'gpu-03'].flatMap((host, at) =>
      ['up', 'down', 'up'].map(
        (state, minute) =>
          `Apr 28 1${at}:0${minute}:00 ${host} kernel: mlx5_core 0000:9a:00.0 eth0: Link ${state}`,
      ),
    )
    const found = findingsOf(facts(printed(undefined, syslog.join('\n'))), 'nic-link-drops')
    expect(found.map(({ subject, severity }) => [subject, severity])).toEqual([
      ['gpu-01', 'info'],
      ['gpu-02', 'info'],
      ['gpu-03', 'info'],
    ])
  })
})
