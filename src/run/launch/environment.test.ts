import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RunError } from '../run-error.ts'
import { type Environment, launchedRank } from './environment.ts'

const read = (env: Environment) => launchedRank(env, () => 'parent-7')

describe('what launchers set', () => {
  test.each([
    {
      title: 'torchrun',
      env: {
        RANK: '3',
        WORLD_SIZE: '8',
        LOCAL_RANK: '1',
        LOCAL_WORLD_SIZE: '2',
        MASTER_ADDR: '10.0.0.1',
        MASTER_PORT: '29400',
      },
      wanted: {
        launcher: 'torchrun',
        rank: 3,
        ranks: 8,
        localRank: 1,
        localRanks: 2,
        master: { host: '10.0.0.1', port: 29400 },
      },
    },
    {
      title: 'torchrun whose agent holds MASTER_PORT',
      env: {
        RANK: '0',
        WORLD_SIZE: '2',
        MASTER_ADDR: 'localhost',
        MASTER_PORT: '29500',
        TORCHELASTIC_USE_AGENT_STORE: 'True',
      },
      wanted: { launcher: 'torchrun', rank: 0, ranks: 2, master: { host: 'localhost', port: 29501 } },
    },
    {
      title: 'mpirun of OpenMPI on one host',
      env: {
        OMPI_COMM_WORLD_RANK: '1',
        OMPI_COMM_WORLD_SIZE: '2',
        OMPI_COMM_WORLD_LOCAL_RANK: '1',
        OMPI_COMM_WORLD_LOCAL_SIZE: '2',
        OMPI_MCA_ess_base_jobid: '999948289',
        PMIX_NAMESPACE: '999948289',
      },
      wanted: {
        launcher: 'openmpi',
        rank: 1,
        ranks: 2,
        localRank: 1,
        localRanks: 2,
        job: 'openmpi-999948289',
      },
    },
    {
      title: 'mpirun of OpenMPI on two hosts',
      env: {
        OMPI_COMM_WORLD_RANK: '1',
        OMPI_COMM_WORLD_SIZE: '2',
        OMPI_COMM_WORLD_LOCAL_RANK: '0',
        OMPI_COMM_WORLD_LOCAL_SIZE: '1',
        MASTER_ADDR: 'node01',
      },
      wanted: {
        launcher: 'openmpi',
        rank: 1,
        ranks: 2,
        localRank: 0,
        localRanks: 1,
        master: { host: 'node01', port: 29500 },
      },
    },
    {
      title: 'mpirun of MPICH',
      env: { PMI_RANK: '1', PMI_SIZE: '2', PMI_FD: '8', MPI_LOCALRANKID: '1', MPI_LOCALNRANKS: '2' },
      wanted: { launcher: 'mpich', rank: 1, ranks: 2, localRank: 1, localRanks: 2, job: 'mpich-parent-7' },
    },
    {
      title: 'srun on one host',
      env: {
        SLURM_PROCID: '2',
        SLURM_NTASKS: '4',
        SLURM_LOCALID: '2',
        SLURM_NNODES: '1',
        SLURM_JOB_ID: '17',
        SLURM_STEP_ID: '0',
      },
      wanted: { launcher: 'slurm', rank: 2, ranks: 4, localRank: 2, localRanks: 4, job: 'slurm-17.0' },
    },
    {
      title: 'srun on three hosts',
      env: {
        SLURM_PROCID: '2',
        SLURM_NTASKS: '4',
        SLURM_LOCALID: '0',
        SLURM_NNODES: '3',
        SLURM_JOB_ID: '123456',
        SLURM_STEP_ID: '1',
        SLURM_JOB_NODELIST: 'gpu[003-004,9]',
      },
      wanted: { launcher: 'slurm', rank: 2, ranks: 4, localRank: 0, master: { host: 'gpu003', port: 18457 } },
    },
    {
      title: 'an indexed Kubernetes Job',
      env: { JOB_COMPLETION_INDEX: '3', WORLD_SIZE: '4', MASTER_ADDR: 'job-0.job', MASTER_PORT: '23456' },
      wanted: { launcher: 'kubernetes', rank: 3, ranks: 4, master: { host: 'job-0.job', port: 23456 } },
    },
  ])('$title', ({ env, wanted }) => {
    expect(read(env)).toEqual(wanted)
  })

  test('nothing of a launcher', () => {
    expect(read({ PATH: '/bin', MASTER_ADDR: 'x' })).toBeUndefined()
    expect(read({ RANK: '', WORLD_SIZE: '' })).toBeUndefined()
  })

  test('the script of an sbatch job is no rank', () => {
    expect(
      read({ SLURM_PROCID: '0', SLURM_NTASKS: '8', SLURM_LOCALID: '0', SLURM_JOB_ID: '17' }),
    ).toBeUndefined()
  })
})

