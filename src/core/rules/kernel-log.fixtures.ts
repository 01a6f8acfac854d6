/** Lines of the kernel's log for fixtures: errors of PCIe, links that go down and up. printed-hosts.fixtures.ts has the hosts. */

interface Aer {
  readonly device?: string
  readonly driver?: string
  readonly severity?: 'Correctable' | 'Uncorrectable (Non-Fatal)' | 'Uncorrectable (Fatal)'
  readonly kind?: string
  readonly times?: number
  readonly everySeconds?: number
  /** Lines of `dmesg -t` have no time. */
  readonly timeless?: boolean
}

/** GPU2 of the printed hosts is at 0000:31:00.0, under the port 0000:30:00.0. */
export function aerLines({
  device = '0000:31:00.0',
  driver = 'nvidia',
  severity = 'Correctable',
  kind = 'BadTLP',
  times = 1,
  everySeconds = 1,
  timeless = false,
}: Aer = {}): readonly string[] {
  return Array.from({ length: times }, (_, at) => {
    const stamp = timeless ? '' : `[${(9000 + at * everySeconds).toFixed(6)}] `
    return [
      `${stamp}pcieport 0000:30:00.0: AER: ${severity} error message received from ${device}`,
      `${stamp}${driver} ${device}: PCIe Bus Error: severity=${severity}, type=Data Link Layer, (Receiver ID)`,
      `${stamp}${driver} ${device}:    [ 6] ${kind}                (First)`,
    ]
  }).flat()
}

/** The link of a NIC: states with the hours at which they were logged. */
export const linkLines = (
  states: readonly (readonly [hours: number, state: 'up' | 'down'])[],
  device = '0000:32:00.0',
): readonly string[] =>
  states.map(
    ([hours, state]) => `[${(hours * 3600).toFixed(6)}] mlx5_core ${device} ens1f0np0: Link ${state}`,
  )

/** Three times down and up within an afternoon. */
export const FLAPPING = linkLines(
  [30, 31, 33].flatMap((hour) => [[hour - 0.5, 'up'] as const, [hour, 'down'] as const]).concat([[34, 'up']]),
)
