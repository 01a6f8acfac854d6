/** English: words that several findings about the number share. */

import type { Print } from '../../../base/print.ts'
import type { BasisKind } from '../../../expectation/expectation.ts'
import type { Reached } from '../../../rules/reached.ts'
import { report } from '../report.ts'
import { list } from './words.ts'

/** What should be reached: what healthy machines were seen to reach, or what a model expects of this one. */
export const band = ({ low, high, source, basis }: Band, print: Print): string =>
  `${basis === 'published' ? 'healthy machines of this kind reach' : 'the model expects'} ${print.rate(low)} to ${print.rate(high)}${source ? ` (${source})` : ''}`

export interface Band {
  readonly low: number
  readonly high: number
  readonly source: string
  readonly basis?: BasisKind | undefined
}

export const supposed = (assumed: readonly (keyof typeof report.assumed)[]): string[] =>
  assumed.length === 0
    ? []
    : [
        `There is no verdict, since these are only assumed: ${list(assumed.map((what) => report.assumed[what]))}.`,
      ]

export const reaches = (all: readonly Reached[], print: Print): string => {
  const shares = all.map(({ share }) => share)
  const [least, most] = [print.percent(Math.min(...shares)), print.percent(Math.max(...shares))]
  return least === most ? least : `${least} to ${most}`
}

export const shares = (all: readonly Reached[], print: Print): string =>
  list(
    all.map(
      ({ collective, measured, expected, share }) =>
        `${collective} ${print.rate(measured)} of ${print.rate(expected)} (${print.percent(share)})`,
    ),
  )
