import { describe, expect, test } from 'vitest'
import { gpuFromDeviceName, gpuNamed, gpus } from './gpus.ts'

test.each([
  ['Tesla P100-SXM2-16GB', 'P100-SXM2'],
  ['Tesla P100-PCIE-16GB', 'P100-PCIe'],
  ['Tesla V100-SXM2-32GB', 'V100-SXM2'],
  ['Tesla V100-SXM2-16GB-N', 'V100-SXM2'],
  ['Tesla V100-SXM3-32GB-H', 'V100-SXM3'],
  ['Tesla V100-PCIE-32GB', 'V100-PCIe'],
  ['Tesla V100S-PCIE-32GB', 'V100-PCIe'],
  ['Tesla T4', 'T4'],
  ['A100-SXM4-40GB', 'A100-SXM4'],
  ['NVIDIA A100-SXM4-40GB', 'A100-SXM4'],
  ['NVIDIA A100-SXM4-80GB', 'A100-SXM4-80GB'],
  ['NVIDIA A100-SXM-64GB', 'A100-SXM4-80GB'],
  ['NVIDIA A100-PCIE-40GB', 'A100-PCIe'],
  ['NVIDIA A100 80GB PCIe', 'A100-PCIe'],
  ['NVIDIA A100-PG509-200', undefined],
  ['NVIDIA A800-SXM4-80GB', 'A800-SXM4'],
  ['NVIDIA A800 80GB PCIe', 'A800-PCIe'],
  ['NVIDIA A10', 'A10'],
  ['NVIDIA A10G', 'A10G'],
  ['NVIDIA A30', 'A30'],
  ['NVIDIA A40', 'A40'],
  ['NVIDIA RTX A6000', 'A6000'],
  ['NVIDIA L4', 'L4'],
  ['NVIDIA L40', 'L40'],
  ['NVIDIA L40S', 'L40S'],
  ['NVIDIA H100 80GB HBM3', 'H100-SXM5'],
  ['NVIDIA H100 80GB HBM2e', 'H100-SXM5'],
  ['NVIDIA H100', 'H100-SXM5'],
  ['NVIDIA H100 PCIe', 'H100-PCIe'],
  ['NVIDIA H100 NVL', 'H100-NVL'],
  ['NVIDIA H800', 'H800-SXM5'],
  ['NVIDIA H800 PCIe', 'H800-PCIe'],
  ['NVIDIA H20', 'H20-SXM5'],
  ['NVIDIA H20-3e', 'H20-SXM5'],
  ['NVIDIA H200', 'H200-SXM5'],
  ['NVIDIA H200 NVL', 'H200-NVL'],
  ['NVIDIA GH200 480GB', 'GH200'],
  ['NVIDIA GH200 120GB', 'GH200'],
  ['NVIDIA B200', 'B200'],
  ['NVIDIA B300 SXM6 AC', 'B300'],
  ['NVIDIA GB200', 'GB200'],
  ['NVIDIA GB300', 'GB300'],
  ['NVIDIA GeForce RTX 2080 Ti', 'RTX2080Ti'],
  ['NVIDIA GeForce RTX 3090', 'RTX3090'],
  ['NVIDIA GeForce RTX 3090 Ti', 'RTX3090'],
  ['NVIDIA GeForce RTX 4090', 'RTX4090'],
  ['NVIDIA GeForce RTX 4090 D', 'RTX4090'],
  ['NVIDIA GeForce RTX 5090', 'RTX5090'],
  ['NVIDIA RTX 6000 Ada Generation', 'RTX6000-Ada'],
  ['NVIDIA RTX PRO 6000 Blackwell Server Edition', 'RTX-PRO-6000'],
  ['AMD Instinct MI100', 'MI100'],
  ['AMD Instinct MI210', 'MI210'],
  ['AMD Instinct MI250X', 'MI250X'],
  ['AMD Instinct MI250X/MI250', 'MI250X'],
  ['AMD Instinct MI300X', 'MI300X'],
  ['AMD Instinct MI300X OAM', 'MI300X'],
  ['AMD Instinct MI325X', 'MI325X'],
  ['AMD Instinct MI355X', 'MI355X'],
  ['NVIDIA Graphics Device', undefined],
  ['Graphics Device', undefined],
  ['NVIDIA GeForce GTX 1050 Ti', undefined],
  ['', undefined],
])('%j is %s', (name, id) => expect(gpuFromDeviceName(name)?.id).toBe(id))

test.each([
  ['h100', 'H100-SXM5'],
  ['H100-SXM5', 'H100-SXM5'],
  ['A100', 'A100-SXM4'],
  ['A100-SXM4-40GB', 'A100-SXM4'],
  ['a100-sxm4-80gb', 'A100-SXM4-80GB'],
  ['rtx 4090', 'RTX4090'],
  ['V100', 'V100-SXM2'],
  ['MI300X', 'MI300X'],
  ['H100-SXM9', undefined],
])('the short form %j means %s', (text, id) => expect(gpuNamed(text)?.id).toBe(id))

test('no spelling means two models', () => {
  const spellings = gpus.flatMap(({ id, aliases }) => [id, ...aliases].map((name) => name.toLowerCase()))
  expect(new Set(spellings).size).toBe(spellings.length)
})

describe.each(gpus)('$id', (gpu) => {
  test('is found by its spellings, and by its own title where tools print it', () => {
    for (const name of [gpu.id, ...gpu.aliases, gpu.id.toLowerCase()]) expect(gpuNamed(name)).toBe(gpu)
  })

  test('has a capability exactly when it is from NVIDIA, and NVLS only from Hopper on', () => {
    expect(gpu.computeCapability !== undefined).toBe(gpu.vendor === 'nvidia')
    if (gpu.nvls) expect(gpu.computeCapability).toBeGreaterThanOrEqual(90)
    if (gpu.links) expect(gpu.links.kind.startsWith('xgmi')).toBe(gpu.vendor === 'amd')
  })
})
