/** `ringscope list workloads`: bytes that training a model sends in one step, by strategy. */
import { groupBy } from '../../base/group-by.ts'
import { print } from '../../base/print.ts'
import { modelBytes, models } from '../../collectives/models.ts'
import { STRATEGIES, type StepCalls, sentPerStep, stepCalls } from '../../collectives/workloads.ts'
import { SHORT_USES } from './collectives.ts'
import type { ListMaker } from './listing.ts'

const RANKS = 8

export const workloads: ListMaker = ({ list: { columns, notes }, collectives: texts }) => {
  const rows = models.flatMap((model) =>
    STRATEGIES.flatMap((strategy) => {
      const calls = stepCalls(model, strategy, { ranks: RANKS })
      return calls ? [{ model, strategy, calls }] : []
    }),
  )
  return {
    columns: [
      { title: columns.model },
      { title: columns.parameters, align: 'right', optional: true },
      { title: columns.gradients, align: 'right', optional: true },
      { title: columns.strategy },
      { title: columns.sent, align: 'right' },
      { title: columns.calls, grow: true, least: 40 },
    ],
    rows: rows.map(({ model, strategy, calls }) => {
      const first = strategy === STRATEGIES[0]
      return [
        first ? model.id : '',
        first ? countText(model.parameters) : '',
        first ? `${print.bytes(modelBytes(model))} ${model.type}` : '',
        SHORT_USES[strategy] ?? texts.use[strategy].title,
        print.bytes(sentPerStep(calls)),
        callsText(calls),
      ]
    }),
    notes: notes.workloads({ ranks: RANKS }, print),
    data: rows.map(({ model, strategy, calls }) => ({
      model: model.id,
      parameters: model.parameters,
      type: model.type,
      gradientBytes: modelBytes(model),
      source: model.source,
      strategy,
      ranks: RANKS,
      calls,
      sentBytes: sentPerStep(calls),
    })),
  }
}

/** Forward and backward together: "32 x all_gather = 204 MB", all of them together. */
function callsText(calls: readonly StepCalls[]): string {
  return [...groupBy(calls, ({ collective }) => collective)]
    .map(([collective, ofCollective]) => {
      const times = ofCollective.reduce((sum, { calls: each }) => sum + (each ?? 0), 0)
      const bytes = ofCollective.reduce((sum, { allBytes }) => sum + allBytes, 0)
      return `${times === 0 ? '' : `${print.count(times)} x `}${collective} = ${print.bytes(bytes)}`
    })
    .join('; ')
}

/** As people say it: 25.6M, 6.74B, 175B. */
function countText(count: number): string {
  return count < 1e9 ? `${print.number(count / 1e6)}M` : `${print.number(count / 1e9)}B`
}
