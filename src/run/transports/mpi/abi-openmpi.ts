/**
 * OpenMPI's binary interface (mpi.h of 4.1 and 5.0): handles are the addresses of exported objects.
 * The same values hold for all that is built on it (HPC-X, Spectrum MPI).
 */
import type { NativeLibrary } from '../../system/koffi.ts'
import type { MpiAbi } from './mpi.ts'

/** A name that every OpenMPI library exports and no other does. */
export const OPENMPI_MARK = 'ompi_mpi_comm_world'

export function openMpiAbi(library: NativeLibrary): MpiAbi {
  const addressOf = (name: string) => Number(library.symbol(name))
  return {
    flavour: 'openmpi',
    handle: 'intptr_t',
    requestBytes: 8,
    world: addressOf('ompi_mpi_comm_world'),
    errorsReturn: addressOf('ompi_mpi_errors_return'),
    byte: addressOf('ompi_mpi_byte'),
    types: {
      i8: addressOf('ompi_mpi_int8_t'),
      u8: addressOf('ompi_mpi_uint8_t'),
      i32: addressOf('ompi_mpi_int32_t'),
      u32: addressOf('ompi_mpi_uint32_t'),
      i64: addressOf('ompi_mpi_int64_t'),
      u64: addressOf('ompi_mpi_uint64_t'),
      f16: addressOf('ompi_mpi_uint16_t'),
      bf16: addressOf('ompi_mpi_uint16_t'),
      f32: addressOf('ompi_mpi_float'),
      f64: addressOf('ompi_mpi_double'),
    },
    ops: {
      sum: addressOf('ompi_mpi_op_sum'),
      prod: addressOf('ompi_mpi_op_prod'),
      min: addressOf('ompi_mpi_op_min'),
      max: addressOf('ompi_mpi_op_max'),
    },
    inPlace: 1,
    reducesInPlace: true,
    requestNull: addressOf('ompi_request_null'),
    statusIgnore: 0,
    statusesIgnore: 0,
  }
}
