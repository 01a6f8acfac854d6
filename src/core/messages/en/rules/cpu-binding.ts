/** English: cpu-binding. */

import type { CpuBindingValues } from '../../../rules/machine/cpu-binding.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const cpuBinding: RuleText<CpuBindingValues> = {
  name: 'processes with few CPU cores',
  about:
    'Warning. One or two cores, or at most sixteen and less than half as many as another process has for the same GPU.',

  title: ({ host, gpu, cores, others }, print) =>
    `The process of GPU ${gpu}${host === undefined ? '' : ` on ${host}`} may use only ${counted(cores, print, 'CPU core')}${others === undefined ? '' : `; others may use ${print.count(others)}`}`,
  cause: ({ cores }, print) => `processes are bound to ${counted(cores, print, 'CPU core')}`,
  detail: ({ mask, gpus }, print) =>
    `NCCL logs the cores that are near the GPU and allowed by the launcher: ${mask}.${gpus > 1 ? ` ${print.count(gpus)} GPUs of the host are bound this way.` : ''} NCCL’s network threads, the training loop and the data loaders share these cores. A thread that waits for a core delays every step of a ring.`,
  actions: () => [
    'Launch with srun --cpus-per-task=N --cpu-bind=cores (or none), or mpirun --bind-to none',
    'Kubernetes: raise the CPU requests and limits; check with grep Cpus_allowed_list /proc/self/status',
    'Set NCCL_IGNORE_CPU_AFFINITY=1 if the launcher’s mask is right and NCCL’s is not',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "Setting affinity" shows all cores near the GPU',
  inOrder: 'enough CPU cores',
  explained: {
    knownBy: 'The bits of the mask in "Setting affinity for GPU 0 to ff".',
    costs: 'Network threads wait for a core, which raises latency and jitter.',
    todo: 'Use srun --cpu-bind or mpirun --bind-to none, or give the container more CPUs.',
    verify: 'The mask shows all cores near the GPU.',
  },
}
