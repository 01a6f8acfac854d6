/**
 * The part of MPI that ringscope uses, one function a routine, by the routines' own names (MPI standard 3.1).
 *
 * Everything is passed as a plain number: buffers, requests and outputs are absolute addresses, since a number costs koffi
 * less than a BigInt or an object and nothing is allocated a call (about 0.15 us a call). Handles are pointers in OpenMPI and
 * ints in MPICH; both fit a number. What differs between the two stands in abi-openmpi.ts and abi-mpich.ts.
 */

import type { DataType, ReduceOp } from '../../memory/data-types.ts'
import type { NativeLibrary } from '../../system/koffi.ts'

/** An absolute address in this process. */
export type Pointer = number
/** MPI_Comm, MPI_Datatype, MPI_Op or MPI_Errhandler. */
export type Handle = number

export type MpiFlavour = 'openmpi' | 'mpich'

/** What the binary interface of an MPI library fixes: the values behind the names of mpi.h. */
export interface MpiAbi {
  readonly flavour: MpiFlavour
  /** How koffi passes a handle: the C type. */
  readonly handle: 'intptr_t' | 'int'
  /** sizeof(MPI_Request). */
  readonly requestBytes: 4 | 8
  readonly world: Handle
  readonly errorsReturn: Handle
  readonly byte: Handle
  /** f16 and bf16 are in no MPI standard up to 4.1: they move as 16-bit integers and are not added. */
  readonly types: Readonly<Record<DataType, Handle>>
  readonly ops: Readonly<Record<Exclude<ReduceOp, 'avg'>, Handle>>
  readonly inPlace: Pointer
  /** Whether MPI_Reduce takes MPI_IN_PLACE at any root. */
  readonly reducesInPlace: boolean
  readonly requestNull: Handle
  readonly statusIgnore: Pointer
  readonly statusesIgnore: Pointer
}

/** Each routine returns its MPI error code, 0 is MPI_SUCCESS. */
export interface MpiRoutines {
  initThread(argc: Pointer, argv: Pointer, required: number, provided: Pointer): number
  finalize(): number
  commRank(comm: Handle, rank: Pointer): number
  commSize(comm: Handle, size: Pointer): number
  commSetErrhandler(comm: Handle, handler: Handle): number
  errorString(code: number, text: Pointer, length: Pointer): number
  isend(
    data: Pointer,
    count: number,
    type: Handle,
    to: number,
    tag: number,
    comm: Handle,
    request: Pointer,
  ): number
  irecv(
    data: Pointer,
    count: number,
    type: Handle,
    from: number,
    tag: number,
    comm: Handle,
    request: Pointer,
  ): number
  recvInit(
    data: Pointer,
    count: number,
    type: Handle,
    from: number,
    tag: number,
    comm: Handle,
    request: Pointer,
  ): number
  start(request: Pointer): number
  test(request: Pointer, flag: Pointer, status: Pointer): number
  testsome(count: number, requests: Pointer, done: Pointer, indices: Pointer, statuses: Pointer): number
  cancel(request: Pointer): number
  wait(request: Pointer, status: Pointer): number
  requestFree(request: Pointer): number
  ibarrier(comm: Handle, request: Pointer): number
  allreduce(input: Pointer, output: Pointer, count: number, type: Handle, op: Handle, comm: Handle): number
  reduceScatterBlock(
    input: Pointer,
    output: Pointer,
    count: number,
    type: Handle,
    op: Handle,
    comm: Handle,
  ): number
  reduce(
    input: Pointer,
    output: Pointer,
    count: number,
    type: Handle,
    op: Handle,
    root: number,
    comm: Handle,
  ): number
  bcast(data: Pointer, count: number, type: Handle, root: number, comm: Handle): number
  allgather: Exchange
  alltoall: Exchange
  gather: RootedExchange
  scatter: RootedExchange
  sendrecv(
    input: Pointer,
    sendCount: number,
    sendType: Handle,
    to: number,
    sendTag: number,
    output: Pointer,
    receiveCount: number,
    receiveType: Handle,
    from: number,
    receiveTag: number,
    comm: Handle,
    status: Pointer,
  ): number
  sendrecvReplace(
    data: Pointer,
    count: number,
    type: Handle,
    to: number,
    sendTag: number,
    from: number,
    receiveTag: number,
    comm: Handle,
    status: Pointer,
  ): number
}

type Exchange = (
  input: Pointer,
  sendCount: number,
  sendType: Handle,
  output: Pointer,
  receiveCount: number,
  receiveType: Handle,
  comm: Handle,
) => number

type RootedExchange = (
  input: Pointer,
  sendCount: number,
  sendType: Handle,
  output: Pointer,
  receiveCount: number,
  receiveType: Handle,
  root: number,
  comm: Handle,
) => number

export interface Mpi extends MpiRoutines {
  readonly abi: MpiAbi
}

/** p: an address; h: a handle; i: an int. All return int. */
const PROTOTYPES: Readonly<Record<keyof MpiRoutines, readonly [name: string, parameters: string]>> = {
  initThread: ['MPI_Init_thread', 'ppip'],
  finalize: ['MPI_Finalize', ''],
  commRank: ['MPI_Comm_rank', 'hp'],
  commSize: ['MPI_Comm_size', 'hp'],
  commSetErrhandler: ['MPI_Comm_set_errhandler', 'hh'],
  errorString: ['MPI_Error_string', 'ipp'],
  isend: ['MPI_Isend', 'pihiihp'],
  irecv: ['MPI_Irecv', 'pihiihp'],
  recvInit: ['MPI_Recv_init', 'pihiihp'],
  start: ['MPI_Start', 'p'],
  test: ['MPI_Test', 'ppp'],
  testsome: ['MPI_Testsome', 'ipppp'],
  cancel: ['MPI_Cancel', 'p'],
  wait: ['MPI_Wait', 'pp'],
  requestFree: ['MPI_Request_free', 'p'],
  ibarrier: ['MPI_Ibarrier', 'hp'],
  allreduce: ['MPI_Allreduce', 'ppihhh'],
  reduceScatterBlock: ['MPI_Reduce_scatter_block', 'ppihhh'],
  reduce: ['MPI_Reduce', 'ppihhih'],
  bcast: ['MPI_Bcast', 'pihih'],
  allgather: ['MPI_Allgather', 'pihpihh'],
  alltoall: ['MPI_Alltoall', 'pihpihh'],
  gather: ['MPI_Gather', 'pihpihih'],
  scatter: ['MPI_Scatter', 'pihpihih'],
  sendrecv: ['MPI_Sendrecv', 'pihiipihiihp'],
  sendrecvReplace: ['MPI_Sendrecv_replace', 'pihiiiihp'],
}

export function bindMpi(library: NativeLibrary, abi: MpiAbi): Mpi {
  const parameter: Readonly<Record<string, string>> = { p: 'intptr_t', h: abi.handle, i: 'int' }
  const routines = Object.entries(PROTOTYPES).map(([key, [name, parameters]]) => [
    key,
    library.func(
      name,
      'int',
      [...parameters].map((letter) => parameter[letter] ?? 'int'),
    ),
  ])
  return { abi, ...(Object.fromEntries(routines) as MpiRoutines) }
}
