/** 中文：引用一条已知报错的各条发现所共用的文字；每行的含义见 ../nccl。 */
import type { Print } from '../../../base/print.ts'
import type { FailureValues } from '../../../rules/failure/failure-lines.ts'
import type { RuleText } from '../../rule-text.ts'
import { ncclMessages } from '../nccl/index.ts'
import { listSome } from './words.ts'

const { meanings, advice } = ncclMessages

/** "gpu-03（rank 8）：没有到对端的路由" */
export const told = ({ message, host, rank }: FailureValues): string => {
  const who = whoOf(host, rank)
  return who === '' ? meanings[message] : `${who}：${meanings[message]}`
}

/** "gpu-03（rank 8）"、"rank 8"、""。 */
export const whoOf = (host: string | undefined, rank: number | undefined): string =>
  host === undefined
    ? rank === undefined
      ? ''
      : `rank ${rank}`
    : rank === undefined
      ? host
      : `${host}（rank ${rank}）`

function elsewhere({ host, hosts, lines }: FailureValues, print: Print): string {
  const others = hosts.filter((name) => name !== host)
  if (others.length > 0) return `${listSome(others, print)} 上也有同样的报错（共 ${print.count(lines)} 行）。`
  return lines > 1 ? `同样的报错共 ${print.count(lines)} 行。` : ''
}

const alsoSaid = ({ others }: FailureValues): string =>
  others.length === 0
    ? ''
    : `另有报错：${others
        .slice(0, 2)
        .map((id) => meanings[id])
        .join('；')}。`

const first = ({ following }: FailureValues, print: Print): string =>
  following === 0 ? '' : `从这些文件看，它最先出错；其余 ${print.count(following)} 行报错由它引起。`

/** 引用一条报错的发现的标题、原因、说明、处理与验证。 */
export const failureText = {
  title: told,
  cause: told,
  detail: (values: FailureValues, print: Print): string =>
    `${advice[values.topic].causes}${elsewhere(values, print)}${alsoSaid(values)}${first(values, print)}`,
  actions: ({ topic }: FailureValues): readonly string[] => advice[topic].actions,
  verify: ({ topic }: FailureValues): string => advice[topic].verify,
} satisfies Partial<RuleText<FailureValues>>
