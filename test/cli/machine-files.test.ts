/** `--on FILE`: NCCL's topology file and `nvidia-smi topo -m` as the machine that is asked about. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shared } from '../shared.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ringscope } from './run-here.ts'

const XML = 'samples/host-topology/nccl-topo.xml'
const MATRIX = 'samples/healthy-a100/topo.txt'

const scratch = (name: string, text: string) => {
  const path = join(temporaryFolder('on'), name)
  writeFileSync(path, text)
  return path
}

describe('expect --on FILE', () => {
  test('a topology file: what the machine was built for, with the lost NVLinks of GPU3 counted as its siblings’', async () => {
    const { stdout } = await ringscope(['expect', 'all_reduce', '--on', XML])
    const { stdout: whole } = await ringscope([
      'expect',
      'all_reduce',
      '--on',
      '4xA100-SXM4-80GB,nvswitch,amd',
    ])
    const band = (text: string) => /should reach ([\d.-]+ GB\/s)/.exec(text)?.[1]
    expect(band(stdout)).toBeDefined()
    expect(band(stdout)).toBe(band(whole))
    expect(stdout).not.toContain('assumed')
  })

  test('of several nodes the fabric is supposed, and said so', async () => {
    const { stdout } = await ringscope(['expect', 'all_reduce', '--on', XML, '--nodes', '2'])
    expect(stdout).toContain('2 x 200 Gb/s per node')
    expect(stdout).toContain('assumed  the fabric between the nodes')
    const stated = await ringscope(['expect', 'all_reduce', '--on', XML, '--nodes', '2', '--fabric', 'roce'])
    expect(stated.stdout).not.toContain('assumed')
  })

  test('topo -m names no GPU model: it is supposed, and a number is not judged by it', async () => {
    const { stdout, status } = await ringscope(['expect', 'all_reduce', '--on', MATRIX, '--measured', '150'])
    expect(status).toBe(0)
    expect(stdout).toContain('UNDECIDED')
    expect(stdout).toContain('nvidia-smi -L')
  })

  test('with the names of the GPUs in the same file it is judged', async () => {
    const names = Array.from(
      { length: 8 },
      (_, at) => `GPU ${at}: NVIDIA A100-SXM4-80GB (UUID: GPU-${at})\n\t Link 0: 25 GB/s`,
    )
    const path = scratch('host.txt', `${names.join('\n')}\n\n${readFileSync(MATRIX, 'utf8')}`)
    const { stdout, status } = await ringscope(['expect', 'all_reduce', '--on', path, '--measured', '150'])
    expect(stdout).toContain('BELOW EXPECTED')
    expect(status).toBe(0)
  })

  test('diagnose and simulate take it too', async () => {
    const low = await ringscope(['diagnose', 'samples/healthy-a100/all_reduce.txt', '--on', MATRIX])
    expect(low.stdout).not.toContain('FAULT')
    const simulated = await ringscope([
      'simulate',
      'all_reduce',
      '--on',
      XML,
      '--algo',
      'ring',
      '--size',
      '1G',
    ])
    expect(simulated.status).toBe(0)
  })

  test('a file without a machine, a cut matrix and a missing file say what is wrong', async () => {
    const nothing = await ringscope(['expect', 'all_reduce', '--on', 'samples/healthy-a100/all_reduce.txt'])
    expect(nothing).toMatchObject({ status: 2, stdout: '' })
    expect(nothing.stderr).toContain('describes no machine')
    const cut = scratch('topo.txt', readFileSync(MATRIX, 'utf8').split('\n').slice(0, 5).join('\n'))
    expect((await ringscope(['expect', 'all_reduce', '--on', cut])).stderr).toContain('is incomplete')
    expect((await ringscope(['expect', 'all_reduce', '--on', 'no-such.xml'])).status).toBe(2)
  })

  const frames = [
    'samples/topology-frame/nccl-topo.xml',
    shared('data', 'nccl', 'topo_aws_p4d.24xlarge_a100.xml') ?? [],
  ].flat()
  test.each(frames)(
    'a frame of a known machine has the links that its model usually has: %s',
    async (frame) => {
      const { stdout } = await ringscope(['expect', 'all_reduce', '--on', frame])
      expect(stdout).toContain('225-235 GB/s')
      expect(stdout).toContain('NVLinks')
    },
  )
})

test('topo FILE of a topology file: matrix, NICs and what is unequal', async () => {
  const { stdout, status } = await ringscope(['topo', XML])
  expect(status).toBe(0)
  expect(stdout).toMatch(/GPU0 +X NV12 NV12 +NV8 +PIX +SYS/)
  expect(stdout).toMatch(/NIC1 +GPU2 GPU3 +PIX +24 GB\/s/)
  expect(stdout).toContain('GPU3 has 8 NVLinks')
})
