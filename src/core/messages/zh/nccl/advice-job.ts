/** 中文：knowledge/messages/topics.ts 中与进程、启动器、限制和版本有关的主题，其原因和处理办法。 */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'

export const adviceJob = {
  'nccl-versions': {
    title: 'NCCL 版本不一致',
    causes:
      '通常是各主机或容器加载了不同的库：镜像不同、装了两个 nvidia-nccl wheel，或只在某台主机上设置了 LD_LIBRARY_PATH。也可能是另一个作业占着同一端口应答，或各 rank 创建进程组的次序不同。',
    actions: [
      '所有 rank 设置 NCCL_DEBUG=VERSION：版本都相同吗？',
      '在每台主机的作业内 pip list | grep nvidia-nccl 和 ldconfig -p | grep libnccl',
      '所有主机使用相同镜像；所有 rank 的 LD_LIBRARY_PATH 和 LD_PRELOAD 相同',
      '程序是为另一个 NCCL 编译的：重新编译',
    ],
    verify: '所有 rank 记录相同的 NCCL 版本',
  },
  'efa-version': {
    title: 'EFA 软件太旧',
    causes: '通常是 libfabric 和插件来自不同的安装，或镜像比插件旧。',
    actions: [
      '在作业内和所有主机上 fi_info --version 和 cat /opt/amazon/efa_installed_packages',
      'ldconfig -p | grep libfabric：应只有一个，位于 /opt/amazon/efa',
      '所有主机的驱动、libfabric 和插件都来自同一版 EFA 安装包',
    ],
    verify: '作业内能运行 fi_info -p efa；日志的 "Using network" 为 Libfabric',
  },
  'rank-setup': {
    title: 'rank 的编号或数量有误',
    causes:
      '通常是没有为每个进程设置 RANK 或 WORLD_SIZE，或某台主机启动了两次。也可能是两个作业共用一个端口，或进程数乘以 -g 超过了 GPU 数。',
    actions: [
      '在每个进程中打印 RANK、LOCAL_RANK 和 WORLD_SIZE：从 0 到 WORLD_SIZE-1，每个 rank 恰好一次',
      'torchrun：所有主机的 --nnodes 和 --nproc-per-node 相同，--node-rank 各不相同',
      '每个作业用自己的端口（--master-port、MASTER_PORT）；结束之前作业残留的进程',
      'nccl-tests：每台主机的进程数乘以 -g 不超过主机的 GPU 数',
    ],
    verify: '每个 rank 都记录 "Init COMPLETE"，rank 各不相同，nranks 相同',
  },
  rendezvous: {
    title: '各 rank 在启动时没有会合',
    causes:
      '通常是某台主机或某个 rank 没有启动，或之前已崩溃，其余的都在等它。也可能是 MASTER_ADDR 或其端口有误、被占用，或被防火墙拦截。',
    actions: [
      '缺的是哪个 rank？先看它的日志和 rank 0 的日志',
      '在每台主机上 nc -vz $MASTER_ADDR $MASTER_PORT；getent hosts $MASTER_ADDR：不应是 127.0.1.1',
      '在主节点上 ss -ltnp | grep PORT：端口被别的进程占用了吗？是则换一个 --master-port',
      '有几千个 rank：在主节点上 sysctl -w net.core.somaxconn=4096，并加大 init_process_group 的 timeout',
    ],
    verify: '作业启动期间，每台主机上 nc -vz 都能连通，所有 rank 通过 init_process_group',
  },
  'mpi-start': {
    title: '启动器没能启动所有进程',
    causes:
      '通常是某台主机的 ssh、PATH 或库有问题，或守护进程无法回连：防火墙，或选中了 docker0 之类的接口。也可能是 slot 数、主机或程序路径不对。',
    actions: [
      '对每台主机执行 mpirun -np 1 --host HOST hostname，或 srun -w HOST hostname',
      'ssh HOST which orted；mpirun --prefix DIRECTORY；所有主机的 Open MPI 和程序路径相同',
      '--mca oob_tcp_if_include NETWORK --mca btl_tcp_if_include NETWORK，填连接各主机的网络',
      '主机文件中 slots=8；容器内 --allow-run-as-root；Slurm：看该主机的 slurmd 日志',
    ],
    verify: 'mpirun（或 srun）hostname 打印每台主机的次数与其 rank 数相同',
  },
  'process-ended': {
    title: '作业的一个进程结束了',
    causes: '这一行没有说明原因。原因在最先结束的进程的输出里，其余进程是随后被停止的。',
    actions: [
      '找最先结束的进程：比较所有主机的时间；torchrun：看每台主机的 "Root Cause"',
      '看它的输出末尾：Traceback、NCCL WARN、CUDA 错误',
      '退出码 -9 或信号 9：内存（dmesg -T | grep -i oom）；-11：崩溃；-7：/dev/shm；-15：被启动器停止',
    ],
    verify: '作业运行到结束，退出码为 0',
  },
  ssh: {
    title: '到另一台主机的 ssh 失败',
    causes: '通常是那里不接受免密登录的密钥，或主机密钥未知，或重装之后主机密钥变了。',
    actions: [
      '在启动作业的主机或容器内执行 ssh -o BatchMode=yes HOST hostname',
      '用同一用户 ssh-copy-id HOST；容器：挂载密钥',
      'ssh-keyscan HOST >> ~/.ssh/known_hosts；密钥变了则先 ssh-keygen -R HOST',
    ],
    verify: 'ssh -o BatchMode=yes HOST hostname 能打印每台主机的名称',
  },
  'shared-library': {
    title: '缺少库，或加载了错误的库',
    causes:
      '通常是这台主机的镜像里没有该库，或 LD_LIBRARY_PATH 没有传到所有 rank。若报符号找不到，则是先找到了另一个库，多半是旧版本。',
    actions: [
      '在打印这一行的主机上，于作业内 ldd PROGRAM | grep "not found"',
      'pip list | grep nvidia-nccl：应只有一个 wheel，与 PyTorch 的 CUDA 对应',
      'mpirun -x LD_LIBRARY_PATH；所有 rank 取值相同',
    ],
    verify: 'ldd 没有 "not found"，每台主机上都能运行 python -c "import torch"',
  },
  'peer-gone': {
    title: '另一个 rank 先结束了',
    causes: '另一个 rank 失败、被杀掉或被停止，这个 rank 只是发现连接断了。网络本身中断的情况较少。',
    actions: [
      '找最先失败的 rank：所有 rank 的日志中最早的错误，或其他 rank 提到的那个',
      '在它的主机上 dmesg -T：oom、Xid、网卡',
      '缺日志时，用 NCCL_DEBUG=WARN 和 NCCL_DEBUG_FILE=/tmp/nccl.%h.%p 收集所有 rank 的日志',
    ],
    verify: '最先失败的 rank 通过这一点',
  },
  'host-lost': {
    title: '作业失去了一台主机',
    causes: '通常是主机宕机或重启：硬件、供电、内核。也可能是它的网络中断，或上面的守护进程被杀掉。',
    actions: [
      '在那台主机上 uptime 和 last -x reboot；Slurm：scontrol show node HOST、sinfo -R',
      'journalctl -k -b -1、ipmitool sel list：有 panic、machine check 或供电问题吗？',
      '如果主机还在运行：检查启动器所用的网络，并 dmesg -T | grep -i oom 看守护进程',
    ],
    verify: '只在这台主机上做同样时长的运行，能正常结束',
  },
  watchdog: {
    title: '集合操作没有按时完成',
    causes:
      '通常是有 rank 没有到：崩溃、太慢（数据、checkpoint、编译），或走了程序的另一条分支。如果都到了，就是传输本身停住：网络，或 GPU 之间的 P2P。',
    actions: [
      '比较所有 rank 的 SeqNum、OpType 和 "last enqueued"：数值最小或没有输出的 rank 就是大家在等的',
      '对那个 rank 执行 py-spy dump --pid PID；在它的主机上 dmesg -T',
      'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1；NCCL 2.24 及以后：ncclras -v',
      '全部停在同一编号：NCCL_DEBUG=WARN 看网络错误；用 NCCL_P2P_DISABLE=1 试一次',
    ],
    verify: '作业在一个训练步的正常时间内通过这一点',
  },
  'stuck-process': {
    title: '进程挂起了',
    causes: 'CUDA 或 NCCL 的调用没有返回，或有线程一直占着 Python 锁（GIL）。也可能是存储或主机非常慢。',
    actions: [
      '挂起时 py-spy dump --pid PID（--native）',
      '在那台主机上 dmesg -T | grep -i -E "xid|hung|nfs"',
      '只有确知这一步需要这么久时，才加大 TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC',
    ],
    verify: '作业通过这一点；py-spy dump 显示进程在工作',
  },
  'shm-full': {
    title: '/dev/shm 已满或太小',
    causes: '通常是容器使用了默认的 64 MB。也可能是被杀掉的作业留下的文件占满了它，或它不可写。',
    actions: [
      '在容器内 df -h /dev/shm；ls -l /dev/shm',
      'docker run --shm-size=1g，或 --ipc=host；Kubernetes：在 /dev/shm 挂载 medium: Memory 的 emptyDir',
      '主机上没有作业运行时 rm /dev/shm/nccl-*',
      '数据加载：减小 num_workers',
    ],
    verify: '作业运行时，容器内的 df -h /dev/shm 有空闲空间',
  },
  'container-ipc': {
    title: '同一主机的 rank 不共享内存',
    causes:
      '通常是同一主机的 rank 分在不同容器里，各有自己的 /dev/shm 和命名空间。也可能是相邻的 rank 已结束，或看到的 GPU 不同（CUDA_VISIBLE_DEVICES）。',
    actions: [
      '先看同一主机是否有 rank 更早失败',
      '用一个容器或 pod 容纳主机的所有 GPU',
      '分开的容器：docker run --ipc=host --pid=host --network host --gpus all',
      '如果失败的是 UDS 行或内存句柄，用 NCCL_CUMEM_ENABLE=0 试一次',
    ],
    verify: '主机内部的连接为 "via P2P" 或 "via SHM"',
  },
  'host-memory': {
    title: '主机内存不足',
    causes:
      '通常是作业或容器的内存限制不够数据加载、checkpoint 或每个 rank 都加载模型所用，内核因而杀掉进程。很少是有人手动杀掉的。',
    actions: [
      '在那台主机上 dmesg -T | grep -i -E "oom|killed process"',
      'Slurm：sacct -j JOB -o JobID,MaxRSS,ReqMem；用 --mem=0 申请主机的全部内存',
      'Kubernetes：kubectl describe pod：OOMKilled；提高 limits.memory；内存中的 emptyDir 也计算在内',
      '减小 num_workers；各 rank 轮流加载模型',
    ],
    verify: '运行期间每台主机的 free -g 都留有余量；dmesg 中没有 oom 行',
  },
  'setting-invalid': {
    title: '设置的值无效',
    causes: '通常是名称或值写错，或照搬了其他版本的做法。NCCL 会采用默认值，或启动失败。',
    actions: [
      '在作业内 env | grep -E "NCCL|RCCL"，并看 /etc/nccl.conf、~/.nccl.conf',
      '改正日志行所指的值，或 unset 该变量',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=ENV：日志会列出读到的设置',
    ],
    verify: '日志列出该变量，不再报错',
  },
  'setting-excludes': {
    title: '设置不适合这台机器或这个调用',
    causes:
      '通常是 NCCL_ALGO、NCCL_PROTO、NCCL_P2P_DISABLE、NCCL_SHM_DISABLE 或 UCX_TLS 排除了这台机器或这个调用所需的方式。也可能是某个设置不适合这台机器而被忽略。',
    actions: [
      '在作业内 env | grep -E "NCCL|RCCL|UCX"，并看 /etc/nccl.conf、~/.nccl.conf',
      'unset NCCL_ALGO NCCL_PROTO NCCL_P2P_DISABLE NCCL_SHM_DISABLE NCCL_NET UCX_TLS UCX_NET_DEVICES',
      '再逐个设置回去：哪一个让这一行重新出现？',
    ],
    verify: '去掉这些设置后作业能运行',
  },
  'unlike-calls': {
    title: '各 rank 调用的集合操作不一致',
    causes:
      '通常是分支、数据量或模型在各 rank 之间不同。也可能是只在部分 rank 上设置了 NCCL_PROTO、NCCL_ALGO 或 NCCL_BUFFSIZE，或 NCCL 及其插件的版本不同。',
    actions: [
      '在所有 rank 上 env | grep NCCL：相同吗？',
      'TORCH_DISTRIBUTED_DEBUG=DETAIL：会指出两个 rank 及其调用',
      'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1，然后用 torchfrtrace',
      '数据不均匀：drop_last=True，或 DDP 的 join()',
    ],
    verify: '在 TORCH_DISTRIBUTED_DEBUG=DETAIL 下作业通过这一点',
  },
  'cpu-affinity': {
    title: '无法设置 CPU 亲和性',
    causes: '作业的 cgroup 不包含靠近 GPU 的 CPU。',
    actions: [
      'taskset -pc PID 和 nvidia-smi topo -m：GPU 的 CPU Affinity',
      '向调度器申请两个插槽的 CPU（Slurm：--exclusive 或 --cpus-per-task；Kubernetes：topology manager）',
      'NCCL_IGNORE_CPU_AFFINITY=1：NCCL 改用靠近 GPU 的 CPU',
    ],
    verify: '每个 rank 的 taskset -pc PID 都显示 GPU 所在插槽的 CPU',
  },
  'test-limits': {
    title: '测试受显存限制',
    causes: '显存中已有其他内容，放不下最大数据量的缓冲区。',
    actions: ['测试之前 nvidia-smi：有其他进程占用显存吗？', '减小 -e，只要带宽在那里已达到平台值'],
    verify: '表格一直到 -e 指定的数据量',
  },
  cancelled: {
    title: '作业被取消，或到了时限',
    causes:
      '通常是到了时限、用户取消，或被更高优先级的作业抢占。如果作业之前已经停住，原因是挂起；如果已有 rank 失败，是调度器停止了其余 rank。',
    actions: [
      'sacct -j JOB -o JobID,State,ExitCode,Elapsed,Timelimit；调度器的日志',
      '看每个 rank 的最后一行：离结束有多久？很久：按挂起查',
      '加长 --time；会被抢占的作业用 --requeue 和 checkpoint',
    ],
    verify: '作业在时限之前自行结束',
  },
  aborted: {
    title: '基准测试提前结束',
    causes: 'NCCL 或 CUDA 调用失败，原因在前面的行里；或这种测试方式需要的功能这里没有。',
    actions: [
      'NCCL_DEBUG=WARN：所有 rank 中的第一个 WARN 就是原因',
      '"Test CUDA failure" 引号中的文字：out of memory：减小 -e；invalid device：检查 -g 和 CUDA_VISIBLE_DEVICES',
      '不带其他选项的 all_reduce_perf -b 8 -e 8M -f 2 -g 1 能运行吗？',
    ],
    verify: '表格到达 -e 指定的数据量，并打印 "Avg bus bandwidth"',
  },
  crash: {
    title: '进程崩溃',
    causes:
      '通常是互不匹配的库，或应用的本地代码（C/C++）有错。如果是信号 6（abort），则是进程遇到上文的错误后自行中止。',
    actions: [
      '看该进程输出中更早的行：第一个错误、调用栈',
      'python -X faulthandler，或 ulimit -c unlimited 和 gdb PROGRAM core',
      'pip list 和 LD_LIBRARY_PATH：是否装了两套 NCCL、CUDA 或 MPI？',
      'dmesg -T | grep -i -E "segfault|xid"：它指出哪个库？',
    ],
    verify: '作业通过这一点，dmesg 中没有新的 segfault 行',
  },
  'open-files': {
    title: '达到打开文件数的限制',
    causes: '通常是作业的 ulimit -n 不够连接所有对端的套接字；rank 很多时 all-to-all 需要的最多。',
    actions: [
      '在作业内（不是登录 shell）ulimit -n',
      '在作业脚本中 ulimit -n 65536；Slurm：slurmd 的 unit 中的 LimitNOFILE；docker run --ulimit nofile=65536',
      'unset NCCL_NSOCKS_PERTHREAD NCCL_SOCKET_NTHREADS',
    ],
    verify: '作业运行时 ls /proc/PID/fd | wc -l 明显低于 ulimit -n',
  },
  threads: {
    title: '达到线程或进程数的限制',
    causes: '通常是 ulimit -u，或容器、作业的 pids 限制，不够主机上所有 rank 合用。',
    actions: [
      '在作业内 ulimit -u；在容器内 cat /sys/fs/cgroup/pids.max',
      'docker run --pids-limit -1；Kubernetes：kubelet 的 podPidsLimit；Slurm：slurmd 的 LimitNPROC、TasksMax',
      '减小 OMP_NUM_THREADS 和 num_workers',
    ],
    verify: '作业运行时 ps -eLf | wc -l 明显低于限制',
  },
  caller: {
    title: 'NCCL 的调用方式有误',
    causes:
      '通常是缓冲区不在通信器所用的 GPU 上，或 root、数量、进程组有误。也可能是两个 rank 用同一块 GPU，或进程在启动之后 fork。',
    actions: [
      '看 WARN：它指出了参数',
      '在第一个集合操作之前 torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))；张量放在该设备上',
      'NCCL_DEBUG=WARN NCCL_CHECK_POINTERS=1；TORCH_DISTRIBUTED_DEBUG=DETAIL',
      '工作进程：启动方式用 "spawn"；EFA 上 fork：FI_EFA_FORK_SAFE=1',
    ],
    verify: '在 NCCL_CHECK_POINTERS=1 下调用成功',
  },
  errno: {
    title: '系统调用失败',
    causes: '日志行中有调用名和 errno。最常见的是某种限制（文件、端口、内存）、容器缺少权限，或对端已结束。',
    actions: [
      '查 errno 的含义：errno NUMBER（软件包 moreutils）',
      'Address already in use：sysctl -w net.ipv4.ip_local_port_range="1024 65535"',
      '在作业内 ulimit -a；在那台主机上 dmesg -T',
      '在所有 rank 的日志中找更早的失败',
    ],
    verify: '作业通过这一点；日志中不再有 "Call to ... failed"',
  },
  internal: {
    title: '少见的或内部的失败',
    causes:
      '这一行的文字说明了是什么。背后往往是这个 rank 或其他 rank 更早的失败；否则是设备故障、各主机不同，或库的缺陷。',
    actions: [
      '找这个 rank 和其他 rank 更早的 WARN',
      '在那台主机上 dmesg -T；在作业内 ulimit -n 和 ulimit -l',
      '关掉可选部分试一次：NCCL_GDRCOPY_ENABLE=0、NCCL_COLLNET_ENABLE=0、NCCL_NVLS_ENABLE=0；EFA：OFI_NCCL_PROTOCOL=SENDRECV',
      '更新 NCCL 和插件；仍然出现则附上所有 rank 的 NCCL_DEBUG=INFO 日志上报',
    ],
    verify: '重新打开可选部分后，作业通过这一点',
  },
  'first-warning': {
    title: 'NCCL 放弃了，原因在别处',
    causes:
      '这一行只是重复一次失败。原因是第一个 NCCL WARN 或 CUDA 错误，可能在这个 rank，也可能在其他 rank。',
    actions: [
      '所有 rank 设置 NCCL_DEBUG=WARN，并用 NCCL_DEBUG_FILE=/tmp/nccl.%h.%p 把日志分开',
      '先看这个 rank 的第一个 NCCL WARN，再看所有 rank 中最早的',
      '在最早出错的主机上 dmesg -T：Xid、oom、网卡',
    ],
    verify: '作业运行时没有 NCCL WARN 行',
  },
  none: {
    title: '需要了解的一行',
    causes: '它说的是运行环境，或重复另一行；它本身不是失败的原因。',
    actions: [],
    verify: '无需处理',
  },
} as const satisfies Partial<Record<Topic, Advice>>
