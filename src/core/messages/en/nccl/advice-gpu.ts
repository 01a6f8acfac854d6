/** English: causes and what to do for the topics of knowledge/messages/topics.ts that are about GPUs, CUDA and the paths inside a host. */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'

export const adviceGpu = {
  p2p: {
    title: 'no peer-to-peer access between GPUs',
    causes:
      'GeForce GPUs, many chipsets and virtual machines do not offer it; NCCL then goes through host memory. Where it should work: ACS or IOMMU, a small BAR1, ranks in separate containers, or memory that cannot be shared (expandable segments).',
    actions: [
      'nvidia-smi topo -p2p r: which pairs are not OK?',
      'NCCL_P2P_DISABLE=1 as a test: if the job then runs, P2P is the cause (vLLM also: --disable-custom-all-reduce)',
      'As root: lspci -vvv | grep ACSCtl; cat /proc/cmdline: iommu=pt; nvidia-smi -q -d MEMORY: BAR1 (Resizable BAR in the BIOS)',
      'One container with all GPUs of the host; unset PYTORCH_CUDA_ALLOC_CONF as a test',
    ],
    verify: 'p2pBandwidthLatencyTest runs for all pairs; the log shows connections "via P2P"',
  },
  'nvlink-broken': {
    title: 'NVLink or NVSwitch is not in order',
    causes:
      'Usually links are down or failed while data moved, or Fabric Manager does not run. MIG and confidential computing also take P2P over NVLink away.',
    actions: [
      'nvidia-smi nvlink -s: are all links of all GPUs active?',
      'systemctl status nvidia-fabricmanager: does it run, with the version of the driver?',
      'dmesg -T | grep -i -E "xid|sxid": which GPU was first?',
      'Without jobs on the host: nvidia-smi --gpu-reset, or reboot; if it comes back, drain the host and report it',
    ],
    verify: 'nvidia-smi nvlink -s lists all links, nvidia-smi topo -p2p r shows OK for all pairs',
  },
  'fabric-manager': {
    title: 'Fabric Manager or NVSwitch multicast is not ready',
    causes:
      'Usually nvidia-fabricmanager does not run, has another version than the driver, or was restarted without a reset of the GPUs. In virtual machines, the partition may not offer multicast.',
    actions: [
      'systemctl status nvidia-fabricmanager: does it run, with the version of the driver?',
      'nvidia-smi -q | grep -A 3 Fabric: State Completed, Status Success?',
      'Without jobs on the host: nvidia-smi --gpu-reset, systemctl restart nvidia-fabricmanager; or reboot',
      'NCCL_NVLS_ENABLE=0 until then, where only NVLS fails',
    ],
    verify: 'nvidia-smi -q shows Fabric State Completed; the log counts nvls channels',
  },
  imex: {
    title: 'NVLink across hosts is not usable',
    causes:
      'Usually nvidia-imex does not run on all hosts of the domain, or the container lacks an IMEX channel. Otherwise NCCL_MNNVL_ENABLE=1 is set on a machine without NVLink between hosts.',
    actions: [
      'systemctl status nvidia-imex on every host; nvidia-imex-ctl -N: are all hosts connected?',
      'ls /dev/nvidia-caps-imex-channels inside the container (Kubernetes: ComputeDomain of the NVIDIA DRA driver)',
      'nvidia-smi -q | grep -A 4 Fabric: the same ClusterUUID and CliqueId on all hosts?',
      'unset NCCL_MNNVL_ENABLE; NCCL_MNNVL_ENABLE=0 to go on over the NICs until then',
    ],
    verify: 'the log shows "MNNVL 1" and the size of the clique',
  },
  'gpu-memory': {
    title: 'GPU memory is exhausted',
    causes:
      'Usually model, batch or test size is too large for the GPU, or another process holds its memory. NCCL needs room beside the pool of the framework, for each communicator.',
    actions: [
      'nvidia-smi (AMD: rocm-smi --showmeminfo vram) before the start: does another process hold memory?',
      'Smaller batch or sequence length; nccl-tests: smaller -e',
      'Leave 1-2 GB beside the pool of the framework; PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True against fragmentation',
      'Fewer communicators; unset NCCL_BUFFSIZE and NCCL_MIN_NCHANNELS',
    ],
    verify: 'nvidia-smi shows free memory on every GPU at the peak of the run',
  },
  'duplicate-gpu': {
    title: 'ranks that do not each have a GPU of their own',
    causes:
      'Usually the program does not select the GPU by its local rank, or more ranks run on the host than GPUs are visible. Otherwise another process holds the GPU, or it is in exclusive compute mode.',
    actions: [
      'Call torch.cuda.set_device(int(os.environ["LOCAL_RANK"])) before the first collective; init_process_group(device_id=...)',
      'nvidia-smi -L and echo $CUDA_VISIBLE_DEVICES in every rank: at least as many GPUs as --nproc-per-node or tasks per node',
      'Slurm: --gpus-per-node with all GPUs visible to each task; with --gpus-per-task=1, each task has device 0',
      'nvidia-smi -q -d COMPUTE; nvidia-smi -c 0 as root ends exclusive mode',
    ],
    verify: 'nvidia-smi shows one process of the job on every GPU; each rank logs another busId',
  },
  'no-gpu': {
    title: 'no GPU is visible to the process',
    causes:
      'Usually the container or the job was started without GPUs, or CUDA_VISIBLE_DEVICES is empty. Otherwise the driver is not loaded.',
    actions: [
      'nvidia-smi -L inside the job; echo $CUDA_VISIBLE_DEVICES',
      'docker run --gpus all (AMD: --device /dev/kfd --device /dev/dri); Kubernetes: limits nvidia.com/gpu; Slurm: --gpus-per-node',
      'nvidia-smi on the host: if it fails there too, dmesg -T | grep -i nvrm',
    ],
    verify: 'nvidia-smi -L inside the job lists all GPUs that were asked for',
  },
  'driver-version': {
    title: 'the driver does not fit CUDA',
    causes:
      'Usually the driver is older than the CUDA of the program, or it was updated and not reloaded. Otherwise compatibility libraries (cuda/compat) in the container do not suit the driver or the GPU.',
    actions: [
      'nvidia-smi: CUDA Version must not be below that of the image',
      'cat /proc/driver/nvidia/version on the host: if nvidia-smi reports another version, reboot or reload the modules',
      'Take cuda/compat out of LD_LIBRARY_PATH and of /etc/ld.so.conf.d in the container',
      'An image with an older CUDA, or a newer driver on all hosts',
    ],
    verify: 'nvidia-smi and python -c "import torch; torch.cuda.init()" run inside the job',
  },
  'built-for-other-gpu': {
    title: 'not built for this GPU or its driver',
    causes:
      'Usually the GPU is newer than the build of NCCL or of the program, or an own build lists too few architectures. Otherwise the code was compiled with a newer CUDA than the driver knows.',
    actions: [
      'nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv',
      'python -c "import torch; print(torch.cuda.get_arch_list(), torch.cuda.nccl.version())"; cuobjdump --list-elf libnccl.so.2 | grep sm_',
      'A release of framework and NCCL that supports this GPU; own builds: NVCC_GENCODE with its sm_ number',
      'Where the toolchain is called unsupported: a newer driver',
    ],
    verify: 'all_reduce_perf -g 1 runs with this library on this GPU',
  },
  iommu: {
    title: 'the IOMMU translates or blocks accesses between devices',
    causes: 'Usually the kernel was booted without iommu=pt. ACS on PCIe bridges often adds to it.',
    actions: [
      'cat /proc/cmdline; dmesg | grep -i "domain type"',
      'Kernel command line: iommu=pt (without virtual machines also amd_iommu=off or intel_iommu=off), then reboot',
      'As root: lspci -vvv | grep ACSCtl; iommu=pt does not clear ACS',
    ],
    verify: 'dmesg shows Passthrough as the default domain type, and no new IO_PAGE_FAULT or DMAR line',
  },
  'nvlink-fault': {
    title: 'NVLink errors',
    causes:
      'Usually a link, a bridge or a switch has a fault. A GPU that failed, or a process that ended, at the far end of a link leaves the same errors here.',
    actions: [
      'dmesg -T | grep -i -E "xid|sxid" on all hosts of the NVLink domain: which line was first?',
      'nvidia-smi nvlink -e before and after a run: which counters grow?',
      'journalctl -u nvidia-fabricmanager: does it call the error fatal?',
      'Do what Xid 154 asks for, or nvidia-smi --gpu-reset without jobs; if it comes back, drain the host and report it',
    ],
    verify: 'nvidia-smi nvlink -e shows the same counts before and after a run; no new Xid or SXid',
  },
  'gpu-fault': {
    title: 'a GPU fault',
    causes:
      'Usually GPU memory with errors, or a GPU that fell off the bus: power, heat, slot or the GPU itself. Errors of its firmware (GSP) may also come from the driver.',
    actions: [
      'dmesg -T | grep -i xid: the first number counts; 79: power-cycle the host',
      'nvidia-smi -q -d ECC,ROW_REMAPPER: errors, pending or failed remappings',
      'Drain the host; without jobs nvidia-smi --gpu-reset -i GPU, or what Xid 154 asks for',
      'If it comes back: dcgmi diag -r 3, replace the GPU; Xid 119 and 120 also: newer driver',
    ],
    verify: 'a long run leaves no new Xid in dmesg, and nvidia-smi -q -d ECC,ROW_REMAPPER is clean',
  },
  'gpu-application-fault': {
    title: 'a GPU program used an address it may not use',
    causes:
      'Usually an error in a kernel of the application, or memory freed while still in use, also that of a neighbour whose process ended. Rarely the GPU itself.',
    actions: [
      'dmesg -T | grep -i xid: the process (pid, name) of the first line; Xid 43 and 45 follow from others',
      'Look in the logs of all ranks for the first that failed',
      'CUDA_LAUNCH_BLOCKING=1, or compute-sanitizer around the program of one rank',
      'The same program on another GPU: does the fault stay with the program?',
    ],
    verify: 'the program passes this point under compute-sanitizer, and dmesg has no new Xid',
  },
  'pcie-fault': {
    title: 'PCIe errors',
    causes:
      'Usually a card or riser that does not sit well, or a slot or cable with a bad signal. Otherwise firmware, or the device itself.',
    actions: [
      'dmesg -T | grep "PCIe Bus Error": which device, and does the count grow during a run?',
      'As root: lspci -vvv -s ADDRESS: LnkSta (speed, width), CESta, UESta',
      'Reseat or swap the card: does the fault move with it? Update the firmware of board, switch and device',
      'Uncorrected errors: drain the host',
    ],
    verify: 'dmesg -T | grep "PCIe Bus Error" has no new line after a run under load',
  },
  numa: {
    title: 'the kernel moves memory between NUMA nodes',
    causes: 'kernel.numa_balancing is on, the default of most distributions: bandwidth then varies.',
    actions: [
      'sysctl kernel.numa_balancing',
      'sysctl -w kernel.numa_balancing=0 as root; to keep it: a file in /etc/sysctl.d',
    ],
    verify: 'sysctl kernel.numa_balancing prints 0 on all hosts',
  },
  'amd-p2p': {
    title: 'the setting for P2P between AMD GPUs over PCIe is missing',
    causes: 'HSA_FORCE_FINE_GRAIN_PCIE=1 does not reach all ranks.',
    actions: [
      'export HSA_FORCE_FINE_GRAIN_PCIE=1 in the job script of every rank',
      'mpirun -x HSA_FORCE_FINE_GRAIN_PCIE=1; docker run -e HSA_FORCE_FINE_GRAIN_PCIE=1',
    ],
    verify: 'the log no longer has the line; connections inside the host are "via P2P"',
  },
  'amd-fault': {
    title: 'an AMD GPU fault',
    causes:
      'Usually a kernel touched a wrong address, or memory of a neighbour whose process ended. Where the GPU hung or was reset: driver or hardware.',
    actions: [
      'dmesg -T | grep -i amdgpu on that host; rocm-smi',
      'Look in the logs of all ranks for the first that failed',
      'AMD_SERIALIZE_KERNEL=3 AMD_LOG_LEVEL=3: which kernel was it?',
      'The same run on other GPUs: does the fault stay with this one? Then drain the host',
    ],
    verify: 'the run passes this point, and dmesg has no new amdgpu fault',
  },
  'cuda-sticky': {
    title: 'an earlier kernel broke the CUDA context',
    causes:
      'A kernel on this GPU failed, usually one of the application; NCCL is often only the first to notice, since the error appears at a later call. Otherwise a bug of an old NCCL, or the GPU.',
    actions: [
      'dmesg -T | grep -i xid on that host: Xid and process',
      'The first rank with this error counts; the others follow from it',
      'CUDA_LAUNCH_BLOCKING=1: the line then names the call; compute-sanitizer for addresses',
      'Newer NCCL; the same program on another GPU',
    ],
    verify: 'the program passes this point with CUDA_LAUNCH_BLOCKING=1 and without it',
  },
  'cuda-other': {
    title: 'a CUDA call failed',
    causes:
      'The text of CUDA names the kind: most often rights or devices that the container lacks, a driver in a bad state after a fault, a fork after CUDA started, or a call that is not allowed during capture.',
    actions: [
      'nvidia-smi inside the job; dmesg -T | grep -i -E "xid|nvrm" on the host',
      'Container: docker run --gpus all --ipc=host, without a seccomp profile of its own',
      'NCCL_CUMEM_ENABLE=0, then NCCL_NVLS_ENABLE=0, as tests: which of them lets it run?',
      'Fork: multiprocessing start method "spawn"; capture: create process groups before it',
    ],
    verify: 'all_reduce_perf runs in the same environment, and the job passes this point',
  },
  'wrong-results': {
    title: 'results are wrong',
    causes:
      'Usually P2P between GPUs corrupts data (ACS, IOMMU, a driver that offers it on GPUs without it). Otherwise memory of a GPU, or NCCL_PROTO set to a protocol that the link does not suit.',
    actions: [
      'unset NCCL_PROTO and NCCL_ALGO',
      'NCCL_P2P_DISABLE=1, then NCCL_PROTO=Simple, as tests: which of them gives right results?',
      'As root: lspci -vvv | grep ACSCtl; cat /proc/cmdline: iommu=pt',
      'Runs with half of the GPUs narrow it down to one; dcgmi diag -r 3',
    ],
    verify: 'all_reduce_perf -c 1 shows 0 in the columns #wrong, over several runs',
  },
  'config-file': {
    title: 'a topology or graph file that does not fit',
    causes:
      'Usually NCCL_TOPO_FILE or NCCL_GRAPH_FILE belongs to another machine or NCCL version, is not mounted in the container, or the job uses only some of the GPUs.',
    actions: [
      'unset NCCL_TOPO_FILE NCCL_GRAPH_FILE: NCCL detects the machine itself',
      'ls -l and xmllint --noout on the file, inside the job',
      'NCCL_TOPO_DUMP_FILE=/tmp/topo.xml on this machine: compare with the file',
    ],
    verify: 'the job starts without lines about XML or missing nodes',
  },
  'topology-missing': {
    title: 'the PCIe topology cannot be seen',
    causes:
      'Usually a virtual machine hides it, or /sys is not complete in the container. NCCL then takes default values for speeds and distances.',
    actions: [
      'NCCL_TOPO_DUMP_FILE=/tmp/topo.xml: are all GPUs and NICs in it, under the right CPUs?',
      'NCCL_TOPO_FILE with the file that the cloud provider supplies for this instance type',
      'nvidia-smi topo -m and lspci -tv in the virtual machine; /sys mounted in the container',
    ],
    verify: 'nvidia-smi topo -m and the dumped topology agree with the machine',
  },
  'graph-search': {
    title: 'NCCL found no good path through the machine',
    causes:
      'Usually the topology is hidden or incomplete (virtual machine, topology file), hosts are unlike, or P2P is off. NCCL then takes a plain order, or stops.',
    actions: [
      'unset NCCL_GRAPH_FILE NCCL_TOPO_FILE NCCL_P2P_LEVEL NCCL_P2P_DISABLE',
      'nvidia-smi topo -m on all hosts: alike? nvidia-smi topo -p2p r: OK?',
      'NCCL_TOPO_DUMP_FILE=/tmp/topo.xml: is a GPU or NIC missing? Virtual machine: NCCL_TOPO_FILE of the cloud provider',
      'A newer NCCL, where the machine is newer than NCCL',
    ],
    verify: 'the log shows the expected bandwidth in the "Pattern" lines (NCCL_DEBUG_SUBSYS=INIT,GRAPH)',
  },
} as const satisfies Partial<Record<Topic, Advice>>
