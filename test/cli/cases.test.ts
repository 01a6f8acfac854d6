/** Real cases with a settled answer, where they are at hand. samples.test.ts has one of our own for each kind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shared } from '../shared.ts'
import { expectSettled, reportOf, type Settled } from './settled.ts'

/** What stands in the line that reveals the cause, by case. */
const REVEALING: Readonly<Record<string, RegExp>> = {
  '005-nv-peer-mem-missing-one-node': /^gpu02.*\[receive\] via NET\/IB\/0$/,
  '007-p2p-level-loc-forces-shm': /NCCL_P2P_LEVEL set by environment to LOC/,
  '018-docker-shm-64mb': /posix_fallocate failed : No space left on device/,
  '020-no-libibverbs-in-image': /Failed to open libibverbs\.so/,
  '041-min-nchannels-set-dip-at-64m': /^\s*67108864\s.*19\.10/,
  '048-rccl-fine-grain-pcie-missing': /HSA_FORCE_FINE_GRAIN_PCIE=1/,
  '051-asymmetric-peer-access': /0 -> 1 via SHM/,
  '066-slurm-affinity-mask-ff': /Setting affinity for GPU 0 to ff$/,
  '074-h200-vm-bridge-0.2-and-acs-on-host': /PCI\[0\.2\] - PCI/,
  '084-h100-roce-acs-iommu-plus-split-data': /ReqRedir\+/,
}

const folder = shared('cases') ?? ''
const cases = folder
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'expected.json')))
  : []

describe.skipIf(!folder)('real cases (elsewhere: samples.test.ts)', () => {
  test('there are some', () => {
    expect(cases.length).toBeGreaterThanOrEqual(16)
  })

  test.each(cases)('%s', async (name) => {
    const path = join(folder, name)
    const settled = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')) as Settled
    const files = readdirSync(path).filter((file) => file !== 'expected.json' && file !== 'notes.md')
    const report = await reportOf(
      files.map((file) => join(path, file)),
      settled.args,
    )
    const revealing = REVEALING[name]
    expectSettled(report, { ...settled, ...(revealing ? { revealing } : {}) })
  })
})
