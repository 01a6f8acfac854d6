/** All presets, in the order in which `list presets` shows them: by maker and year. */
import { awsP4d } from './aws-p4d.ts'
import { awsP5 } from './aws-p5.ts'
import { dgx1v } from './dgx-1v.ts'
import { dgx2 } from './dgx-2.ts'
import { dgxA100 } from './dgx-a100.ts'
import { dgxB200 } from './dgx-b200.ts'
import { dgxH100 } from './dgx-h100.ts'
import { dgxH200 } from './dgx-h200.ts'
import { gb200Nvl72 } from './gb200-nvl72.ts'
import { hgxA800 } from './hgx-a800.ts'
import { hgxH800 } from './hgx-h800.ts'
import { mi250x } from './mi250x.ts'
import { mi300x } from './mi300x.ts'
import { pcie3x8 } from './pcie3-8gpu.ts'
import { pcie4x4 } from './pcie4-4gpu-2switch.ts'
import { pcie4x8 } from './pcie4-8gpu.ts'
import type { Preset } from './preset.ts'
import { rtx4090x8 } from './rtx4090-8gpu.ts'

export const presets: readonly Preset[] = [
  dgx1v,
  dgx2,
  dgxA100,
  hgxA800,
  dgxH100,
  hgxH800,
  dgxH200,
  dgxB200,
  gb200Nvl72,
  awsP4d,
  awsP5,
  mi300x,
  mi250x,
  pcie3x8,
  pcie4x8,
  pcie4x4,
  rtx4090x8,
]
