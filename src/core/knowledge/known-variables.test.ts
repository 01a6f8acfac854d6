/** Names of variables: known, dead, too new, or a slip of a known one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf, numberAsNcclReads } from './costly-settings.ts'
import { isNewer, nameStatus, VARIABLES } from './known-variables.ts'

test.each([
  ['NCCL_BUFFER_SIZE', 'NCCL_BUFFSIZE'],
  ['NCCL_BUFF_SIZE', 'NCCL_BUFFSIZE'],
  ['NCCL_NUM_CHANNELS_MAX', undefined],
  ['NCCL_MAX_CHANNELS', 'NCCL_MAX_NCHANNELS'],
  ['NCCL_SOCKET_IF_NAME', 'NCCL_SOCKET_IFNAME'],
  ['NCCL_SOCKET_INTERFACE', 'NCCL_SOCKET_IFNAME'],
  ['NCCL_IB_HCAS', 'NCCL_IB_HCA'],
  ['NCCL_IB_GID_IDX', 'NCCL_IB_GID_INDEX'],
  ['NCCL_P2P_DISABLED', 'NCCL_P2P_DISABLE'],
  ['NCCL_PROTOCOL', 'NCCL_PROTO'],
  ['NCCL_ALGORITHM', 'NCCL_ALGO'],
  ['NCCL_DEBGU', 'NCCL_DEBUG'],
  ['NCCL_IB_TIMEOUTS', 'NCCL_IB_TIMEOUT'],
  ['NCCL_SOME_PLUGIN_THING', undefined],
])('%s means %s', (name, meant) => {
  const status = nameStatus(name)
  expect(status.is).toBe('unknown')
  expect(status.is === 'unknown' ? status.meant : undefined).toBe(meant)
})

test.each([
  ['NCCL_ALGO', undefined, 'known'],
  // Built by macros: still read, though the text of the source does not hold the name.
  ['NCCL_P2P_LEVEL', undefined, 'known'],
  ['NCCL_P2P_DISABLE', '2.30.7', 'known'],
  ['NCCL_NET_GDR_LEVEL', '2.21.5', 'known'],
  ['NCCL_DEBUG_SUBSYS', undefined, 'known'],
  ['NCCL_LL_THRESHOLD', undefined, 'dead'],
  ['NCCL_LL_THRESHOLD', '2.4.8', 'known'],
  ['NCCL_IB_CUDA_SUPPORT', '2.18.1', 'dead'],
  ['NCCL_MNNVL_ENABLE', '2.19.3', 'too-new'],
  ['NCCL_VERSION', undefined, 'of-others'],
  ['NCCL_ASYNC_ERROR_HANDLING', undefined, 'of-others'],
  ['TORCH_NCCL_BLOCKING_WAIT', undefined, 'of-others'],
  ['RCCL_MSCCL_ENABLE', undefined, 'known'],
] as const)('%s in %s is %s', (name, version, is) => expect(nameStatus(name, version).is).toBe(is))

test('versions compare by their parts', () => {
  expect(isNewer('2.21.5', '2.4.8')).toBe(true)
  expect(isNewer('2.4.8', '2.21.5')).toBe(false)
  expect(isNewer('2.21', '2.21.0')).toBe(false)
})

test('property: no known name is taken for a slip of another, and any name gets an answer', () => {
  for (const { name } of VARIABLES) expect(nameStatus(name).is).not.toBe('unknown')
  fc.assert(
    fc.property(fc.stringMatching(/^NCCL_[A-Z0-9_]{0,40}$/), (name) => {
      expect(['known', 'dead', 'unknown', 'of-others', 'too-new']).toContain(nameStatus(name).is)
    }),
  )
})

test.each([
  ['8M', 8],
  ['4194304', 4194304],
  ['0x400000', 4194304],
  ['-1', -1],
  ['', 0],
  ['auto', 0],
])('NCCL reads %s as %d', (text, number) => expect(numberAsNcclReads(text)).toBe(number))

test.each([
  ['NCCL_PROTO', 'LL', 'll-only'],
  ['NCCL_PROTO', '^Simple', 'll128-only'],
  ['NCCL_PROTO', 'LL,LL128', 'll128-only'],
  ['NCCL_PROTO', 'Simple', undefined],
  ['NCCL_PROTO', '^LL128', undefined],
  ['NCCL_PROTO', 'allreduce:LL', undefined],
  ['NCCL_MAX_NCHANNELS', '2', 'few-channels'],
  ['NCCL_MAX_NCHANNELS', '32', undefined],
  ['NCCL_NET_GDR_LEVEL', 'LOC', 'gdr-off'],
  ['NCCL_NET_GDR_LEVEL', 'PHB', undefined],
  ['NCCL_P2P_LEVEL', 'LOC', 'p2p-off'],
  ['NCCL_P2P_LEVEL', 'NVL', undefined],
  ['NCCL_NVLS_ENABLE', '0', 'nvls-off'],
  ['NCCL_NVLS_ENABLE', '', undefined],
] as const)('%s=%s: %s', (name, value, effect) => expect(costOf(name, value)?.effect).toBe(effect))