test('launchers nest: the innermost counts', () => {
  const all: Environment = {
    RANK: '1',
    WORLD_SIZE: '2',
    MASTER_ADDR: 'a',
    OMPI_COMM_WORLD_RANK: '2',
    OMPI_COMM_WORLD_SIZE: '3',
    PMI_RANK: '3',
    PMI_SIZE: '4',
    SLURM_PROCID: '4',
    SLURM_NTASKS: '5',
    SLURM_STEP_ID: '0',
  }
  const { RANK: _rank, ...withoutTorchrun } = all
  const { OMPI_COMM_WORLD_RANK: _ompi, ...withoutOpenMpi } = withoutTorchrun
  const { PMI_RANK: _pmi, ...withoutMpich } = withoutOpenMpi
  expect([all, withoutTorchrun, withoutOpenMpi, withoutMpich].map((env) => read(env)?.rank)).toEqual([
    1, 2, 3, 4,
  ])
})

describe('variables that make no sense are named, with what was seen', () => {
  test.each([
    [{ RANK: 'one', WORLD_SIZE: '2', MASTER_ADDR: 'a' }, 'RANK', 'one'],
    [{ RANK: '-1', WORLD_SIZE: '2', MASTER_ADDR: 'a' }, 'RANK', '-1'],
    [{ RANK: '2', WORLD_SIZE: '2', MASTER_ADDR: 'a' }, 'RANK', '2'],
    [{ RANK: '0', WORLD_SIZE: '0', MASTER_ADDR: 'a' }, 'WORLD_SIZE', '0'],
    [{ RANK: '0', WORLD_SIZE: '1e3', MASTER_ADDR: 'a' }, 'WORLD_SIZE', '1e3'],
    [{ RANK: '0', WORLD_SIZE: '2', MASTER_ADDR: 'a', MASTER_PORT: '99999' }, 'MASTER_PORT', '99999'],
    [{ RANK: '0', WORLD_SIZE: '2', MASTER_ADDR: 'a', MASTER_PORT: 'http' }, 'MASTER_PORT', 'http'],
    [{ PMI_RANK: '0x1', PMI_SIZE: '2' }, 'PMI_RANK', '0x1'],
    [
      { SLURM_PROCID: '0', SLURM_NTASKS: '2', SLURM_NODELIST: '$(reboot)' },
      'SLURM_STEP_NODELIST',
      '$(reboot)',
    ],
  ])('%j', (env, argument, seen) => {
    expect(problemOf(() => read(env))).toMatchObject({ kind: 'argument', argument, seen })
  })

  test.each([
    [{ RANK: '0' }, 'WORLD_SIZE'],
    [{ RANK: '0', WORLD_SIZE: '2' }, 'MASTER_ADDR'],
    [{ OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: '2' }, 'MASTER_ADDR'],
    [{ JOB_COMPLETION_INDEX: '0', WORLD_SIZE: '2' }, 'MASTER_ADDR'],
    [{ SLURM_PROCID: '0', SLURM_NTASKS: '2' }, 'SLURM_STEP_NODELIST'],
  ])('%j: one is missing', (env, variable) => {
    expect(problemOf(() => read(env))).toMatchObject({ kind: 'unset', variable })
  })

  test('whatever is set, it is a rank of a world, nothing, or an error that says what is wrong', () => {
    const names = [
      'RANK',
      'WORLD_SIZE',
      'MASTER_ADDR',
      'MASTER_PORT',
      'PMI_RANK',
      'PMI_SIZE',
      'SLURM_PROCID',
      'SLURM_NTASKS',
    ]
    const value = fc.oneof(fc.string(), fc.integer({ min: -2, max: 70_000 }).map(String))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (env) => {
        try {
          const found = read(env)
          if (found) expect(found.rank).toBeLessThan(found.ranks)
        } catch (error) {
          expect(error).toBeInstanceOf(RunError)
        }
      }),
    )
  })
})

function problemOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof RunError) return error.problem
  }
  throw new Error('no RunError')
}
