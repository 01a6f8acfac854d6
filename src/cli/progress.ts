/** One line on a terminal's stderr that says how far reading, or a simulation, has come. What is short stays silent. */
import { cut, padEnd, widthOf } from '../core/report/text/width.ts'
import type { Screen } from './host.ts'

const FIRST_AFTER_MS = 500
const EVERY_MS = 200

export interface Progress {
  /** Called with every chunk: the name of the input and the bytes read of it so far. */
  reading(name: string, bytes: number): void
  /** A sentence of how far anything else has come, made only when it is shown. */
  update(sentence: () => string): void
  /** A sentence, shown at once. */
  show(sentence: string): void
  /** Takes the line away. */
  end(): void
}

/** Silent with --quiet and where stderr is no terminal. */
export function progressOn(
  stderr: Screen,
  quiet: boolean,
  sentence: (name: string, bytes: number) => string,
): Progress {
  const started = performance.now()
  let last = started + FIRST_AFTER_MS - EVERY_MS
  let shown = 0
  const overwrite = (line: string) => {
    // A line that the terminal wraps could not be taken away.
    const text = cut(line, (stderr.columns || 80) - 1)
    stderr.write(`\r${padEnd(text, shown)}\r${text}`)
    shown = widthOf(text)
  }
  const update = (text: () => string) => {
    const now = performance.now()
    if (quiet || !stderr.isTTY || now - last < EVERY_MS) return
    last = now
    overwrite(text())
  }
  return {
    reading: (name, bytes) => update(() => sentence(name, bytes)),
    update,
    show(text) {
      if (!quiet && stderr.isTTY) overwrite(text)
    },
    end() {
      if (shown > 0) overwrite('')
    },
  }
}
