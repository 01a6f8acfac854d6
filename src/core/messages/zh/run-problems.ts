/** 中文：在真实数据上运行集合操作时出了什么问题。 */
import type { CalledBy, RunPlace, RunProblem, Waiting } from '../../collectives/run-problem.ts'
import type { RunProblemText } from '../run-problems.ts'
import { either, list } from './phrases/words.ts'

export const runProblem: RunProblemText = (problem, print) => {
  switch (problem.kind) {
    case 'timeout':
      return `rank ${problem.rank} ${at(problem.place)}${waits(problem.waiting)}，等了 ${print.duration(problem.seconds)}${by(problem.calledBy)}`
    case 'peer-lost':
      return `rank ${problem.rank} ${at(problem.place)}与 rank ${problem.peer} 断开了连接${because(problem.reason)}`
    case 'mismatch':
      return `rank ${problem.rank} ${at(problem.place)}调用的是 ${problem.here}，而 rank ${problem.peer} 调用的是 ${problem.there}；所有 rank 必须以相同的顺序调用相同的集合操作${by(problem.calledBy)}`
    case 'world-size':
      return `rank ${problem.peer} 是为 ${problem.there} 个 rank 的运行启动的，而这个 rank 属于 ${problem.here} 个 rank 的运行`
    case 'rank-taken':
      return `rank ${problem.rank} 已被占用${problem.by === undefined ? '' : `（${problem.by}）`}：有两个进程以同一个 rank 编号启动`
    case 'rank-missing':
      return `rank ${problem.ranks.join('、')} 在 ${print.duration(problem.seconds)} 内没有连接`
    case 'address-in-use':
      return `${problem.address} 已被别的程序占用：请换一个 MASTER_PORT`
    case 'address-not-here':
      return `无法在这台主机上监听 ${problem.address}（${problem.reason}）：MASTER_ADDR 必须是 rank 0 所在主机的名称或地址`
    case 'rendezvous-unreachable':
      return `${problem.address} 在 ${print.duration(problem.seconds)} 内没有应答（${problem.reason}）：请检查 rank 0 是否在运行，以及 MASTER_ADDR 和 MASTER_PORT 是否正确`
    case 'refused':
      return `${problem.address} 拒绝了连接：${REFUSALS[problem.reason]}`
    case 'rank-failed':
      return `rank ${problem.rank} 失败：${problem.reason}`
    case 'unsettled':
      return `rank ${problem.rank} 在函数返回之前就退出了（退出码 ${problem.exitCode}）：${problem.nested ? '函数里调用了 launch，而 rank 不能再启动 rank' : '函数里调用了 process.exit，或者在 await 一个不会再有结果的 Promise'}`
    case 'memory-exhausted':
      return `无法分配 ${print.bytes(problem.wantedBytes)}：这个 rank 共有 ${print.bytes(problem.arenaBytes)}，其中最大的空闲块为 ${print.bytes(problem.freeBytes)}。启动时请增大 memoryBytes`
    case 'unsupported-algorithm':
      return `${problem.algorithm} 不能在 ${problem.ranks} 个 rank 上完成 ${problem.operation}：请用 ${either(problem.known)}`
    case 'unavailable':
      return `${problem.what} 在这里不可用（${problem.reason}）：${INSTEAD[problem.what]}`
    case 'mpi-not-found':
      return `无法加载 ${MPI_NAMES[problem.wanted ?? 'any']} 库：请安装 openmpi-bin 或 mpich，或把 RINGSCOPE_MPI_LIBRARY 设为库文件（尝试过 ${problem.tried.join('；')}）`
    case 'mpi-not-launched':
      return `要求 ${print.count(problem.wantedRanks)} 个 MPI rank，但这个进程所在的运行只有 ${print.count(problem.ranks)} 个：MPI 的 rank 要由 MPI 的启动器启动，例如 mpirun -np ${problem.wantedRanks} ringscope perf all_reduce --transport mpi`
    case 'mpi-pipe-lost':
      return `与 mpirun（MPICH）的连接 PMI_FD ${problem.descriptor} 没有传给这个进程，因为 npx 和 npm 不会传递它：请让 mpirun 直接启动 ringscope 或 node`
    case 'mpi-other-launcher':
      return `${problem.launcher} 启动了 ${problem.wantedRanks} 个 rank，而 ${problem.library} 看到 ${problem.ranks} 个，可见它与启动器不属于同一个 MPI：请把 RINGSCOPE_MPI_LIBRARY 设为启动器的库，在 Slurm 下可以试用 srun --mpi=pmix 或 --mpi=pmi2`
    case 'mpi-error':
      return `rank ${problem.rank} ${at(problem.place)}：${problem.routine} 失败：${problem.reason}`
    case 'argument':
      return `${problem.argument}：给的是 ${problem.seen}，应为 ${problem.wanted}`
    case 'unset':
      return `没有设置 ${problem.variable}：应为 ${problem.wanted}`
    case 'freed':
      return `${problem.argument}：其内存已被释放，或已转移给另一个线程`
    case 'overlap':
      return `${list(problem.arguments)} 互相重叠：要原地操作，请把同一个数组传两次；否则请传不重叠的数组`
    case 'no-sync':
      return `${problem.transport} 在事件循环中传送消息：请用返回 Promise 的方法，不要用以 Sync 结尾的方法`
    case 'under-way':
      return `rank ${problem.rank} 有一个 ${problem.operation} 正在进行：请先 await 它，再调用以 Sync 结尾的方法`
    case 'closed':
      return problem.failed
        ? `rank ${problem.rank} 在集合操作失败后不能继续：各 rank 已不同步`
        : `rank ${problem.rank} 关闭了通信器${problem.underWay === undefined ? '' : `，而 ${problem.underWay} 还在进行：请 await 每次调用`}`
  }
}

const MPI_NAMES = { openmpi: 'OpenMPI', mpich: 'MPICH', any: 'MPI' }

const REFUSALS: Readonly<Record<Extract<RunProblem, { kind: 'refused' }>['reason'], string>> = {
  token: '它属于另一次运行（令牌不同）',
  protocol: '应答的不是 ringscope',
  version: '它运行的是另一个版本的 ringscope',
}

const INSTEAD: Readonly<Record<Extract<RunProblem, { kind: 'unavailable' }>['what'], string>> = {
  koffi: 'MPI 需要它；请把它装在 ringscope 旁边（npm install koffi），或改用 threads 或 tcp',
  kernels: '在 ringscope 的源码目录中运行 npm run build 即可生成',
}

const waits = (waiting: readonly Waiting[]): string =>
  waiting.length === 0
    ? '等待其他 rank'
    : waiting
        .map(({ peer, direction }) =>
          direction === 'receive' ? `等待 rank ${peer} 发送` : `等待 rank ${peer} 接收消息`,
        )
        .join('、')

const at = (place: RunPlace | undefined): string => {
  if (!place) return ''
  const step =
    place.step === undefined
      ? ''
      : `，第 ${place.step + 1} 步${place.steps === undefined ? '' : `，共 ${place.steps} 步`}`
  const by = place.algorithm === undefined ? '' : `，${place.algorithm}`
  const what = place.operation === 'send' || place.operation === 'receive' ? '条消息' : '次集合操作'
  return `在第 ${place.sequence} ${what}（${place.operation}${by}${step}）中`
}

const by = (method: CalledBy | undefined): string =>
  method === undefined
    ? ''
    : `；如果同一次调用，有的 rank 用以 Sync 结尾的方法，有的用返回 Promise 的方法，也会如此（这里用的是 ${method}）`

const because = (reason: string | undefined): string => (reason === undefined ? '' : `：${reason}`)
