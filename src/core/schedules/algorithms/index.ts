/** All algorithms, in the order in which `list algorithms` shows them. */
import type { CollectiveName } from '../../collectives/names.ts'
import type { Algorithm } from '../schedule.ts'
import { ringAllGather, ringAllReduce, ringReduceScatter } from './ring.ts'

export const algorithms: readonly Algorithm[] = [ringAllReduce, ringReduceScatter, ringAllGather]

export const algorithmsOf = (collective: CollectiveName): readonly Algorithm[] =>
  algorithms.filter((its) => its.collective === collective)

export const algorithmNamed = (collective: CollectiveName, id: string): Algorithm | undefined =>
  algorithms.find((its) => its.collective === collective && its.id === id)

/** Every id once. */
export const algorithmIds: readonly string[] = [...new Set(algorithms.map(({ id }) => id))]
