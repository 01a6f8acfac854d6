/**
 * Nodes of 8 x H100 with 8 x 400G InfiniBand, all_reduce by ring: the share of 400 GB/s that SimAI states by size and
 * number of nodes (its calibration against real machines).
 */
import { GiB, MiB } from '../../base/units.ts'
import { withNodes } from '../../machine/edits.ts'
import { dgxH100 } from '../../machine/presets/dgx-h100.ts'
import { fromBusbw } from './busbw-table.ts'

const WIRE = 400

const ring = (nodes: number, shares: readonly (readonly [number, number])[]) =>
  fromBusbw(
    {
      id: `simai-h100-${nodes}-nodes`,
      title: `${nodes} x 8 x H100, 8 x 400G, ring`,
      source: 'aliyun/SimAI nic_ratio.csv',
      machine: withNodes(dgxH100.machine, nodes),
      collective: 'all_reduce',
      algorithm: 'Ring',
      ranks: 8 * nodes,
    },
    shares.map(([bytes, share]) => [bytes, share * WIRE] as const),
  )

export const ibEightNodes = ring(8, [
  [16 * MiB, 0.13],
  [64 * MiB, 0.39],
  [128 * MiB, 0.54],
  [256 * MiB, 0.69],
  [GiB, 0.9],
  [4 * GiB, 0.95],
  [16 * GiB, 0.96],
])

export const ibSixteenNodes = ring(16, [
  [16 * MiB, 0.05],
  [64 * MiB, 0.21],
  [256 * MiB, 0.57],
  [GiB, 0.76],
  [4 * GiB, 0.95],
  [16 * GiB, 0.96],
])

export const ibSixtyFourNodes = ring(64, [
  [16 * MiB, 0.021],
  [64 * MiB, 0.051],
  [256 * MiB, 0.209],
  [GiB, 0.563],
  [4 * GiB, 0.755],
  [16 * GiB, 0.958],
])
