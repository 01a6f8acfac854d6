export interface Digests {
  readonly en: string
  readonly zh: string
}
/** Of what a file of texts says: neither imports nor comments nor layout count. */
export function digestOf(code: string): string
/** Digests of each pair of files as they are. */
export function digests(): ReadonlyMap<string, Digests>
/** As they were when the Chinese was last held against the English. */
export function stored(): ReadonlyMap<string, Digests>
/** Files whose English has changed since, but not their Chinese. */
export function stale(now: ReadonlyMap<string, Digests>, then: ReadonlyMap<string, Digests>): readonly string[]
