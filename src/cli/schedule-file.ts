/** A schedule from a file, `--algo allreduce.xml`: what is too large is refused before it is read. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ScheduleFile, scheduleFile } from '../core/answers/schedule-file.ts'
import { failed, type Result } from '../core/base/result.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import type { Problem } from '../core/messages/cli.ts'
import { MOST_TEXT, tooLong } from '../core/programs/formats/msccl-xml-read.ts'

export async function scheduleIn(
  path: string,
  collective: CollectiveName,
  ranks: number,
): Promise<Result<ScheduleFile, Problem>> {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > MOST_TEXT)
      return failed({
        id: 'schedule-unreadable',
        values: { path, fault: { while: 'reading', problem: tooLong(size) } },
      })
    text = await readFile(path, 'utf8')
  } catch {
    return failed({ id: 'path-missing', values: { path } })
  }
  return scheduleFile({ path, name: basename(path), text }, collective, ranks)
}
