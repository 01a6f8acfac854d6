/** English: causes and what to do for the topics of knowledge/messages/topics.ts that are about processes, launchers, limits and versions. */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'

export const adviceJob = {
  'nccl-versions': {
    title: 'unlike versions of NCCL',
    causes:
      'Usually hosts or containers load different libraries: unlike images, two nvidia-nccl wheels, or LD_LIBRARY_PATH on one host only. Otherwise another job answers on the same port, or ranks create their groups in different order.',
    actions: [
      'NCCL_DEBUG=VERSION on all ranks: the same version everywhere?',
      'pip list | grep nvidia-nccl and ldconfig -p | grep libnccl inside the job, on every host',
      'The same image on all hosts; LD_LIBRARY_PATH and LD_PRELOAD the same on all ranks',
      'A program that was built for another NCCL: build it again',
    ],
    verify: 'all ranks log the same NCCL version',
  },
  'efa-version': {
    title: 'EFA software that is too old',
    causes:
      'Usually libfabric and the plugin come from different installations, or the image is older than the plugin.',
    actions: [
      'fi_info --version and cat /opt/amazon/efa_installed_packages, inside the job and on all hosts',
      'ldconfig -p | grep libfabric: only one, that of /opt/amazon/efa',
      'One release of the EFA installer for driver, libfabric and plugin, on all hosts',
    ],
    verify: 'fi_info -p efa runs inside the job; the log shows "Using network" with Libfabric',
  },
  'rank-setup': {
    title: 'ranks that are numbered or counted wrongly',
    causes:
      'Usually RANK or WORLD_SIZE is not set for each process, or a host was started twice. Otherwise two jobs share a port, or -g times processes exceeds the GPUs.',
    actions: [
      'Print RANK, LOCAL_RANK and WORLD_SIZE in every process: each rank once, from 0 to WORLD_SIZE-1',
      'torchrun: --nnodes and --nproc-per-node alike on all hosts, --node-rank different on each',
      'A port of its own for each job (--master-port, MASTER_PORT); end processes left by earlier jobs',
      'nccl-tests: processes per host times -g not above the GPUs of the host',
    ],
    verify: 'every rank logs "Init COMPLETE" with another rank and the same nranks',
  },
  rendezvous: {
    title: 'ranks that do not meet at the start',
    causes:
      'Usually a host or rank did not start, or crashed before; the others wait for it. Otherwise MASTER_ADDR or its port is wrong, taken or blocked by a firewall.',
    actions: [
      'Which rank is missing? Its log, and that of rank 0, comes first',
      'nc -vz $MASTER_ADDR $MASTER_PORT from every host; getent hosts $MASTER_ADDR: not 127.0.1.1',
      'ss -ltnp | grep PORT on the master: is the port taken by another process? Then another --master-port',
      'Thousands of ranks: sysctl -w net.core.somaxconn=4096 on the master, a longer timeout in init_process_group',
    ],
    verify: 'nc -vz connects from every host while the job starts, and all ranks pass init_process_group',
  },
  'mpi-start': {
    title: 'the launcher could not start all processes',
    causes:
      'Usually ssh, PATH or a library is missing on a host, or the daemons cannot call back: firewall, or an interface such as docker0. Otherwise slots, hosts or the path of the program do not fit.',
    actions: [
      'mpirun -np 1 --host HOST hostname, or srun -w HOST hostname, for each host',
      'ssh HOST which orted; mpirun --prefix DIRECTORY; the same Open MPI and path of the program on all hosts',
      '--mca oob_tcp_if_include NETWORK --mca btl_tcp_if_include NETWORK, with the network that joins the hosts',
      'slots=8 in the host file; --allow-run-as-root in a container; Slurm: log of slurmd on the host',
    ],
    verify: 'mpirun (or srun) hostname prints each host as often as it has ranks',
  },
  'process-ended': {
    title: 'a process of the job ended',
    causes:
      'The line does not say why. The reason stands in the output of the process that ended first; the others were stopped after it.',
    actions: [
      'Find the first that ended: compare times over all hosts; torchrun: "Root Cause" of each host',
      'Read the end of its output: Traceback, NCCL WARN, CUDA error',
      'Exit code -9 or signal 9: memory (dmesg -T | grep -i oom); -11: crash; -7: /dev/shm; -15: stopped by the launcher',
    ],
    verify: 'the job runs to its end with exit code 0',
  },
  ssh: {
    title: 'ssh to another host fails',
    causes:
      'Usually the key is not accepted there without a password, or the host key is unknown or has changed after a new installation.',
    actions: [
      'ssh -o BatchMode=yes HOST hostname from the host, or container, that starts the job',
      'ssh-copy-id HOST for the same user; in containers: mount the key',
      'ssh-keyscan HOST >> ~/.ssh/known_hosts; a changed key first: ssh-keygen -R HOST',
    ],
    verify: 'ssh -o BatchMode=yes HOST hostname prints the name of each host',
  },
  'shared-library': {
    title: 'a library is missing or a wrong one is loaded',
    causes:
      'Usually the library is not in the image of this host, or LD_LIBRARY_PATH does not reach all ranks. An undefined symbol means that another, mostly older, library was found first.',
    actions: [
      'ldd PROGRAM | grep "not found" inside the job, on the host that prints the line',
      'pip list | grep nvidia-nccl: only one wheel, that of the CUDA of PyTorch',
      'mpirun -x LD_LIBRARY_PATH; the same value on all ranks',
    ],
    verify: 'ldd shows no "not found", and python -c "import torch" runs on every host',
  },
  'peer-gone': {
    title: 'another rank ended first',
    causes:
      'Another rank failed, was killed or was stopped; this one only notices that the connection is gone. Seldom the network itself broke.',
    actions: [
      'Find the rank that failed first: the earliest error over the logs of all ranks, or the one that the others name',
      'dmesg -T on its host: oom, Xid, NIC',
      'Logs of all ranks, with NCCL_DEBUG=WARN and NCCL_DEBUG_FILE=/tmp/nccl.%h.%p, if one is missing',
    ],
    verify: 'the rank that failed first passes this point',
  },
  'host-lost': {
    title: 'a host of the job was lost',
    causes:
      'Usually the host went down or rebooted: hardware, power, kernel. Otherwise its network was cut, or the daemon on it was killed.',
    actions: [
      'uptime and last -x reboot on that host; Slurm: scontrol show node HOST, sinfo -R',
      'journalctl -k -b -1, ipmitool sel list: panic, machine check, power?',
      'If it is up: the network of the launcher, and dmesg -T | grep -i oom for its daemon',
    ],
    verify: 'a run of the same length on that host alone ends normally',
  },
  watchdog: {
    title: 'a collective did not finish in time',
    causes:
      'Usually a rank did not come: it crashed, is slow (data, checkpoint, compilation) or took another path through the program. If all came, the transfer itself stands still: network, or P2P between GPUs.',
    actions: [
      'Compare SeqNum, OpType and "last enqueued" over all ranks: the lowest, or a silent one, is waited for',
      'py-spy dump --pid PID on that rank; dmesg -T on its host',
      'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1; NCCL 2.24 and later: ncclras -v',
      'All at the same number: NCCL_DEBUG=WARN for network errors; NCCL_P2P_DISABLE=1 as a test',
    ],
    verify: 'the job passes this point within the usual time of a step',
  },
  'stuck-process': {
    title: 'a process is stuck',
    causes:
      'A call of CUDA or NCCL does not return, or a thread holds the Python lock (GIL) meanwhile. Otherwise storage or the host is very slow.',
    actions: [
      'py-spy dump --pid PID (--native) while it hangs',
      'dmesg -T | grep -i -E "xid|hung|nfs" on that host',
      'TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC larger, only where the step is known to take that long',
    ],
    verify: 'the job passes this point; py-spy dump shows the process at work',
  },
  'shm-full': {
    title: '/dev/shm is full or too small',
    causes:
      'Usually a container with the default of 64 MB. Otherwise files of jobs that were killed fill it, or it is not writable.',
    actions: [
      'df -h /dev/shm inside the container; ls -l /dev/shm',
      'docker run --shm-size=1g, or --ipc=host; Kubernetes: an emptyDir with medium: Memory on /dev/shm',
      'rm /dev/shm/nccl-* while no job runs on the host',
      'Data loader: fewer num_workers',
    ],
    verify: 'df -h /dev/shm inside the container shows free space while the job runs',
  },
  'container-ipc': {
    title: 'ranks of one host that do not share memory',
    causes:
      'Usually the ranks of one host run in separate containers, each with its own /dev/shm and namespaces. Otherwise the neighbour has ended, or sees other GPUs (CUDA_VISIBLE_DEVICES).',
    actions: [
      'Look first whether a rank of the same host failed earlier',
      'One container, or pod, with all GPUs of the host',
      'Separate containers: docker run --ipc=host --pid=host --network host --gpus all',
      'NCCL_CUMEM_ENABLE=0 as a test, where a UDS line or a memory handle fails',
    ],
    verify: 'connections inside the host are "via P2P" or "via SHM"',
  },
  'host-memory': {
    title: 'host memory is exhausted',
    causes:
      'Usually the memory limit of the job or container is too low for data loaders, checkpoints or loading the model on every rank; the kernel then kills a process. Seldom someone killed it by hand.',
    actions: [
      'dmesg -T | grep -i -E "oom|killed process" on that host',
      'Slurm: sacct -j JOB -o JobID,MaxRSS,ReqMem; more with --mem=0 (all of the host)',
      'Kubernetes: kubectl describe pod: OOMKilled; raise limits.memory; an emptyDir in memory counts too',
      'Fewer num_workers; load the model on one rank at a time',
    ],
    verify: 'free -g stays above a reserve on every host over the run; no oom line in dmesg',
  },
  'setting-invalid': {
    title: 'a setting that has no valid value',
    causes:
      'Usually a misspelt name or value, or a recipe for another version. The default is used, or the start fails.',
    actions: [
      'env | grep -E "NCCL|RCCL" inside the job, and /etc/nccl.conf, ~/.nccl.conf',
      'Correct the value that the line names, or unset the variable',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=ENV: the log lists what was read',
    ],
    verify: 'the log lists the variable without a complaint',
  },
  'setting-excludes': {
    title: 'settings that do not fit this machine or call',
    causes:
      'Usually NCCL_ALGO, NCCL_PROTO, NCCL_P2P_DISABLE, NCCL_SHM_DISABLE or UCX_TLS exclude what this machine or call needs. Otherwise a setting does not suit the machine and is ignored.',
    actions: [
      'env | grep -E "NCCL|RCCL|UCX" inside the job, and /etc/nccl.conf, ~/.nccl.conf',
      'unset NCCL_ALGO NCCL_PROTO NCCL_P2P_DISABLE NCCL_SHM_DISABLE NCCL_NET UCX_TLS UCX_NET_DEVICES',
      'Set them again one by one: which of them brings the line back?',
    ],
    verify: 'the job runs without the settings',
  },
  'unlike-calls': {
    title: 'ranks that call unlike collectives',
    causes:
      'Usually a branch, a data size or a model that differs between ranks. Otherwise NCCL_PROTO, NCCL_ALGO or NCCL_BUFFSIZE is set on some ranks only, or versions of NCCL or its plugin differ.',
    actions: [
      'env | grep NCCL on all ranks: alike?',
      'TORCH_DISTRIBUTED_DEBUG=DETAIL: names the two ranks and their calls',
      'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1, then torchfrtrace',
      'Uneven data: drop_last=True, or join() of DDP',
    ],
    verify: 'the job passes this point with TORCH_DISTRIBUTED_DEBUG=DETAIL',
  },
  'cpu-affinity': {
    title: 'the CPU affinity could not be set',
    causes: 'The cgroup of the job does not contain the CPUs near the GPU.',
    actions: [
      'taskset -pc PID and nvidia-smi topo -m: CPU Affinity of the GPU',
      'Ask the scheduler for CPUs of both sockets (Slurm: --exclusive or --cpus-per-task; Kubernetes: topology manager)',
      'NCCL_IGNORE_CPU_AFFINITY=1: NCCL takes the CPUs near the GPU',
    ],
    verify: 'taskset -pc PID shows CPUs of the socket of the GPU for each rank',
  },
  'test-limits': {
    title: 'the test is limited by memory',
    causes: 'The buffers for the largest size do not fit beside what is already in GPU memory.',
    actions: [
      'nvidia-smi before the test: does another process hold memory?',
      'Smaller -e, as long as the bandwidth has reached its plateau there',
    ],
    verify: 'the table ends at the size that -e names',
  },
  cancelled: {
    title: 'the job was cancelled or ran out of time',
    causes:
      'Usually the time limit, a user, or a job of higher priority. Where the job stood still before, a hang is the reason; where a rank had failed, the scheduler stopped the others.',
    actions: [
      'sacct -j JOB -o JobID,State,ExitCode,Elapsed,Timelimit; journal of the scheduler',
      'Last line of each rank: how long before the end? Long before: look for a hang',
      'A longer --time; --requeue and checkpoints where jobs are displaced',
    ],
    verify: 'the job ends by itself before its time limit',
  },
  aborted: {
    title: 'the benchmark ended early',
    causes:
      'A call of NCCL or CUDA failed, for the reason in the lines before; or this mode of the test needs a feature that is missing here.',
    actions: [
      'NCCL_DEBUG=WARN: the first WARN of all ranks is the reason',
      'Text in quotes of "Test CUDA failure": out of memory: smaller -e; invalid device: -g and CUDA_VISIBLE_DEVICES',
      'all_reduce_perf -b 8 -e 8M -f 2 -g 1 without further options: does that run?',
    ],
    verify: 'the table reaches the size that -e names, and "Avg bus bandwidth" is printed',
  },
  crash: {
    title: 'a process crashed',
    causes:
      'Usually libraries that do not fit together, or an error in native code of the application. With signal 6 (abort), the process ended itself after an error that stands above.',
    actions: [
      'Read the lines above in the output of that process: first error, stack',
      'python -X faulthandler, or ulimit -c unlimited and gdb PROGRAM core',
      'pip list and LD_LIBRARY_PATH: two NCCL, CUDA or MPI installations?',
      'dmesg -T | grep -i -E "segfault|xid": which library does it name?',
    ],
    verify: 'the job passes this point, and dmesg has no new segfault line',
  },
  'open-files': {
    title: 'the limit of open files is reached',
    causes:
      'Usually ulimit -n of the job is too low for the sockets to all peers; all-to-all over many ranks needs most.',
    actions: [
      'ulimit -n inside the job, not in a login shell',
      'ulimit -n 65536 in the job script; Slurm: LimitNOFILE in the unit of slurmd; docker run --ulimit nofile=65536',
      'unset NCCL_NSOCKS_PERTHREAD NCCL_SOCKET_NTHREADS',
    ],
    verify: 'ls /proc/PID/fd | wc -l stays well below ulimit -n in a running job',
  },
  threads: {
    title: 'the limit of threads or processes is reached',
    causes:
      'Usually ulimit -u, or the pids limit of the container or job, is too low for all ranks of the host together.',
    actions: [
      'ulimit -u inside the job; cat /sys/fs/cgroup/pids.max in the container',
      'docker run --pids-limit -1; Kubernetes: podPidsLimit of the kubelet; Slurm: LimitNPROC, TasksMax of slurmd',
      'OMP_NUM_THREADS and num_workers smaller',
    ],
    verify: 'ps -eLf | wc -l in the running job stays well below the limit',
  },
  caller: {
    title: 'NCCL was called wrongly',
    causes:
      'Usually the buffer is not on the GPU of the communicator, or root, count or group is wrong. Otherwise two ranks use one GPU, or a process forks after the start.',
    actions: [
      'Read the WARN: it names the argument',
      'torch.cuda.set_device(int(os.environ["LOCAL_RANK"])) before the first collective; tensors on that device',
      'NCCL_DEBUG=WARN NCCL_CHECK_POINTERS=1; TORCH_DISTRIBUTED_DEBUG=DETAIL',
      'Worker processes: start method "spawn"; EFA with fork: FI_EFA_FORK_SAFE=1',
    ],
    verify: 'the call passes with NCCL_CHECK_POINTERS=1',
  },
  errno: {
    title: 'a system call failed',
    causes:
      'The call and the errno stand in the line. Most often a limit (files, ports, memory), missing rights in a container, or a peer that has ended.',
    actions: [
      'Look up the errno: errno NUMBER (package moreutils)',
      'Address already in use: sysctl -w net.ipv4.ip_local_port_range="1024 65535"',
      'ulimit -a inside the job; dmesg -T on that host',
      'Look in the logs of all ranks for an earlier failure',
    ],
    verify: 'the job passes this point; no further "Call to ... failed" in the log',
  },
  internal: {
    title: 'a rare or internal failure',
    causes:
      'The text of the line names it. Often an earlier failure on this or another rank is behind it; otherwise a device fault, unlike hosts or an error in the library.',
    actions: [
      'Look for an earlier WARN of this rank and of the others',
      'dmesg -T on that host; ulimit -n and ulimit -l inside the job',
      'Optional parts off as a test: NCCL_GDRCOPY_ENABLE=0, NCCL_COLLNET_ENABLE=0, NCCL_NVLS_ENABLE=0; EFA: OFI_NCCL_PROTOCOL=SENDRECV',
      'A newer NCCL and plugin; then report it with NCCL_DEBUG=INFO of all ranks',
    ],
    verify: 'the job passes this point, with the optional parts on again',
  },
  'first-warning': {
    title: 'NCCL gave up; the reason stands elsewhere',
    causes:
      'The line repeats a failure. The reason is the first NCCL WARN or CUDA error, of this rank or of another.',
    actions: [
      'NCCL_DEBUG=WARN on all ranks, and NCCL_DEBUG_FILE=/tmp/nccl.%h.%p to keep the logs apart',
      'Read the first NCCL WARN of this rank, then the earliest over all ranks',
      'dmesg -T on the host of the earliest: Xid, oom, NIC',
    ],
    verify: 'the job runs without NCCL WARN lines',
  },
  none: {
    title: 'a line to know',
    causes: 'It speaks of the surroundings or repeats another line; by itself it is no reason for a failure.',
    actions: [],
    verify: 'nothing to do',
  },
} as const satisfies Partial<Record<Topic, Advice>>
