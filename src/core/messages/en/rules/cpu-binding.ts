/** English: cpu-binding. */
import type { CpuBindingValues } from '../../../rules/machine/cpu-binding.ts'
import type { RuleText } from '../../rule-text.ts'

export const cpuBinding: RuleText<CpuBindingValues> = {
  name: 'processes with few CPU cores',
  about:
    'Warning. One or two cores; or at most sixteen and less than half of what another process has for the same GPU.',

  title: ({ host, gpu, cores, others }, print) =>
    `The process of GPU ${gpu}${host === undefined ? '' : ` on ${host}`} may use ${print.count(cores)} CPU ${cores === 1 ? 'core' : 'cores'}${others === undefined ? '' : `, elsewhere ${print.count(others)}`}`,
  cause: ({ cores }, print) => `processes are bound to ${print.count(cores)} CPU cores`,
  detail: ({ mask, gpus }, print) =>
    `NCCL logs the cores that are near the GPU and that the launcher allows: ${mask}.${gpus > 1 ? ` ${print.count(gpus)} GPUs of the host are bound so.` : ''} Its network threads, the training loop and the data loaders share them; a thread that waits for a core delays every step of a ring.`,
  actions: () => [
    'srun --cpus-per-task=N --cpu-bind=cores (or none); mpirun --bind-to none',
    'Kubernetes: more CPUs in requests and limits; cat /proc/self/status | grep Cpus_allowed_list',
    'NCCL_IGNORE_CPU_AFFINITY=1 where the launcher’s mask is right and NCCL’s is not',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "Setting affinity" shows all cores near the GPU',
  inOrder: 'enough CPU cores',
  explained: {
    knownBy: '"Setting affinity for GPU 0 to ff": the bits of the mask.',
    costs: 'Network threads wait for a core; latency and its spread grow.',
    todo: 'srun --cpu-bind, mpirun --bind-to none, more CPUs for the container.',
    verify: 'The mask shows all cores near the GPU.',
  },
}
