/**
 * Finds the MPI library that belongs to the launcher, and its binary interface. koffi and the library are loaded only here,
 * when MPI is asked for: ringscope runs without either.
 *
 * A process that mpirun of one MPI has started and that loads the library of another becomes a world of one rank, and nothing
 * says so; hence the environment decides which is tried, and connect-mpi.ts compares the number of ranks.
 */

import { RunError } from '../../run-error.ts'
import { type Koffi, loadKoffi, type NativeLibrary } from '../../system/koffi.ts'
import { mpichAbi } from './abi-mpich.ts'
import { OPENMPI_MARK, openMpiAbi } from './abi-openmpi.ts'
import { bindMpi, type Mpi, type MpiFlavour } from './mpi.ts'

/** Who started this process, by the variables that it sets for each rank. */
export interface MpiLauncher {
  /** As a person would type it. */
  readonly title: string
  /** Undefined where the launcher serves both. */
  readonly flavour?: MpiFlavour
  readonly ranks: number
}

/** Debian's names first, then those of a build from source; Intel MPI's libmpi.so.12 is of MPICH's interface. */
const LIBRARIES: Readonly<Record<MpiFlavour, readonly string[]>> = {
  openmpi: ['libmpi.so.40', 'libmpi.so'],
  mpich: ['libmpich.so.12', 'libmpi.so.12', 'libmpich.so', 'libmpi.so'],
}

export interface MpiLibrary {
  readonly mpi: Mpi
  readonly koffi: Koffi
  /** "Open MPI v4.1.4, package: …": MPI_Get_library_version, its first line. */
  readonly version: string
  readonly file: string
}

export function mpiLauncher(environment: NodeJS.ProcessEnv): MpiLauncher | undefined {
  const ranks = (name: string) => {
    const value = Number(environment[name])
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  const openMpi = ranks('OMPI_COMM_WORLD_SIZE')
  if (openMpi !== undefined) return { title: 'mpirun (OpenMPI)', flavour: 'openmpi', ranks: openMpi }
  const pmi = ranks('PMI_SIZE')
  if (pmi !== undefined) return { title: 'mpirun (MPICH)', flavour: 'mpich', ranks: pmi }
  const slurm = environment.SLURM_PROCID === undefined ? undefined : ranks('SLURM_NTASKS')
  if (slurm === undefined) return undefined
  // srun --mpi=pmix serves OpenMPI; --mpi=pmi2 serves both.
  return environment.PMIX_RANK === undefined
    ? { title: 'srun', ranks: slurm }
    : { title: 'srun', flavour: 'openmpi', ranks: slurm }
}

/** Throws RunError 'unavailable' (koffi) or 'mpi-not-found'. */
export async function loadMpi(environment: NodeJS.ProcessEnv): Promise<MpiLibrary> {
  const koffi = await loadKoffi()
  const wanted = mpiLauncher(environment)?.flavour
  const named = environment.RINGSCOPE_MPI_LIBRARY
  const files = named ? [named] : wanted ? LIBRARIES[wanted] : [...LIBRARIES.openmpi, ...LIBRARIES.mpich]
  const tried: string[] = []
  for (const file of new Set(files)) {
    const found = tryLibrary(koffi, file)
    if (typeof found === 'string') tried.push(`${file}: ${found}`)
    else if (!named && wanted !== undefined && found.mpi.abi.flavour !== wanted)
      tried.push(`${file}: ${found.version}`)
    else return found
  }
  throw new RunError({ kind: 'mpi-not-found', tried, ...(wanted && !named ? { wanted } : {}) })
}

/** The library, or why it cannot serve. */
function tryLibrary(koffi: Koffi, file: string): MpiLibrary | string {
  try {
    // Global: OpenMPI's plugins look up the names of the library that loads them.
    const library = koffi.load(file, { global: true })
    const version = versionOf(library)
    if (has(library, OPENMPI_MARK)) {
      return { mpi: bindMpi(library, openMpiAbi(library)), koffi, version, file }
    }
    // Of this family the version is the only mark; what it says is not only "MPICH".
    return /mpich|intel|mvapich|cray/i.test(version)
      ? { mpi: bindMpi(library, mpichAbi), koffi, version, file }
      : version
  } catch (error) {
    return reasonOf(error)
  }
}

/** MPI_Get_library_version may be called before MPI_Init. MPI_MAX_LIBRARY_VERSION_STRING is 8192 at most (MPICH). */
function versionOf(library: NativeLibrary): string {
  const text = Buffer.alloc(8192)
  const length = new Int32Array(1)
  library.func('MPI_Get_library_version', 'int', ['void *', 'void *'])(text, length)
  return firstLine(text.toString('latin1', 0, length[0]))
}

/** OpenMPI closes with a comma; MPICH separates name and number by tabs. */
const firstLine = (text: string): string =>
  (text.split('\n', 1)[0] ?? '').replace(/\0.*$/, '').replace(/\s+/g, ' ').trim()

function has(library: NativeLibrary, symbol: string): boolean {
  try {
    library.symbol(symbol)
    return true
  } catch {
    return false
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
