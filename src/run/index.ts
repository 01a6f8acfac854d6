/** ringscope/run: collectives on real data, between threads, processes and MPI ranks. */
export type { CollectiveOptions, Communicator, ReduceOptions, RootedOptions } from './communicator.ts'
export { DATA_TYPES, type DataType, type NumberArray, REDUCE_OPS, type ReduceOp } from './data-types.ts'
export { type LaunchOptions, launch, type RankContext, type RankProgram } from './launch/launch.ts'
export { RunError } from './run-error.ts'
