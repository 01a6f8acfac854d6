/**
 * Which rank this process is, as the launcher that started it says by environment variables:
 *
 *   torchrun, torch operator   RANK WORLD_SIZE LOCAL_RANK LOCAL_WORLD_SIZE MASTER_ADDR MASTER_PORT
 *   mpirun of OpenMPI          OMPI_COMM_WORLD_RANK _SIZE _LOCAL_RANK _LOCAL_SIZE, PMIX_NAMESPACE
 *   mpirun of MPICH (hydra)    PMI_RANK PMI_SIZE MPI_LOCALRANKID MPI_LOCALNRANKS
 *   srun                       SLURM_PROCID SLURM_NTASKS SLURM_LOCALID SLURM_STEP_NODELIST SLURM_JOB_ID SLURM_STEP_ID
 *   indexed Kubernetes Job     JOB_COMPLETION_INDEX, with WORLD_SIZE and MASTER_ADDR given in its template
 *
 * The first of these that is there counts, since launchers nest (torchrun under srun). MASTER_ADDR, where set, counts with all.
 */
import type { Rank } from '../../core/collectives/conditions.ts'
import { RunError } from '../run-error.ts'
import { firstHost } from './slurm-hosts.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface LaunchedRank {
  readonly launcher: 'torchrun' | 'openmpi' | 'mpich' | 'slurm' | 'kubernetes'
  readonly rank: Rank
  readonly ranks: number
  /** Counts the ranks of this host. */
  readonly localRank?: Rank
  readonly localRanks?: number
  /** Where rank 0 listens. */
  readonly master?: { readonly host: string; readonly port: number }
  /** Where there is no `master`, all ranks being on this host: the same for all of them and for no other run. */
  readonly job?: string
}

/** PyTorch's. */
const MASTER_PORT = 29_500
/** Below the range that systems give out by themselves (from 32,768 on Linux). */
const SLURM_PORTS = { first: 15_000, count: 10_000 }

/** Undefined when no launcher started this process. Throws RunError 'argument' or 'unset' for variables that make no sense. */
export function launchedRank(env: Environment, parent = parentProcess): LaunchedRank | undefined {
  for (const recognise of [torchrun, openMpi, mpich, slurm, kubernetes]) {
    const found = recognise(env, parent)
    if (!found) continue
    if (found.ranks < 1) throw wrong('WORLD_SIZE', `${found.ranks}`, '1, 2, 3, …')
    if (found.rank >= found.ranks) throw wrong('RANK', `${found.rank}`, `0…${found.ranks - 1}`)
    return found
  }
  if (count(env, 'RANK') !== undefined) throw unset('WORLD_SIZE', '1, 2, 3, …')
  return undefined
}

const WITH_MASTER = 'MASTER_ADDR=HOST MASTER_PORT=PORT'

/** A name for what started this process, that its other children know as well. */
type Parent = () => string
const parentProcess: Parent = () => `parent-${process.ppid}`

function torchrun(env: Environment): LaunchedRank | undefined {
  const rank = count(env, 'RANK')
  const ranks = count(env, 'WORLD_SIZE')
  if (rank === undefined || ranks === undefined) return undefined
  const locals = local(env, 'LOCAL_RANK', 'LOCAL_WORLD_SIZE')
  const master = masterOf(env)
  if (master) return { launcher: 'torchrun', rank, ranks, ...locals, master: avoidAgentPort(env, master) }
  if (ranks === 1) return { launcher: 'torchrun', rank, ranks, ...locals, job: `torchrun-${process.pid}` }
  throw unset('MASTER_ADDR', WITH_MASTER)
}

/** torchrun's agent keeps its own store at MASTER_PORT and says so; the next port is ours. */
function avoidAgentPort(env: Environment, { host, port }: { host: string; port: number }) {
  return { host, port: env.TORCHELASTIC_USE_AGENT_STORE === 'True' && port < 65_535 ? port + 1 : port }
}

function openMpi(env: Environment, parent: Parent): LaunchedRank | undefined {
  const rank = count(env, 'OMPI_COMM_WORLD_RANK')
  const ranks = count(env, 'OMPI_COMM_WORLD_SIZE')
  if (rank === undefined || ranks === undefined) return undefined
  const locals = local(env, 'OMPI_COMM_WORLD_LOCAL_RANK', 'OMPI_COMM_WORLD_LOCAL_SIZE')
  const job = env.PMIX_NAMESPACE ?? env.OMPI_MCA_ess_base_jobid ?? parent()
  return {
    launcher: 'openmpi',
    rank,
    ranks,
    ...locals,
    ...rendezvousOf(env, ranks, locals, `openmpi-${job}`),
  }
}

