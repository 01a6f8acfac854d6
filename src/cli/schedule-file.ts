/** A schedule from a file, `--algo allreduce.xml`, beside the built-in ones: MSCCL XML, lifted to a schedule. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { failed, ok, type Result } from '../core/base/result.ts'
import type { CollectiveName } from '../core/collectives/names.ts'
import type { Problem } from '../core/messages/cli.ts'
import { readMscclXml } from '../core/schedules/formats/msccl-xml-read.ts'
import { lift } from '../core/schedules/lift.ts'
import { sentChunks, stepCount } from '../core/schedules/measure.ts'
import type { Algorithm, Schedule } from '../core/schedules/schedule.ts'

export const isFile = (algo: string | undefined): algo is string =>
  algo !== undefined && /\.xml$|[/\\]/i.test(algo)

export async function scheduleFile(
  path: string,
  collective: CollectiveName,
  ranks: number,
): Promise<Result<Algorithm, Problem>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return failed({ id: 'path-missing', values: { path } })
  }
  const read = readMscclXml(text)
  if (!read.ok) {
    const { kind, line } = read.problem
    return failed({ id: 'schedule-unreadable', values: { path, reason: kind, line } })
  }
  const lifted = lift(read.value.algorithm.programs)
  if (!lifted.ok) return failed({ id: 'schedule-unreadable', values: { path, reason: lifted.problem.kind } })
  const schedule = lifted.value
  if (schedule.collective !== collective || schedule.ranks !== ranks)
    return failed({
      id: 'schedule-for-other',
      values: {
        path,
        is: schedule.collective,
        ranks: schedule.ranks,
        wanted: collective,
        topologyRanks: ranks,
      },
    })
  return ok(algorithmOf(basename(path), schedule))
}

/** The one schedule as an algorithm that runs on just its ranks. */
const algorithmOf = (id: string, schedule: Schedule): Algorithm => ({
  id,
  collective: schedule.collective,
  title: id,
  source: id,
  pipelined: false,
  supports: ({ ranks }) => ranks === schedule.ranks,
  schedule: () => schedule,
  stepCount: () => stepCount(schedule),
  sent: () => sentChunks(schedule),
})
