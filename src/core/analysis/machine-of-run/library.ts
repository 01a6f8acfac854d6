/** The version of NCCL or RCCL that ran. */
import type { Curve } from '../curves.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { type FactOfRun, open, read } from './fact-of-run.ts'

export function libraryOfRun(facts: Facts, { benchmarks }: Curve): FactOfRun<string> {
  const stated = benchmarks.find(({ version }) => version?.library !== undefined)
  if (stated?.version?.library) return read('library', stated.version.library, [stated.place])
  const versions = evidenceOf(facts, 'nccl-log').flatMap((log) => log.versions)
  const [first] = versions
  const number = first && /\d+\.\d+(?:\.\d+)?/.exec(first.value)?.[0]
  return first && number ? read('library', number, [first.place]) : open('library')
}
