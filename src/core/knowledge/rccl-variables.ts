/**
 * The variables that RCCL reads beside NCCL's: ROCm/rccl, src (RCCL_PARAM and getenv), October 2024; and what around NCCL
 * and RCCL uses the same prefixes without being theirs: plugins, PyTorch, container images.
 */
import type { Variable } from './nccl-variables.ts'

export const RCCL_VARIABLES: readonly Variable[] = [
  { name: 'RCCL_CLIQUE_ALLREDUCE_BYTE_LIMIT', default: '0' },
  { name: 'RCCL_CLIQUE_ALLREDUCE_NCHANNELS', default: '0' },
  { name: 'RCCL_CLIQUE_IGNORE_TOPO', default: '0' },
  { name: 'RCCL_ENABLE_CLIQUE', default: '0' },
  { name: 'RCCL_ENABLE_INTRANET', default: 'auto' },
  { name: 'RCCL_ENABLE_SIGNALHANDLER', default: '0' },
  { name: 'RCCL_FORCE_ENABLE_GDRDMA', default: 'auto' },
  { name: 'RCCL_INTRANET_THRESHOLD', default: '8388608' },
  { name: 'RCCL_KERNEL_COLL_TRACE_ENABLE', default: '0' },
  { name: 'RCCL_LL128_FORCE_ENABLE', default: '0' },
  { name: 'RCCL_MODEL_MATCHING_DISABLE', default: '0' },
  { name: 'RCCL_MSCCL_ENABLE_SINGLE_PROCESS', default: '1' },
  { name: 'RCCL_MSCCL_ENABLE', default: '1' },
  { name: 'RCCL_MSCCL_FORCE_ENABLE', default: '0' },
  { name: 'RCCL_MSCCL_FORCE_FULLOPS', default: '0' },
  { name: 'RCCL_MSCCL_WORK_FIFO_DEPTH', default: '262144' },
  { name: 'RCCL_MSCCLPP_ENABLE', default: 'auto' },
  { name: 'RCCL_MSCCLPP_THRESHOLD', default: 'auto' },
  { name: 'RCCL_NET_CONTIGUOUS_MEM', default: '0' },
  { name: 'RCCL_P2P_NET_DISABLE', default: '0' },
  { name: 'RCCL_P2P_NET_THRESHOLD', default: '131072' },
  { name: 'RCCL_PIVOT_ALLTOALL_ENABLE', default: '1' },
  { name: 'RCCL_STACK_SIZE_OVERRIDE', default: '0' },
  { name: 'RCCL_USE_ROCM_SMI_LIB', default: '0' },
  { name: 'RCCL_DUMP_ROME_MODEL_FILE', default: 'unset' },
  { name: 'RCCL_ROCR_PATH', default: 'unset' },
  { name: 'RCCL_TREES', default: 'unset' },
  { name: 'NCCL_RINGS_REMAP', default: 'unset' },
]

/** Read by PyTorch until 2.2, now under TORCH_NCCL_. */
const PYTORCH =
  /^NCCL_(?:ASYNC_ERROR_HANDLING|BLOCKING_WAIT|DESYNC_DEBUG|ENABLE_TIMING|ENABLE_MONITORING|DUMP_ON_TIMEOUT|TRACE_BUFFER_SIZE|HEARTBEAT_TIMEOUT_SEC|USE_COMM_NONBLOCKING|USE_TENSOR_REGISTER_ALLOCATOR_HOOK|AVOID_RECORD_STREAMS|NAN_CHECK|LOG_CPP_STACK_ON_EXCEPTION|WAIT_TIMEOUT_DUMP_MILSEC|COORD_CHECK_MILSEC)$/
/** Plugins for networks and tuners, tests, profilers: each has its own list. */
const PLUGINS =
  /^NCCL_(?:FASTRAK|GPUDIRECTTCPX|TCPX|UCX|OFI|SHARP|IBEXT|INSPECTOR|TUNER_CONFIG|TESTS?|PROFILER?|PROFILE|SHIMNET|DYNAMIC_CHUNK|MSCCL|DOCA|SPECTRUM|HPCX|PLUGIN|NPKIT|KERNEL_PROFILE|EXT|GRAPH_PROFILE|CROSS_DC)_/
/** Where the library lies and which it is: set by images and builds, read by nobody at run time. */
const BUILD =
  /^(?:NCCL|RCCL)_(?:VERSION|HOME|ROOT|ROOT_DIR|DIR|PATH|PREFIX|INCLUDE|INCLUDE_DIRS?|LIB|LIB_DIR|LIBRARY|LIBRARIES|LIBRARY_PATH|INSTALL_PATH|INSTALL_DIR|SRC_DIR|BUILD|CUDA_VERSION|LAUNCHER|TEST_HOME|TESTS_HOME|SOCKET_IFNAME_LIST|PLUGIN_PATH|SO|COMMIT|TAG|BRANCH|URL|REPO|ARCH|GENCODE|DEB|RPM|LIB_PACKAGE|LIB_PACKAGE_NAME|LIB_PACKAGE_VERSION|DEV_PACKAGE|DEV_PACKAGE_NAME|DEV_PACKAGE_VERSION)$/

/** Names that others than NCCL and RCCL read, or that say where the library lies. */
export const isReadByOthers = (name: string): boolean =>
  PYTORCH.test(name) || PLUGINS.test(name) || BUILD.test(name)