function mpich(env: Environment, parent: Parent): LaunchedRank | undefined {
  const rank = count(env, 'PMI_RANK')
  const ranks = count(env, 'PMI_SIZE')
  if (rank === undefined || ranks === undefined) return undefined
  const locals = local(env, 'MPI_LOCALRANKID', 'MPI_LOCALNRANKS')
  // hydra gives no name of the job; its proxy is the parent of all ranks of a host.
  const job = env.PMI_JOBID ?? parent()
  return { launcher: 'mpich', rank, ranks, ...locals, ...rendezvousOf(env, ranks, locals, `mpich-${job}`) }
}

function slurm(env: Environment): LaunchedRank | undefined {
  const rank = count(env, 'SLURM_PROCID')
  const ranks = count(env, 'SLURM_STEP_NUM_TASKS') ?? count(env, 'SLURM_NTASKS')
  if (rank === undefined || ranks === undefined) return undefined
  // The script that sbatch runs is process 0 of the job's tasks as well, but none of a step: srun has not started it.
  if (env.SLURM_JOB_ID !== undefined && env.SLURM_STEP_ID === undefined) return undefined
  const localRank = count(env, 'SLURM_LOCALID')
  const base = { launcher: 'slurm' as const, rank, ranks, ...(localRank === undefined ? {} : { localRank }) }
  const given = masterOf(env)
  if (given) return { ...base, master: given }
  const job = `${env.SLURM_JOB_ID ?? ''}.${env.SLURM_STEP_ID ?? ''}`
  const nodes = count(env, 'SLURM_STEP_NUM_NODES') ?? count(env, 'SLURM_NNODES')
  if (nodes === 1 && job !== '.') return { ...base, localRanks: ranks, job: `slurm-${job}` }
  const list = env.SLURM_STEP_NODELIST ?? env.SLURM_JOB_NODELIST ?? env.SLURM_NODELIST
  const host = list === undefined ? undefined : firstHost(list)
  if (host === undefined)
    throw list === undefined
      ? unset('SLURM_STEP_NODELIST', WITH_MASTER)
      : wrong('SLURM_STEP_NODELIST', list, WITH_MASTER)
  const number = Number(env.SLURM_JOB_ID ?? 0) + Number(env.SLURM_STEP_ID ?? 0)
  const port = env.MASTER_PORT === undefined ? slurmPort(number) : portOf(env)
  return { ...base, master: { host, port } }
}

/** All ranks of a step find the same one; two steps on one host rarely do. */
const slurmPort = (number: number): number =>
  SLURM_PORTS.first + (Number.isSafeInteger(number) && number >= 0 ? number % SLURM_PORTS.count : 0)

function kubernetes(env: Environment): LaunchedRank | undefined {
  const rank = count(env, 'JOB_COMPLETION_INDEX')
  const ranks = count(env, 'WORLD_SIZE')
  if (rank === undefined || ranks === undefined) return undefined
  const master = masterOf(env)
  if (!master) throw unset('MASTER_ADDR', WITH_MASTER)
  return { launcher: 'kubernetes', rank, ranks, master }
}

/** Where ranks rendezvous when the launcher says nothing about it: by a file, if they are all on this host. */
function rendezvousOf(
  env: Environment,
  ranks: number,
  { localRanks }: Pick<LaunchedRank, 'localRanks'>,
  job: string,
): Pick<LaunchedRank, 'master' | 'job'> {
  const master = masterOf(env)
  if (master) return { master }
  if (localRanks === ranks || ranks === 1) return { job }
  throw unset('MASTER_ADDR', WITH_MASTER)
}

function masterOf(env: Environment): { host: string; port: number } | undefined {
  const host = env.MASTER_ADDR?.trim()
  return host ? { host, port: portOf(env) } : undefined
}

function portOf(env: Environment): number {
  const port = count(env, 'MASTER_PORT') ?? MASTER_PORT
  if (port < 1 || port > 65_535) throw wrong('MASTER_PORT', `${env.MASTER_PORT}`, '1…65535')
  return port
}

function local(
  env: Environment,
  rankName: string,
  sizeName: string,
): Pick<LaunchedRank, 'localRank' | 'localRanks'> {
  const localRank = count(env, rankName)
  const localRanks = count(env, sizeName)
  return {
    ...(localRank === undefined ? {} : { localRank }),
    ...(localRanks === undefined ? {} : { localRanks }),
  }
}

/** Undefined where the variable is not set; one that is empty is not set. */
function count(env: Environment, name: string): number | undefined {
  const text = env[name]?.trim()
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw wrong(name, text, '0, 1, 2, …')
  return value
}

const unset = (variable: string, wanted: string): RunError =>
  new RunError({ kind: 'unset', variable, wanted })

const wrong = (argument: string, seen: string, wanted: string): RunError =>
  new RunError({ kind: 'argument', argument, seen, wanted })
