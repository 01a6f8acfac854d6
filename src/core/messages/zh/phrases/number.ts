/** Chinese: words that several findings about the number share. */

import type { Print } from '../../../base/print.ts'
import type { BasisKind } from '../../../expectation/expectation.ts'
import type { Reached } from '../../../rules/reached.ts'
import { report } from '../report.ts'

/** 应达到多少：同类正常机器的公开数据，或模型对这台机器的估计。 */
export const band = ({ low, high, source, basis }: Band, print: Print): string =>
  `${basis === 'published' ? '同类的正常机器为' : '模型预期为'} ${print.rate(low)} 到 ${print.rate(high)}${source ? `（${source}）` : ''}`

export interface Band {
  readonly low: number
  readonly high: number
  readonly source: string
  readonly basis?: BasisKind | undefined
}

export const supposed = (assumed: readonly (keyof typeof report.assumed)[]): string[] =>
  assumed.length === 0
    ? []
    : [`不能下结论：它建立在假定之上（${assumed.map((what) => report.assumed[what]).join('；')}）。`]

export const reaches = (all: readonly Reached[], print: Print): string => {
  const shares = all.map(({ share }) => share)
  const [least, most] = [print.percent(Math.min(...shares)), print.percent(Math.max(...shares))]
  return least === most ? least : `${least} 到 ${most}`
}

export const shares = (all: readonly Reached[], print: Print): string =>
  all
    .map(
      ({ collective, measured, expected, share }) =>
        `${collective} 为 ${print.rate(expected)} 中的 ${print.rate(measured)}（${print.percent(share)}）`,
    )
    .join('，')
