/** ringscope/run: collectives on real data, between threads, processes and MPI ranks. */
import './english.ts'

export type { RunPlace, RunProblem, Waiting } from '../core/collectives/run-problem.ts'
export type { CollectiveCall } from './calls/collective-call.ts'
export type {
  CollectiveOptions,
  Collectives,
  Communicator,
  MessageOptions,
  PreparedCall,
  ReduceOptions,
  RootedOptions,
  SyncCollectives,
} from './communicator/communicator.ts'
export { type CommunicatorOptions, createCommunicator } from './communicator/create-communicator.ts'
export { createRecorder, type Recorder } from './execution/recorder.ts'
export { launch } from './launch/launch.ts'
export type { LaunchOptions, RankContext, RankProgram } from './launch/launch-options.ts'
export {
  DATA_TYPES,
  type DataType,
  type NumberArray,
  REDUCE_OPS,
  type ReduceOp,
} from './memory/data-types.ts'
export { RunError } from './run-error.ts'
export { createLocalNetwork, type LocalNetwork, type LocalOptions } from './transports/local/local.ts'
export type { Transport } from './transports/transport.ts'
