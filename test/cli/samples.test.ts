/**
 * Samples of our own with a settled answer. They are of the kinds of the real cases and files that stand beside the repository
 * (cases.test.ts, real-data.test.ts), so that each kind is tested everywhere.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { expectSettled, isLoud, reportOf, type Settled } from './settled.ts'

const root = fileURLToPath(new URL('../../samples', import.meta.url))
const filesOf = (name: string) => readdirSync(join(root, name)).map((file) => join(root, name, file))

const fault = (id: string, revealing: RegExp, more: Partial<Settled> = {}): Settled => ({
  ...{ anyOf: [id], verdict: ['degraded'], revealing },
  ...more,
})
/** Nothing is to blame, and nothing proves that all is well. */
const undecided = (...info: readonly string[]): Settled => ({ anyOf: [], verdict: ['unknown'], info })
const healthy = (...args: readonly string[]): Settled => ({
  ...{ anyOf: [], verdict: ['healthy'], info: ['number-is-healthy'], args },
})

const SETTLED: Readonly<Record<string, Settled>> = {
  'nccl-gdr-asymmetric': fault('gdr-asymmetric', /^gpu-02.*\[receive\] via NET\/IB\/\d$/),
  'nccl-p2p-off': fault('p2p-forced-off', /NCCL_P2P_LEVEL set by environment to LOC/, {
    all: ['graph-search-failed'],
  }),
  'nccl-shm-full': fault('shm-too-small', /failed to extend \/dev\/shm/, { verdict: ['broken'] }),
  'nccl-tcp-fallback': fault('rdma-userspace-missing', /ibv_open_device failed/, { all: ['tcp-fallback'] }),
  'nccl-two-channels': fault('gdr-missing', /\[receive\] via NET\/AWS Libfabric\/0$/, {
    all: ['few-channels'],
  }),
  'nccl-two-containers': fault('same-host-over-network', /via NET\/IB\/0$/),
  'nccl-few-cores': fault('cpu-binding', /Setting affinity for GPU 0 to 0f$/),
  'nccl-virtual-machine': fault('vm-topology-missing', /PCI\[0\.2\] - PCI/),
  'rccl-fine-grain': fault('amd-p2p-env', /HSA_FORCE_FINE_GRAIN_PCIE=1/),
  'rccl-p2p-one-way': fault('p2p-asymmetric', /2\[2\] -> 3\[3\] via SHM/),
  'size-dip': fault('size-dip', /^\s*67108864\s.*13\.10/, { all: ['env-override'] }),
  'roce-collapse': fault('size-collapse', /^\[0\]\s+67108864\s.*6\.10/),
  'host-acs': fault('acs-redirect', /ReqRedir\+/),
  'host-ports-no-subnet-manager': fault('nic-degraded', /State: Initializing/),

  'bare-curve': undecided(),
  'bandwidth-csv': undecided(),
  'hand-table': undecided(),
  'host-bandwidth': undecided(),
  'nccl-healthy-2-nodes': undecided(),
  'nccl-old-and-torn': undecided(),
  'rccl-log': undecided(),
  'consumer-cards': undecided('p2p-unavailable', 'cross-socket-path'),
  'nccl-two-sockets': undecided('cross-socket-path'),
  'cube-mesh': undecided(),
  'host-bridged-pair': undecided(),
  'topology-frame': undecided(),
  'topology-xgmi': undecided(),

  'healthy-a100': healthy(),
  'healthy-h100-2-nodes': healthy('--on', 'dgx-h100', '--nodes', '2'),
  'rccl-mi300x': healthy(),
  'old-versions': healthy(),
}

test.each(Object.entries(SETTLED))('%s', async (name, settled) => {
  expectSettled(await reportOf(filesOf(name), settled.args), settled)
})

describe('every format of the real files', () => {
  test.each([
    ['topology-xml', 'topology-frame'],
    ['topology-xml', 'topology-xgmi'],
    ['graph-xml', 'host-topology'],
    ['nccl-log', 'nccl-two-channels'],
    ['nccl-tests', 'roce-collapse'],
    ['nvidia-smi-topo', 'cube-mesh'],
    ['nvidia-smi-nvlink', 'host-bridged-pair'],
    ['ibstat', 'host-ports-no-subnet-manager'],
    ['rocm-smi-topo', 'host-topology'],
  ])('%s is read, alone, without a fault of its own: %s', async (format, name) => {
    const reports = await Promise.all(filesOf(name).map((file) => reportOf([file])))
    const withFormat = reports.filter(({ inputs }) => inputs[0]?.formats.includes(format))
    expect(withFormat.length).toBeGreaterThan(0)
    for (const { notes } of withFormat) expect(notes.filter(({ id }) => id.endsWith('-failed'))).toEqual([])
  })
})

test('what is healthy stays so file by file', async () => {
  const quiet = Object.entries(SETTLED).filter(([, { anyOf }]) => anyOf.length === 0)
  for (const [name, { args }] of quiet)
    for (const file of filesOf(name)) {
      const { findings } = await reportOf([file], args)
      expect({ file, loud: findings.filter(isLoud).map(({ id }) => id) }).toEqual({ file, loud: [] })
    }
})
