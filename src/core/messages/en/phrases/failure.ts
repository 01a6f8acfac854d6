/** English: what findings that quote a line of the catalogue share; the meaning of each line stands in ../nccl. */
import type { Print } from '../../../base/print.ts'
import type { FailureValues } from '../../../rules/failure/failure-lines.ts'
import type { RuleText } from '../../rule-text.ts'
import { ncclMessages } from '../nccl/index.ts'
import { counted, list, listSome } from './words.ts'

const { meanings, advice } = ncclMessages

/** "gpu-03 (rank 8): the NIC has no route …" */
export const told = ({ message, host, rank }: FailureValues): string => {
  const who = whoOf(host, rank)
  const meaning = meanings[message]
  return who === '' ? meaning.charAt(0).toUpperCase() + meaning.slice(1) : `${who}: ${meaning}`
}

/** "gpu-03 (rank 8)", "rank 8", "". */
export const whoOf = (host: string | undefined, rank: number | undefined): string =>
  host === undefined
    ? rank === undefined
      ? ''
      : `rank ${rank}`
    : rank === undefined
      ? host
      : `${host} (rank ${rank})`

/** " The same on gpu-04 and gpu-05 (12 lines in all)." */
function elsewhere({ host, hosts, lines }: FailureValues, print: Print): string {
  const others = hosts.filter((name) => name !== host)
  if (others.length > 0)
    return ` The same on ${listSome(others, print)} (${counted(lines, print, 'line')} in all).`
  return lines > 1 ? ` ${counted(lines, print, 'such line')} in all.` : ''
}

const alsoSaid = ({ others }: FailureValues): string =>
  others.length === 0 ? '' : ` Other lines say: ${list(others.slice(0, 2).map((id) => meanings[id]))}.`

const first = ({ following }: FailureValues, print: Print): string =>
  following === 0
    ? ''
    : ` This is what failed first, as far as these files tell; ${counted(following, print, 'line')} of other failures ${following === 1 ? 'follows' : 'follow'} from it.`

/** Title, cause, detail, actions and verify of a finding that quotes such a line. */
export const failureText = {
  title: told,
  cause: told,
  detail: (values: FailureValues, print: Print): string =>
    `${advice[values.topic].causes}${elsewhere(values, print)}${alsoSaid(values)}${first(values, print)}`,
  actions: ({ topic }: FailureValues): readonly string[] => advice[topic].actions,
  verify: ({ topic }: FailureValues): string => advice[topic].verify,
} satisfies Partial<RuleText<FailureValues>>
