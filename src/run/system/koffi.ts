/**
 * koffi calls functions of C libraries. It is an optional dependency, so it is imported only when it is needed, and described
 * here by the little that is used of it: the project compiles without it.
 */
import { RunError } from '../run-error.ts'

export interface NativeLibrary {
  /** Parameters and result by C type. 'intptr_t' takes a plain number, which costs less than a BigInt. */
  func(name: string, result: string, parameters: readonly string[]): NativeFunction
  /** Address of an exported object or function; throws when there is none. */
  symbol(name: string): bigint
}

/** Parameters and result are those that the caller of `func` has declared. */
export interface NativeFunction {
  // biome-ignore lint/suspicious/noExplicitAny: parameters and result are what the declaration of the function says
  (...values: any[]): any
  /** In another thread; the last parameter is called back with an error or null, and the result. */
  // biome-ignore lint/suspicious/noExplicitAny: parameters and result are what the declaration of the function says
  async(...values: any[]): void
}

export interface Koffi {
  /** null: what the process has loaded already, libc for one. */
  load(file: string | null, options?: { readonly global?: boolean }): NativeLibrary
  address(view: Uint8Array): bigint
  /** Of the last call. */
  errno(): number
}

/** Throws RunError 'unavailable'. */
export async function loadKoffi(): Promise<Koffi> {
  try {
    const name: string = 'koffi'
    return (await import(name)).default
  } catch (error) {
    throw new RunError({ kind: 'unavailable', what: 'koffi', reason: reasonOf(error) })
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
