/** Processes that write into one file tear each other's lines now and then; what several lines say alike is no accident. */
import { threshold } from '../base/threshold.ts'

/** So many lines of one kind (connections, calls) are not torn. */
export const NOT_TORN = threshold(
  'torn-lines.lines',
  2,
  'count',
  'our choice: one line may be torn, a second of the same kind is no accident',
)
