// Rank program: `collectives.mjs native` runs MPI's own collectives over all types and operations, `collectives.mjs schedules`
// every algorithm, and compares every element with what the collective promises. Prints "rank N: M cases".
import { COLLECTIVES } from '../../../dist/core/collectives/names.js'
import { checkCollective } from '../../../dist/run/check-collective.js'
import { createCommunicator } from '../../../dist/run/create-communicator.js'
import { DATA_TYPES, REDUCE_OPS } from '../../../dist/run/data-types.js'
import { adds, rooted } from '../../../dist/run/signature.js'
import { connectMpi } from '../../../dist/run/transports/mpi/connect-mpi.js'

const isNative = process.argv[2] === 'native'
/** The last one is large: messages of several slots, and MPI's own algorithms for long ones. Only sums are. */
const COUNTS = isNative ? [0, 1, 7, 1009, 5003] : [0, 1, 1009, 5003]

const comm = createCommunicator(await connectMpi({ memoryBytes: 2 ** 27, slotBytes: 2 ** 12 }))
const { rank, size: ranks } = comm

/** f16 and bf16 are in no MPI: they are moved, not added. */
const canAdd = (type) => type !== 'f16' && type !== 'bf16'
const typesOf = (collective) =>
  !isNative ? ['i32'] : adds(collective) ? DATA_TYPES.filter(canAdd) : DATA_TYPES
const opsOf = (collective) => (isNative && adds(collective) ? REDUCE_OPS : ['sum'])
/** Every block of the others is overwritten while it is still needed. */
const placesOf = (collective) =>
  collective === 'all_to_all' || collective === 'send_recv' ? [false] : [false, true]

let cases = 0
for (const collective of COLLECTIVES)
  for (const algorithm of comm.algorithms(collective).filter((id) => (id === 'mpi') === isNative))
    for (const type of typesOf(collective))
      for (const op of opsOf(collective))
        for (const [at, count] of COUNTS.entries())
          for (const inPlace of placesOf(collective)) {
            if (op !== 'sum' && count === COUNTS.at(-1)) continue
            const root = rooted(collective) ? (at + 1) % ranks : 0
            const its = { collective, ranks, root, type, op, count, inPlace, sync: at % 2 === 0 }
            try {
              await checkCollective(comm, its, algorithm)
            } catch (error) {
              throw new Error(`${algorithm} ${JSON.stringify(its)}: ${error.message}`)
            }
            cases++
          }
await comm.close()
console.log(`rank ${rank}: ${cases} cases`)
