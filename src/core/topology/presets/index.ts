/** All presets, in the order in which `list presets` shows them. */
import { dgxA100 } from './dgx-a100.ts'
import { dgxH100 } from './dgx-h100.ts'
import type { Preset } from './preset.ts'

export const presets: readonly Preset[] = [dgxA100, dgxH100]
