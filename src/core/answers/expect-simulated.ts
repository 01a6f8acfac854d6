/** `ringscope expect --on torus:4x4`: where no model knows the machine, its graph is simulated. */
import { failed, ok, type Result } from '../base/result.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { expectSimulated, judgeSimulated } from '../expectation/simulated.ts'
import type { Problem } from '../messages/cli.ts'
import type { SimulatedAnswer } from '../report/expect/simulated.ts'
import { algorithmsOf } from '../schedules/algorithms/index.ts'
import type { Progress } from '../simulate/variants.ts'
import { type ExpectAsked, type Numbers, readAs, sizesOf } from './expect.ts'
import { readingOf } from './measured.ts'
import { stepOf } from './step.ts'
import { generatedOf } from './topology.ts'
import { choice, optional } from './values.ts'

/** `watch` is told how far the simulation is. */
export function expectSimulatedAnswer(
  name: string,
  collective: CollectiveName,
  asked: ExpectAsked,
  numbers: Numbers,
  watch: (progress: Progress) => void,
): Result<SimulatedAnswer, Problem> {
  if (numbers.ranks !== undefined)
    return failed({ id: 'options-exclude', values: { option: '--ranks', other: `--on ${name}` } })
  const ids = algorithmsOf(collective).map(({ id }) => id)
  const algo = optional(choice([...ids, 'all']), '--algo', asked.algo)
  if (!algo.ok) return algo
  const on = generatedOf(name, asked)
  if (!on.ok) return on
  const { topology, supposed } = on.value
  const only = algo.value === 'all' ? undefined : algo.value
  const simulated = expectSimulated({
    ...{ collective, topology, supposed, ...sizesOf(numbers) },
    watch,
    ...(only === undefined ? {} : { algorithm: only }),
  })
  if (!simulated)
    return failed(
      topology.ranks < 2
        ? { id: 'ranks-too-few', values: { collective } }
        : {
            id: 'nothing-simulated',
            values: { collective, topology: topology.title, on: name, algorithm: only ?? '' },
          },
    )
  const { plateau } = simulated
  const { ranks } = topology
  const reading =
    asked.measured === undefined
      ? ok(undefined)
      : readingOf(readAs(asked, asked.measured, numbers.size), { collective, ranks, plateau: plateau.bytes })
  if (!reading.ok) return reading
  const step = stepOf(
    collective,
    (size) => expectSimulated({ ...simulated.question, sizes: [size] })?.plateau.seconds ?? plateau.seconds,
    asked,
  )
  if (!step.ok) return step
  return ok({
    simulated,
    on: name,
    links: (['bandwidth', 'latency'] as const).flatMap((figure) =>
      asked[figure] === undefined ? [] : [`--${figure} ${asked[figure]}`],
    ),
    ...(numbers.size === undefined ? {} : { asked: plateau }),
    ...(reading.value
      ? {
          measured: {
            reading: reading.value,
            judgement: judgeSimulated(simulated, reading.value.busbw, reading.value.bytes),
          },
        }
      : {}),
    ...(step.value ? { step: step.value } : {}),
  })
}
