import { expect, test } from 'vitest'
import { mpiLauncher } from './library.ts'

// As the launchers set them (mpirun of OpenMPI 4.1.4 and MPICH 4.0.2 seen; srun as its manual has it).
test.each([
  [
    { OMPI_COMM_WORLD_SIZE: '4', PMIX_RANK: '0' },
    { title: 'mpirun (OpenMPI)', flavour: 'openmpi', ranks: 4 },
  ],
  [
    { PMI_SIZE: '2', PMI_RANK: '1', PMI_FD: '6' },
    { title: 'mpirun (MPICH)', flavour: 'mpich', ranks: 2 },
  ],
  [
    { SLURM_PROCID: '0', SLURM_NTASKS: '8', PMIX_RANK: '0' },
    { title: 'srun', flavour: 'openmpi', ranks: 8 },
  ],
  [
    { SLURM_PROCID: '0', SLURM_NTASKS: '8' },
    { title: 'srun', ranks: 8 },
  ],
  // Inside an allocation, but not started by srun.
  [{ SLURM_NTASKS: '8' }, undefined],
  [{ OMPI_COMM_WORLD_SIZE: 'many' }, undefined],
  [{ PMI_SIZE: '0' }, undefined],
  [{}, undefined],
])('%j', (environment, launcher) => {
  expect(mpiLauncher(environment)).toEqual(launcher)
})
