/** sched_yield(2) through koffi: lets another thread have this core, without sleeping. Node has nothing of its own for it. */
import { type Koffi, loadKoffi } from './koffi.ts'

/** Throws where the system has no such call. */
export const bindYieldCore = (koffi: Koffi): (() => void) => koffi.load(null).func('sched_yield', 'int', [])

/** Undefined where koffi is not installed or the system has no such call. */
export async function loadYieldCore(): Promise<(() => void) | undefined> {
  try {
    return bindYieldCore(await loadKoffi())
  } catch {
    return undefined
  }
}
