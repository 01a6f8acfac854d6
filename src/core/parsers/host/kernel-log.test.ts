/** Errors of PCIe and links of NICs in the kernel's log: counted by device, severity and start of the host. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostFact, HostFactOf } from '../../evidence/host-facts.ts'
import type { Place } from '../../evidence/place.ts'
import { hostLines } from './host-lines.ts'
import { kernelLog } from './kernel-log.ts'

function read<Is extends HostFact['is']>(is: Is, ...lines: readonly string[]): readonly HostFactOf<Is>[] {
  const reader = hostLines('dmesg.txt', [kernelLog])
  for (const [at, line] of lines.entries()) reader.line(line, at + 1)
  return reader
    .end(kernelLog.id)
    .evidence.flatMap((evidence) => (evidence.kind === 'host-facts' ? evidence.facts : []))
    .filter((fact): fact is HostFactOf<Is> => fact.is === is)
}
const lineNumbers = (fact: { readonly place: Place; readonly lastPlace?: Place } | undefined) => [
  fact?.place.line,
  fact?.lastPlace?.line,
]

describe('errors of PCIe', () => {
  const corrected = (seconds: number, device = '0000:5d:00.0') => [
    `[${seconds}.000000] pcieport 0000:5c:01.0: AER: Correctable error message received from ${device}`,
    `[${seconds}.000010] nvidia ${device}: PCIe Bus Error: severity=Correctable, type=Data Link Layer, (Receiver ID)`,
    `[${seconds}.000020] nvidia ${device}:   device [10de:2330] error status/mask=00000040/0000a000`,
    `[${seconds}.000030] nvidia ${device}:    [ 6] BadTLP                (First)`,
  ]

  test('each is counted once, though it has four lines', () => {
    const errors = read('pcie-error', ...corrected(100), ...corrected(130), ...corrected(160))
    expect(errors).toMatchObject([
      {
        device: '0000:5d:00.0',
        driver: 'nvidia',
        severity: 'corrected',
        count: 3,
        kinds: ['BadTLP'],
        recovered: false,
        earlierBoot: false,
      },
    ])
    expect(errors[0]?.overSeconds).toBeCloseTo(60, 3)
    expect(lineNumbers(errors[0])).toEqual([1, 9])
  })

  test.each([
    ['pcieport 0000:00:01.0: AER: Uncorrected (Fatal) error received: 0000:01:00.0', 'fatal', '0000:01:00.0'],
    ['pcieport 0000:00:1c.5: AER: Multiple Corrected error received: id=00e5', 'corrected', '0000:00:1c.5'],
    [
      'pcieport 0008:00:07.0: AER: Uncorrectable (Non-Fatal) error message received from 04:00.1',
      'non-fatal',
      '0008:04:00.1',
    ],
    [
      'nvidia 0000:04:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Inaccessible',
      'fatal',
      '0000:04:00.0',
    ],
    [
      '0000:04:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)',
      'corrected',
      '0000:04:00.0',
    ],
  ])('%s', (line, severity, device) => {
    expect(read('pcie-error', line)).toMatchObject([{ severity, device, count: 1 }])
  })

  test('a device that was brought back, by the port that it was reported to', () => {
    const fatal =
      '[10.0] pcieport 0000:00:01.0: AER: Uncorrectable (Fatal) error message received from 0000:01:00.0'
    const back = '[11.0] pcieport 0000:00:01.0: AER: device recovery successful'
    expect(read('pcie-error', fatal, back)).toMatchObject([{ recovered: true }])
    expect(read('pcie-error', fatal, back.replace('00:01.0', '00:02.0'))).toMatchObject([
      { recovered: false },
    ])
  })

  test('what was before the host was started anew is told apart', () => {
    const errors = read(
      'pcie-error',
      ...corrected(100),
      '[    0.000000] Linux version 5.15.0-105-generic (buildd@lcy02) #115-Ubuntu SMP',
      ...corrected(50),
    )
    expect(errors.map(({ earlierBoot, count }) => [earlierBoot, count])).toEqual([
      [true, 1],
      [false, 1],
    ])
  })

  test('the kernel’s own word that AER is on is no error', () => {
    expect(read('pcie-error', '[1.2] pcieport 0000:00:01.0: AER: enabled with IRQ 122')).toEqual([])
  })
})

describe('links of NICs', () => {
  const link = (at: string, state: string) => `[${at}] mlx5_core 0000:9a:00.0 ens1f0np0: Link ${state}`

  test('a drop is down after up; training at the start is none', () => {
    const links = read(
      'nic-link',
      link('14.0', 'down'),
      link('15.0', 'up'),
      link('16.0', 'down'),
      link('18.0', 'up'),
      link('91000.0', 'down'),
      link('91009.0', 'up'),
    )
    expect(links).toMatchObject([
      {
        device: '0000:9a:00.0',
        interface: 'ens1f0np0',
        drops: 1,
        dropsWithin12Hours: 1,
        seenUp: true,
        last: 'up',
      },
    ])
    expect(lineNumbers(links[0])).toEqual([5, undefined])
  })

  test('drops within twelve hours are those that count', () => {
    const hours = [1, 14, 15, 16, 40].flatMap((hour) => [
      link(`${hour * 3600}.0`, 'up'),
      link(`${hour * 3600 + 60}.0`, 'down'),
    ])
    expect(read('nic-link', ...hours)).toMatchObject([{ drops: 5, dropsWithin12Hours: 3, last: 'down' }])
  })

  test.each([
    ['bnxt_en 0000:19:00.0 ens1f0np0: NIC Link is Down', '0000:19:00.0', 'down'],
    ['ice 0000:51:00.0 ens2f0: NIC Link is up 100 Gbps Full Duplex', '0000:51:00.0', 'up'],
    ['infiniband mlx5_0: Port: 1 Link ACTIVE', 'mlx5_0', 'up'],
    ['mlx5_3: Port: 1 Link DOWN', 'mlx5_3', 'down'],
  ])('%s', (line, device, last) => {
    expect(read('nic-link', line)).toMatchObject([{ device, last }])
  })

  test('lines with "down" alone: it came up between them', () => {
    const links = read('nic-link', ...[5000, 6000, 7000].map((at) => link(`${at}.0`, 'down')))
    expect(links).toMatchObject([{ drops: 2, seenUp: false }])
  })

  test('hosts that are shut down take their links down: no drop', () => {
    const links = read(
      'nic-link',
      'Apr 28 10:00:00 gpu-07 kernel: mlx5_core 0000:9a:00.0 eth0: Link up',
      'Apr 28 11:00:00 gpu-07 kernel: mlx5_core 0000:9a:00.0 eth0: Link down',
      'Apr 28 11:03:00 gpu-07 kernel: Linux version 5.15.0-105-generic',
      'Apr 28 11:04:00 gpu-07 kernel: mlx5_core 0000:9a:00.0 eth0: Link up',
    )
    expect(links.map(({ drops, earlierBoot }) => [drops, earlierBoot])).toEqual([
      [0, true],
      [0, false],
    ])
  })
})

test('a log of many hosts is not counted together', () => {
  const reader = hostLines('syslog', [kernelLog])
  for (const [at, host] of ['gpu-01', 'gpu-02', 'gpu-03'].entries())
    for (const [minute, state] of ['up', 'down'].entries())
      reader.line(
        `Apr 28 1${at}:0${minute}:00 ${host} kernel: mlx5_core 0000:9a:00.0 eth0: Link ${state}`,
        2 * at + minute + 1,
      )
  const read = reader.end(kernelLog.id).evidence.flatMap((one) => (one.kind === 'host-facts' ? [one] : []))
  expect(read.map(({ host, facts }) => [host, facts.length])).toEqual([
    ['gpu-01', 1],
    ['gpu-02', 1],
    ['gpu-03', 1],
  ])
  expect(read.flatMap(({ facts }) => facts)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ is: 'nic-link', drops: 1 })),
  )
})

test('property: a link never drops more often than it is said to be down', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.nat({ max: 200_000 }), up: fc.boolean(), port: fc.nat({ max: 2 }) })),
      (events) => {
        const links = read(
          'nic-link',
          ...events.map(
            ({ at, up, port }) => `[${at}.0] mlx5_core 0000:9a:00.${port} eth0: Link ${up ? 'up' : 'down'}`,
          ),
        )
        for (const { device, drops, dropsWithin12Hours = 0 } of links) {
          const downs = events.filter(({ up, port }) => !up && device.endsWith(`.${port}`)).length
          expect(drops).toBeLessThanOrEqual(downs)
          expect(dropsWithin12Hours).toBeLessThanOrEqual(drops)
        }
      },
    ),
  )
})
