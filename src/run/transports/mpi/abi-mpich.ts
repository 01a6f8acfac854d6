/**
 * MPICH's binary interface (mpi.h of 3.1 to 4.x; the "MPICH ABI compatibility initiative" keeps it the same in Intel MPI,
 * MVAPICH2 and Cray MPICH): handles are ints with the kind in the upper bits, of types also the size (0x4c00SSnn).
 */
import type { MpiAbi } from './mpi.ts'

export const mpichAbi: MpiAbi = {
  flavour: 'mpich',
  handle: 'int',
  requestBytes: 4,
  world: 0x44000000,
  errorsReturn: 0x54000001,
  byte: 0x4c00010d,
  types: {
    i8: 0x4c000137,
    u8: 0x4c00013b,
    i32: 0x4c000439,
    u32: 0x4c00043d,
    i64: 0x4c00083a,
    u64: 0x4c00083e,
    f16: 0x4c00023c,
    bf16: 0x4c00023c,
    f32: 0x4c00040a,
    f64: 0x4c00080b,
  },
  ops: { max: 0x58000001, min: 0x58000002, sum: 0x58000003, prod: 0x58000004 },
  inPlace: -1,
  // 4.0.2 reads from address -1 when the root is not rank 0 and there are more than 2 KiB.
  reducesInPlace: false,
  requestNull: 0x2c000000,
  statusIgnore: 1,
  statusesIgnore: 1,
}
