/** The lines around the rows of a table: parameters, devices, header, versions, summary, remarks, errors. */
import type { Place } from '../../evidence/place.ts'
import { placeOf } from '../../text/quote.ts'
import { averageOf, deviceOf, outOfBoundsOf, parametersOf } from './header.ts'
import { layoutOf } from './layout.ts'
import { type Line, runAt, type Source, STAGE, sameName, type TestsRead } from './source.ts'
import { readVersion } from './version-lines.ts'

/** False for everything else. */
export function readAround(read: TestsRead, source: Source, text: string, line: Line): boolean {
  const place = (): Place => placeOf(read.input, line.number, line.text)
  const parameters = parametersOf(text)
  if (parameters) {
    runAt(read, source, STAGE.parameters, line).parameters = parameters
    return true
  }
  const device = text.startsWith('Rank') ? deviceOf(text, place, (name) => sameName(read, name)) : undefined
  if (device) {
    const run = runAt(read, source, STAGE.devices, line)
    run.devices.push(device)
    // What was left out lies before it: the list's end is there.
    run.devicesCut = false
    return true
  }
  return (
    readHeader(read, source, text, line) ||
    readVersion(read, source, text, line) ||
    readSummary(read, source, text, line) ||
    readRemark(source, text, place)
  )
}

function readHeader(read: TestsRead, source: Source, text: string, line: Line): boolean {
  const layout = layoutOf(text)
  if (!layout) return false
  const run = runAt(read, source, STAGE.header, line)
  run.layout = { ...layout, onlyInPlace: source.inPlaceOnly && layout.blocks === 1 }
  source.inPlaceOnly = false
  run.header = placeOf(read.input, line.number, line.text)
  read.headers++
  if (/\bcputime\b/.test(text)) run.parameters = { ...run.parameters, cpuTime: true }
  source.before.length = 0
  return true
}

function readSummary(read: TestsRead, source: Source, text: string, line: Line): boolean {
  const place = (): Place => placeOf(read.input, line.number, line.text)
  const started = /^Collective test (starting|concluded): (\S+)/.exec(text)
  if (started) {
    const [, when, name = ''] = started
    const run = runAt(read, source, when === 'starting' ? STAGE.named : STAGE.concluded, line)
    run.operation = { name: sameName(read, name.replace(/^.*\//, '')), from: 'named' }
    if (when === 'concluded') run.complete = true
    return true
  }
  const outOfBounds = outOfBoundsOf(text)
  if (outOfBounds) {
    runAt(read, source, STAGE.outOfBounds, line).outOfBounds = { ...outOfBounds, place: place() }
    return true
  }
  const average = averageOf(text)
  if (!average) return false
  const run = runAt(read, source, STAGE.average, line)
  run.average = { ...average, place: place() }
  run.complete = true
  return true
}

/** "...", "[...]", "[... 494 lines removed ...]", "<snip>", "--- cut ---": who pasted it left lines out here. */
const ELISION = /^[[(<]? ?(?:\.{2,}|…|⋮|(?:-{2,} ?)?(?:cut|snip|truncated|omitted)\b)/i

/** Lines that change what is known of the run under way. */
function readRemark(source: Source, text: string, place: () => Place): boolean {
  const { run } = source
  if (/^Testing \d+ cycle/.test(text)) {
    source.cycle = true
    return true
  }
  if (text.includes('in-place') && !text.includes('out-of-place')) source.inPlaceOnly = true
  if (!run) return false
  if (/^Blocking Enabled/.test(text)) run.parameters = { ...run.parameters, blocking: true }
  else if (/^\(B\)\s+\(elements\)/.test(text)) return true
  else if (/^Reducing maxBytes to \d+/.test(text))
    run.parameters = { ...run.parameters, maxBytes: Number(/\d+/.exec(text)?.[0]) }
  else if (ELISION.test(text) && source.stage === STAGE.devices) run.devicesCut = true
  else if (/^error: \S|\bTest (?:NCCL|CUDA|RCCL|HIP) failure|\bTest failure|\bTest timeout/.test(text))
    run.errors.push(place())
  else return false
  return true
}
