/** Lets this process end when the one that started it does, even while it computes or waits without its event loop. Linux. */
import { loadKoffi } from '../system/koffi.ts'

/** <linux/prctl.h> */
const PR_SET_PDEATHSIG = 1
const SIGKILL = 9

/** `parent`: its process id. Without koffi, or elsewhere, a rank ends when its event loop sees that the channel to its parent is closed. */
export async function dieWithParent(parent: number): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    const prctl = (await loadKoffi()).load(null).func('prctl', 'int', ['int', 'unsigned long'])
    prctl(PR_SET_PDEATHSIG, SIGKILL)
  } catch {
    // As said above.
  }
  // It may have ended before it could be asked for the signal.
  if (process.ppid !== parent) process.exit()
}
