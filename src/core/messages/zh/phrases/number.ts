/** Chinese: words that several findings about the number share. */

import type { Print } from '../../../base/print.ts'
import type { BasisKind } from '../../../expectation/expectation.ts'
import type { Reached } from '../../../rules/reached.ts'
import { report } from '../report.ts'
import { list } from './words.ts'

/** 应达到多少：同类正常机器的公开数据，或模型对这台机器的估计。 */
export const band = ({ low, high, source, basis }: Band, print: Print): string =>
  `${basis === 'published' ? '同类正常机器可达' : '模型预期'} ${print.rate(low)} 到 ${print.rate(high)}${source ? `（${source}）` : ''}`

export interface Band {
  readonly low: number
  readonly high: number
  readonly source: string
  readonly basis?: BasisKind | undefined
}

export const supposed = (assumed: readonly (keyof typeof report.assumed)[]): string[] =>
  assumed.length === 0
    ? []
    : [`没有给出结论，因为以下各项只是假定：${list(assumed.map((what) => report.assumed[what]))}。`]

export const reaches = (all: readonly Reached[], print: Print): string => {
  const shares = all.map(({ share }) => share)
  const [least, most] = [print.percent(Math.min(...shares)), print.percent(Math.max(...shares))]
  return least === most ? least : `${least} 到 ${most}`
}

export const shares = (all: readonly Reached[], print: Print): string =>
  all
    .map(
      ({ collective, measured, expected, share }) =>
        `${collective} 为 ${print.rate(measured)}，预期 ${print.rate(expected)}（${print.percent(share)}）`,
    )
    .join('；')
