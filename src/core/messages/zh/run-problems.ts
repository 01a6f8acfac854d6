/** 中文：在真实数据上运行集合操作时出了什么问题。 */
import type { CalledBy, RunPlace, RunProblem, Waiting } from '../../collectives/run-problem.ts'
import type { RunProblemText } from '../run-problems.ts'

export const runProblem: RunProblemText = (problem, print) => {
  switch (problem.kind) {
    case 'timeout':
      return `rank ${problem.rank} ${at(problem.place)}${waits(problem.waiting)}，等了 ${print.duration(problem.seconds)}${by(problem.calledBy)}`
    case 'peer-lost':
      return `rank ${problem.rank} ${at(problem.place)}失去了 rank ${problem.peer}${because(problem.reason)}`
    case 'mismatch':
      return `rank ${problem.rank} ${at(problem.place)}调用的是 ${problem.here}，而 rank ${problem.peer} 调用的是 ${problem.there}；所有 rank 必须以相同的顺序调用相同的集合操作${by(problem.calledBy)}`
    case 'world-size':
      return `rank ${problem.peer} 按 ${problem.there} 个 rank 启动，而这里是 ${problem.here} 个`
    case 'rank-taken':
      return `rank ${problem.rank} 已被占用${problem.by === undefined ? '' : `（${problem.by}）`}：有两个进程用了同一个编号`
    case 'rank-missing':
      return `rank ${problem.ranks.join('、')} 在 ${print.duration(problem.seconds)} 内没有到来`
    case 'address-in-use':
      return `${problem.address} 已被别的程序占用：请换一个 MASTER_PORT`
    case 'address-not-here':
      return `在这台主机上无法监听 ${problem.address}（${problem.reason}）：MASTER_ADDR 必须是 rank 0 所在主机的名字或地址`
    case 'rendezvous-unreachable':
      return `${problem.address} 在 ${print.duration(problem.seconds)} 内没有应答（${problem.reason}）：rank 0 在运行吗？MASTER_ADDR 和 MASTER_PORT 对吗？`
    case 'refused':
      return `${problem.address} 拒绝了连接：${REFUSALS[problem.reason]}`
    case 'rank-failed':
      return `rank ${problem.rank} 失败：${problem.reason}`
    case 'unsettled':
      return `rank ${problem.rank} 在函数完成之前就结束了（退出码 ${problem.exitCode}）：${problem.nested ? '函数里又调用了 launch，而 rank 不能再启动 rank' : '函数调用了 process.exit，或者它 await 的结果再也不会到来'}`
    case 'memory-exhausted':
      return `放不下 ${print.bytes(problem.wantedBytes)}：这个 rank 共有 ${print.bytes(problem.arenaBytes)}，最大的空闲块为 ${print.bytes(problem.freeBytes)}；启动时请给更大的 memoryBytes`
    case 'unsupported-algorithm':
      return `${problem.ranks} 个 rank 的 ${problem.operation} 不能用 ${problem.algorithm}；可以用 ${problem.known.join('、')}`
    case 'unavailable':
      return `这里没有 ${problem.what}：${problem.reason}；${INSTEAD[problem.what]}`
    case 'mpi-not-found':
      return `没有能加载的 ${MPI_NAMES[problem.wanted ?? 'any']} 库：请安装 openmpi-bin 或 mpich，或者用 RINGSCOPE_MPI_LIBRARY 指出库文件（试过 ${problem.tried.join('；')}）`
    case 'mpi-not-launched':
      return `要的是 ${print.count(problem.wantedRanks)} 个 MPI rank，但这个进程只是 ${print.count(problem.ranks)} 个中的一个：MPI 的 rank 由 MPI 的启动器启动，例如 mpirun -np ${problem.wantedRanks} ringscope perf all_reduce --transport mpi`
    case 'mpi-pipe-lost':
      return `通往 mpirun（MPICH）的连接 PMI_FD ${problem.descriptor} 没有传到这个进程：npx 和 npm 不会把它传下去；请让 mpirun 直接启动 ringscope 或 node`
    case 'mpi-other-launcher':
      return `${problem.launcher} 启动了 ${problem.wantedRanks} 个 rank，而 ${problem.library} 只看到 ${problem.ranks} 个：这个库与启动器不属于同一个 MPI；请把 RINGSCOPE_MPI_LIBRARY 设为启动器自己的库，在 Slurm 下可试 srun --mpi=pmix 或 --mpi=pmi2`
    case 'mpi-error':
      return `rank ${problem.rank} ${at(problem.place)}：${problem.routine} 失败：${problem.reason}`
    case 'argument':
      return `${problem.argument}：得到 ${problem.seen}，应为 ${problem.wanted}`
    case 'unset':
      return `没有设置 ${problem.variable}：应为 ${problem.wanted}`
    case 'freed':
      return `${problem.argument}：它的内存已被释放，或已交给另一个线程`
    case 'overlap':
      return `${problem.arguments.join(' 和 ')} 互相重叠：要原地操作就传同一个数组两次，否则请用不重叠的两个数组`
    case 'no-sync':
      return `${problem.transport} 在事件循环里传送消息：请用返回 Promise 的方法，不要用以 Sync 结尾的方法`
    case 'under-way':
      return `rank ${problem.rank} 还有一个 ${problem.operation} 正在进行：请先 await 它，再调用以 Sync 结尾的方法`
    case 'closed':
      return problem.failed
        ? `rank ${problem.rank} 在一次集合操作失败后不能继续：各 rank 已不同步`
        : `rank ${problem.rank} 已关闭它的通信器${problem.underWay === undefined ? '' : `，而 ${problem.underWay} 还在进行：每次调用都要 await`}`
  }
}

const MPI_NAMES = { openmpi: 'OpenMPI', mpich: 'MPICH', any: 'MPI' }

const REFUSALS: Readonly<Record<Extract<RunProblem, { kind: 'refused' }>['reason'], string>> = {
  token: '它属于另一次运行（令牌不同）',
  protocol: '应答的不是 ringscope',
  version: '那里运行的是另一个版本的 ringscope',
}

const INSTEAD: Readonly<Record<Extract<RunProblem, { kind: 'unavailable' }>['what'], string>> = {
  koffi: 'MPI 需要它：请装在 ringscope 旁边（npm install koffi），或改用 threads 或 tcp',
  kernels: '它由 ringscope 源码目录里的 npm run build 生成',
}

const waits = (waiting: readonly Waiting[]): string =>
  waiting.length === 0
    ? '等待其他 rank'
    : waiting
        .map(({ peer, direction }) =>
          direction === 'receive' ? `等待 rank ${peer} 发送` : `等待 rank ${peer} 取走消息`,
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
    : `；同一次调用若有的 rank 用以 Sync 结尾的方法、有的用返回 Promise 的方法，也会这样结束（这里：${method}）`

const because = (reason: string | undefined): string => (reason === undefined ? '' : `：${reason}`)
