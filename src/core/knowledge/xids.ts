/**
 * What an Xid of NVIDIA's driver means for communication. Source: NVIDIA Xid catalogue (docs.nvidia.com/deploy/xid-errors);
 * row remapping: NVIDIA GPU memory error management.
 */
export type XidMeaning =
  | 'off-the-bus'
  | 'memory'
  | 'remap-failed'
  | 'remapped'
  | 'firmware'
  | 'nvlink'
  | 'application'
  | 'other'

const MEANINGS: Readonly<Record<Exclude<XidMeaning, 'other'>, readonly number[]>> = {
  'off-the-bus': [79],
  // 48 double bit, 94 contained, 95 uncontained, 140 unrecovered; 171 and 172 DRAM and SRAM of Blackwell.
  memory: [48, 94, 95, 140, 171, 172],
  'remap-failed': [64, 160],
  // Repaired by itself: 63 a row was marked to be replaced, 92 many single bits.
  remapped: [63, 92],
  // 62 internal microcontroller, 119 and 120 GSP, 122 and 123 SPI and PMU, 143 initialisation.
  firmware: [61, 62, 119, 120, 122, 123, 143],
  // 74; since Blackwell one a part of the link.
  nvlink: [74, 144, 145, 146, 147, 148, 149, 150, 155, 156],
  // 13 exception of a kernel, 31 page fault, 32 push buffer, 43 and 45 a channel that was ended, 69, 109 timeout, 137 peer access.
  application: [13, 31, 32, 43, 45, 68, 69, 109, 137],
}

export const meaningOf = (xid: number): XidMeaning =>
  (Object.keys(MEANINGS) as (keyof typeof MEANINGS)[]).find((meaning) => MEANINGS[meaning].includes(xid)) ??
  'other'
