/** 中文：从 NCCL 日志和 PyTorch 的 watchdog 得出的作业进程的发现。 */
import type { Print } from '../../base/print.ts'
import type { FindingTexts } from '../findings.ts'
import type { Call, JobFindings, OddCall } from '../findings-job.ts'

export const jobFindings: Pick<FindingTexts, keyof JobFindings> = {
  'version-mismatch': {
    title: ({ of, usual, others }) =>
      others.length === 0
        ? 'NCCL 发现有 rank 用的是另一个 NCCL 版本'
        : `${others
            .map(({ host, version }) => `${host} 运行 ${NAME[of]} ${version}`)
            .slice(0, 3)
            .join('、')}；多数主机为 ${usual}`,
    cause: ({ of }) => `各主机的 ${NAME[of]} 版本不同`,
    detail: ({ of, usualHosts }, print) =>
      of === 'library'
        ? `同一通信器的各 rank 必须做出相同的选择；版本不同，选择和发送的内容就不同。${usualHosts > 0 ? `${print.count(usualHosts)} 台主机是通常的版本。` : ''}镜像不同、LD_LIBRARY_PATH 不同，或 PyTorch 自带的 NCCL 都会这样。`
        : '这本身不是故障：NCCL 可以跨驱动版本工作。主机表现不同时，它是应当统一的一项。',
    actions: ({ of }) =>
      of === 'library'
        ? [
            '所有主机用相同镜像；所有 rank 的 LD_LIBRARY_PATH 和 LD_PRELOAD 相同',
            '所有 rank 设置 NCCL_DEBUG=VERSION；在每台主机上 pip list | grep nvidia-nccl',
          ]
        : ['在所有主机上 nvidia-smi --query-gpu=driver_version --format=csv'],
    verify: () => '所有 rank 记录相同的版本',
  },
  'cpu-binding': {
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
  },
  'collective-mismatch': {
    title: ({ odd, usual, call }) =>
      usual === undefined
        ? `各 rank 在第 ${call} 次调用了不同的集合通信：${odd
            .slice(0, 2)
            .map((one) => `${who(one)} ${what(one)}`)
            .join('、')}`
        : `${odd.slice(0, 2).map(who).join('和')}调用 ${odd[0] ? what(odd[0]) : ''}，其他 rank 调用 ${what(usual)}`,
    cause: ({ odd }) => `${odd[0] ? who(odd[0]) : '某个 rank '}调用的集合通信与其余不同`,
    detail: ({ call, ranks, usualRanks, by, odd }, print) =>
      `${print.count(ranks)} 个 rank 的通信器的第 ${call} 次调用${usualRanks === undefined ? '' : `：${print.count(usualRanks)} 个一致，${print.count(odd.length)} 个不一致`}，${by === 'calls' ? '依据 NCCL 记录的调用' : '依据 PyTorch 的 watchdog 所列'}。每个 rank 都必须以相同的顺序、相同的大小调用相同的集合通信；否则全体永远等待，或数据混乱。原因在应用中：只有部分 rank 走的分支、不均匀的 batch、在某个 rank 上没有用到的参数。`,
    actions: () => [
      'TORCH_DISTRIBUTED_DEBUG=DETAIL 列出每个 rank 的调用；TORCH_NCCL_TRACE_BUFFER_SIZE=2000 加 TORCH_NCCL_DUMP_ON_TIMEOUT=1 保留最后的调用',
      '查找以 rank 为条件的分支、跳过的 batch、find_unused_parameters',
    ],
    verify: () => 'NCCL_DEBUG_SUBSYS=COLL：相同的 opCount 在每个 rank 上是相同的调用',
  },
  hang: {
    title: ({ by, operation, behind, silent, seconds, why, hosts }, print) =>
      by === 'setup'
        ? `通信器开始建立，但在此日志中没有结束${silent.length > 0 ? `；${ranksOf(silent, print)} 没有任何一行` : ''}`
        : by === 'ras'
          ? why === 'unknown'
            ? `${ranksOf(silent, print)}${on(hosts)} 没有应答`
            : `${ranksOf(behind, print)}${on(hosts)} ${operation === '' ? '' : `在 ${operation} 上`}落后于其他 rank`
          : `${operation} 在 ${print.duration(seconds)} 内没有结束${behind.length > 0 ? `；${ranksOf(behind, print)} 落后于其他 rank` : silent.length > 0 ? `；${ranksOf(silent, print)} 没有任何输出` : ''}`,
    cause: ({ operation, behind, silent }, print) =>
      behind.length > 0
        ? `${ranksOf(behind, print)} 没有到达 ${operation}`
        : silent.length > 0
          ? `${ranksOf(silent, print)} 没有任何输出`
          : `${operation} 没有结束`,
    detail: ({ by, sequence, waiting, why, group, behind, silent, repeated }, print) =>
      by === 'setup'
        ? `${print.count(waiting)} 个 rank 记录了 "Init START"，没有一个记录 "Init COMPLETE"。日志也许只是到此为止；如果作业仍在运行，就是有 rank 没有启动，或到达不了其他 rank（防火墙、NCCL_SOCKET_IFNAME）。`
        : by === 'ras'
          ? silent.length > 0
            ? `NCCL 的 RAS 得不到它们的应答${repeated ? '，并已放弃它们：其进程已结束，或挂在内核中' : '：它们可能被暂停，或暂时繁忙'}。其他 rank 都在等它们。`
            : repeated
              ? `NCCL 的 RAS 两次查询计数相同（操作 ${sequence}）：没有进展。领先的 ${print.count(waiting)} 个 rank 在等待；应当查看落后的 rank。`
              : `NCCL 的 RAS 一次查询显示它们在操作 ${sequence}，落后于另外 ${print.count(waiting)} 个 rank。各 rank 从不完全同步：只有几秒后再次查询计数仍相同，才是故障。`
          : `PyTorch 的 watchdog 停止了 ${print.count(waiting)} 个 rank${sequence === undefined ? '' : `，停在第 ${sequence} 个 work`}${group === undefined ? '' : `（进程组 ${group}）`}。${
              behind.length === 0
                ? '所有报告的 rank 都停在同一次调用：它们在等待一个没有报告的 rank，或等待网络。'
                : why === 'enqueued'
                  ? '落后的 rank 提交得比其余少：它们根本没有调用（卡在数据加载、检查点或别的分支），其他 rank 在等它们。'
                  : '落后的 rank 完成得比其余少。'
            }等待的 rank 没有责任。`,
    actions: ({ behind, silent }) => [
      behind.length + silent.length > 0
        ? `对 rank ${[...behind, ...silent][0]} 运行 py-spy dump --pid PID：它停在哪里？`
        : '在每台主机上 py-spy dump --pid PID：哪个 rank 停在别处？',
      'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1：每个 rank 最后的调用；NCCL 2.24 及以后：ncclras -v',
      '在那台主机上 dmesg | grep -i xid；NCCL_DEBUG=WARN 看之前的网络错误',
    ],
    verify: () => '作业通过这一点；TORCH_DISTRIBUTED_DEBUG=DETAIL 不再列出任何 rank',
  },
}

const NAME = { library: 'NCCL', driver: 'CUDA 驱动' } as const

const what = ({ collective, count }: Call): string =>
  count === undefined ? collective : `${collective}（${count} 个元素）`

function who({ host, rank, gpu }: OddCall): string {
  const name = rank !== undefined ? `rank ${rank} ` : gpu !== undefined ? `GPU ${gpu} ` : '某个 rank '
  return host === undefined ? name : `${host} 上的 ${name}`
}

const on = (hosts: readonly string[]): string =>
  hosts.length === 0 || hosts.length > 3 ? '' : `（${hosts.join('、')}）`

function ranksOf(ranks: readonly number[], print: Print): string {
  if (ranks.length === 1) return `rank ${ranks[0]}`
  return ranks.length > 6
    ? `${print.count(ranks.length)} 个 rank（${ranks.slice(0, 4).join('、')}、…）`
    : `rank ${ranks.join('、')}`
}
