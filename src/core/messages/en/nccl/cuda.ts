/** English: what the rows of knowledge/messages/cuda.ts mean. */
import type { cuda as rows } from '../../../knowledge/messages/cuda.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const cuda: Meanings<(typeof rows)[number][0]> = {
  'cuda-oom-nccl': 'no GPU memory was left for the buffers of NCCL or of the test',
  'cuda-oom-torch': 'PyTorch could not allocate GPU memory on this rank',
  'cuda-oom-hip': 'PyTorch could not allocate memory on this AMD GPU',
  'cuda-oom-error':
    'a CUDA call found no free GPU memory, often outside the pool of PyTorch (NCCL, CUDA context)',
  'cuda-illegal-access':
    'a kernel on this GPU accessed memory that it may not access; the call that reports it may be a later one',
  'cuda-launch-failure': 'a kernel died on this GPU; every later CUDA call of the process fails too',
  'cuda-launch-timeout':
    'the driver stopped a kernel that ran too long, usually because the GPU also drives a display',
  'cuda-assert': 'an assertion in a kernel failed, often an index, label or token that is out of range',
  'cuda-ecc': 'the GPU found an error in its memory that it could not correct',
  'cuda-nvlink': 'an NVLink failed while data was moving, and the driver could not correct it',
  'cuda-peer-contained':
    'an access to the memory of another GPU over NVLink failed: the memory was gone, or hardware failed',
  'cuda-illegal-instr': 'a kernel reached an instruction that the GPU does not know',
  'cuda-misaligned': 'a kernel used an address with an alignment that the access does not allow',
  'cuda-peer-unsupported': 'peer access was requested between two GPUs that cannot access each other',
  'cuda-peer-exhausted': 'the limit of peers that one GPU may map is reached',
  'cuda-mapbuffer': 'memory, often that of another GPU, could not be mapped',
  'cuda-present-state':
    'the driver refused a call in its present state; with NVLS, Fabric Manager and the GPUs are out of step',
  'cuda-not-init':
    'the driver is not ready for CUDA (error 802): on NVSwitch machines, Fabric Manager is not ready',
  'cuda-driver-old': 'the driver is older than the CUDA runtime that the program uses',
  'cuda-driver-mismatch': 'the user-space libraries of the driver do not fit its kernel module (error 803)',
  'cuda-fwd-compat':
    'CUDA compatibility libraries were loaded for a GPU that does not allow them (error 804)',
  'nvml-mismatch': 'kernel module and libraries of the driver have different versions',
  'cuda-nokernel': 'the program or NCCL holds no code for this generation of GPU',
  'cuda-symbol':
    'CUDA did not find a kernel or symbol, usually because NCCL was built without this generation of GPU',
  'cuda-ptx': 'the code was compiled with a newer CUDA than the driver supports',
  'cuda-device-function': 'a kernel does not exist in a form that this GPU can run',
  'cuda-ordinal': 'the process asked for a GPU index that it does not have',
  'cuda-nodevice': 'CUDA sees no GPU in this process',
  'cuda-busy': 'the GPU is held by another process (exclusive mode) or does not respond',
  'cuda-os-call':
    'a system call of the driver was refused by the operating system or the sandbox (error 304)',
  'cuda-not-permitted-capture': 'a call was made that is not allowed while a CUDA graph is being captured',
  'cuda-not-permitted':
    'the driver did not permit the operation (error 800), often sharing memory without an IMEX channel',
  'cuda-not-supported': 'the GPU or this machine does not support the function that was called (error 801)',
  'cuda-invalid-arg':
    'a CUDA call refused its arguments (error 1); the source file in the line tells which part of NCCL made it',
  'cuda-unknown': 'CUDA failed with no reason given (error 999); the driver is usually in a bad state',
  'cuda-init-error': 'CUDA could not start in this process (error 3)',
  'cuda-shutting': 'a CUDA call came while the process was ending',
  'cuda-invalid-handle':
    'a stream, event or other handle was used that does not exist, or belongs to another GPU',
  'cuda-visible-fork': 'a forked process uses CUDA although its parent already had',
}
