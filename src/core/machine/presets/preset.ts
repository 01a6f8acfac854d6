/** What a preset is: a machine that people know by name. Adding one: docs/add-a-preset.md. */
import type { Machine } from '../machine.ts'

export interface Preset {
  /** What `--on` takes: the file's name. */
  readonly id: string
  readonly title: string
  /** Other spellings that `--on` takes. */
  readonly aliases: readonly string[]
  /** Where the layout stands: a user guide, a data sheet, a topology file. */
  readonly source: string
  readonly machine: Machine
}
