export interface Layer {
  readonly what: string
  /** Rooms below; `types:x` only by `import type`. Itself is always allowed. */
  readonly imports: readonly string[]
  readonly npm: readonly string[]
  /** Node's own modules. */
  readonly node: boolean
}

export interface Import {
  readonly file: string
  readonly from: string
  /** Relative to src, or the name of a package. */
  readonly target: string
  readonly typeOnly: boolean
}

export interface Arrow {
  readonly from: string
  readonly to: string
  /** All its imports are of types. */
  readonly types: boolean
  readonly count: number
}

export const LAYERS: Readonly<Record<string, Layer>>
export function sourcesIn(src: string): readonly string[]
export function layerOf(file: string): string
export function importsIn(src: string, files: readonly string[]): readonly Import[]
export function arrowsOf(imports: readonly Import[]): readonly Arrow[]
