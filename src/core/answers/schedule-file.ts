/** A schedule from a file, `--algo allreduce.xml`, beside the built-in ones: MSCCL XML, verified and lifted to a schedule. */
import { failed, ok, type Result } from '../base/result.ts'
import type { CollectiveName } from '../collectives/names.ts'
import type { Problem } from '../messages/cli.ts'
import type { ScheduleFault } from '../messages/schedule-file.ts'
import { type MscclRead, readMscclXml } from '../programs/formats/msccl-xml-read.ts'
import { lift } from '../programs/lift.ts'
import { verifyPrograms } from '../programs/verify-programs.ts'
import type { FileAnswer } from '../report/simulate/answer.ts'
import { sentChunks, stepCount } from '../schedules/measure.ts'
import type { Algorithm, Schedule } from '../schedules/schedule.ts'

export interface ScheduleFile {
  readonly algorithm: Algorithm
  readonly answer: FileAnswer
}

/** `path` as it was given, for problems; `name` is the file's alone. */
export function scheduleFile(
  { path, name: file, text }: { readonly path: string; readonly name: string; readonly text: string },
  collective: CollectiveName,
  ranks: number,
): Result<ScheduleFile, Problem> {
  const faulty = (fault: ScheduleFault): Result<never, Problem> =>
    failed({ id: 'schedule-unreadable', values: { path, fault } })
  const read = readMscclXml(text)
  if (!read.ok) return faulty({ while: 'reading', problem: read.problem })
  const { programs, name } = read.value.algorithm
  const verified = verifyPrograms(programs)
  if (!verified.ok) return faulty({ while: 'verifying', problem: withLines(verified.problem, read.value) })
  const lifted = lift(programs)
  if (!lifted.ok) return faulty({ while: 'lifting', problem: withLines(lifted.problem, read.value) })
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
  return ok({
    algorithm: algorithmOf(file, schedule),
    answer: {
      name: file,
      title: name,
      slots: verified.slots,
      notes: withLines(read.value.notes, read.value),
    },
  })
}

/** Wherever an op is named, its line in the file. */
function withLines<Value>(value: Value, { lines }: Pick<MscclRead, 'lines'>): Value {
  if (Array.isArray(value)) return value.map((item) => withLines(item, { lines })) as Value
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withLines(part, { lines })]),
  )
  const { rank, block, op } = fields
  const line = typeof op === 'number' ? lines[rank]?.[block]?.[op] : undefined
  return (line === undefined ? fields : { ...fields, line }) as Value
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
