/** The catalogue: every row can be reached, and what stands around a message does not matter. */
import { describe, expect, test } from 'vitest'
import { messages } from '../../knowledge/messages/index.ts'
import { messageIn } from './message-in.ts'

test('ids are unique', () => {
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
})

test.each(messages.map(({ id, fragment }) => [id, fragment]))(
  '%s: its own fragment is that row',
  (id, fragment) => {
    expect(messageIn(fragment.replaceAll('…', ' 0x7f '))?.id).toBe(id)
  },
)

describe('the special before the general', () => {
  test.each([
    [
      'misc/ibvwrap.cc:71 NCCL WARN Call to ibv_modify_qp failed with error Network is unreachable errno 101',
      'ib-modify-qp-unreachable',
    ],
    [
      'misc/ibvwrap.cc:307 NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out, on dev mlx5_1:1',
      'ib-modify-qp-timeout',
    ],
    ["transport/nvls.cc:263 NCCL WARN Cuda failure 1 'invalid argument'", 'nvls-cuda-failure'],
    ["include/alloc.h:99 NCCL WARN Cuda failure 2 'out of memory'", 'cuda-oom-nccl'],
    ["gpu-07: Test CUDA failure common.cu:893 'out of memory'", 'cuda-oom-nccl'],
    [
      "gpu-07: Test NCCL failure common.cu:958 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '",
      'nt-nccl',
    ],
    ['NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.', 'xid-79'],
    ['NVRM: Xid (PCI:0000:3b:00): 12345', 'xid-any'],
    ['gpu-01:3301:3352 [2] NCCL INFO transport/net_ib.cc:1010 -> 2', 'trace-arrow'],
  ])('%s', (line, id) => expect(messageIn(line)?.id).toBe(id))
})

test.each([
  '',
  'Epoch 3: 41% 820/2000',
  'gpu-01:1:2 [0] NCCL INFO Channel 00/24 : 0 1 2 3',
  '# nThread 1 nGpus 8',
])('nothing in %j', (line) => expect(messageIn(line)).toBeUndefined())
