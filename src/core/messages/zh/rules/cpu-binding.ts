/** Chinese: cpu-binding. */
import type { CpuBindingValues } from '../../../rules/machine/cpu-binding.ts'
import type { RuleText } from '../../rule-text.ts'

export const cpuBinding: RuleText<CpuBindingValues> = {
  name: 'CPU 核太少的进程',
  about: '警告。一两个核；或至多十六个，且不到同一 GPU 的另一个进程的一半。',

  title: ({ host, gpu, cores, others }, print) =>
    `${host === undefined ? '' : `${host} 上 `}GPU ${gpu} 的进程只能用 ${print.count(cores)} 个 CPU 核${others === undefined ? '' : `，在别处有 ${print.count(others)} 个`}`,
  cause: ({ cores }, print) => `进程被绑定到 ${print.count(cores)} 个 CPU 核`,
  detail: ({ mask, gpus }, print) =>
    `NCCL 记录的是既靠近 GPU 又被启动器允许的核：${mask}。${gpus > 1 ? `这台主机有 ${print.count(gpus)} 个 GPU 这样绑定。` : ''}它的网络线程、训练循环和数据加载共用这些核；一个等待 CPU 核的线程会拖慢 ring 的每一步。`,
  actions: () => [
    'srun --cpus-per-task=N --cpu-bind=cores（或 none）；mpirun --bind-to none',
    'Kubernetes：在 requests 和 limits 中给更多 CPU；cat /proc/self/status | grep Cpus_allowed_list',
    '启动器的掩码正确而 NCCL 的不正确时用 NCCL_IGNORE_CPU_AFFINITY=1',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "Setting affinity" 显示靠近 GPU 的所有核',
  inOrder: 'CPU 核足够',
  explained: {
    knownBy: '"Setting affinity for GPU 0 to ff"：掩码的位数。',
    costs: '网络线程等待 CPU 核；延迟及其波动变大。',
    todo: 'srun --cpu-bind、mpirun --bind-to none、给容器更多 CPU。',
    verify: '掩码显示靠近 GPU 的所有核。',
  },
}
