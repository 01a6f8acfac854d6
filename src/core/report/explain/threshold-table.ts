/** docs/thresholds.md: every number that decides, with its source. */
import type { Threshold, ThresholdUnit } from '../../base/threshold.ts'

export const thresholdTable = (all: readonly Threshold[]): string =>
  [
    '# Thresholds',
    '',
    'Every number from which on a rule speaks, or speaks louder. Made by `npm run generate` from the code; each is pinned from both sides by a fixture, and a test that moves it notices.',
    '',
    '| threshold | value | source |',
    '| --- | --- | --- |',
    ...all.map(
      ({ id, value, unit, source }) =>
        `| \`${id}\` | ${printed(value, unit)} | ${source.replaceAll('|', '\\|')} |`,
    ),
    '',
  ].join('\n')

function printed(value: number, unit: ThresholdUnit): string {
  const number = `${Number(value.toPrecision(6))}`
  if (unit === 'count') return number
  if (unit === 'factor') return `${number} ×`
  if (unit === 'share') return `${Number((value * 100).toPrecision(6))} %`
  if (unit === 'percent') return `${number} %`
  return unit === 'bytes'
    ? printedBytes(value)
    : unit === 'seconds'
      ? `${number} s`
      : `${Number((value / 1e9).toPrecision(6))} GB/s`
}

const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

function printedBytes(value: number): string {
  const power = Math.min(BINARY.length - 1, Math.floor(Math.log2(value) / 10))
  return `${value / 1024 ** power} ${BINARY[power]}`
}
