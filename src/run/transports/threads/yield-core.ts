/** sched_yield(2) through koffi: lets another thread have this core, without sleeping. Node has nothing of its own for it. */
import { loadKoffi } from '../../koffi.ts'

/** Undefined where koffi is not installed or the system has no such call. */
export async function yieldCore(): Promise<(() => void) | undefined> {
  try {
    return (await loadKoffi()).load(null).func('sched_yield', 'int', [])
  } catch {
    return undefined
  }
}
