import { describe, expect, test } from 'vitest'
import { gpuLinks } from './gpu-links.ts'
import { CUBE_MESH, facts, matrix, run, switched } from './hand-made.fixtures.ts'

const linksOf = (text: string) => gpuLinks(facts([matrix(text)]))

describe('links of each GPU', () => {
  test('behind a switch the largest cell of a row counts', () => {
    const [found] = gpuLinks(facts([switched([12, 12, 12, 12, 12, 8, 12, 12])]))
    expect(found).toMatchObject({ through: 'switch', links: [12, 12, 12, 12, 12, 8, 12, 12] })
    expect(found?.odd).toMatchObject({ gpus: [{ name: 'GPU5' }], links: 8, of: 12, siblings: 7 })
  })

  test('in a cube mesh the sum of a row counts: pairs differ, totals do not', () => {
    const [found] = linksOf(CUBE_MESH)
    expect(found).toMatchObject({ through: 'mesh', links: [6, 6, 6, 6, 6, 6, 6, 6] })
    expect(found?.odd).toBeUndefined()
  })

  test('a link lost inside a cube mesh shows at both its ends', () => {
    const [found] = linksOf(
      CUBE_MESH.replace('GPU0 X NV1 NV1 NV2', 'GPU0 X NV1 NV1 NV1').replace('GPU3 NV2', 'GPU3 NV1'),
    )
    expect(found?.odd).toMatchObject({
      gpus: [{ name: 'GPU0' }, { name: 'GPU3' }],
      links: 5,
      of: 6,
      siblings: 6,
    })
  })

  test('a part of a cube mesh, as a container may see it, accuses nobody', () => {
    const rows = CUBE_MESH.trim()
      .split('\n')
      .map((line) => line.trim().split(' '))
    for (let seen = 2; seen < 8; seen++) {
      const part = [
        rows[0]?.slice(0, seen),
        ...rows.slice(1, seen + 1).map((cells) => cells.slice(0, seen + 1)),
      ]
      expect(linksOf(part.map((cells) => cells?.join(' ')).join('\n'))[0]?.odd).toBeUndefined()
    }
  })

  test('a cut excerpt says nothing', () => {
    const whole = 'GPU0 GPU1 GPU2\nGPU0 X NV12 NV8\nGPU1 NV12 X NV8\nGPU2 NV8 NV8 X'
    expect(linksOf(whole)).toHaveLength(1)
    expect(linksOf(whole.replace('\nGPU2 NV8 NV8 X', ''))).toEqual([])
    expect(linksOf(whole.replace('NV12 X NV8', 'NV12 X'))).toEqual([])
  })

  test('GPUs of several models, a display adapter, a card without a bridge are as they were built', () => {
    const asymmetric = switched([12, 12, 12, 12, 12, 8, 12, 12], 'gpu-07')
    const mixed = run({ host: 'gpu-07' })
    const names = mixed.devices.map((device, at) => (at === 5 ? { ...device, name: 'NVIDIA A30' } : device))
    expect(gpuLinks(facts([asymmetric, { ...mixed, devices: names }]))[0]?.odd).toBeUndefined()
    const station =
      'GPU0 GPU1 GPU2 GPU3 GPU4\nGPU0 X NV4 NV4 NV4 SYS\nGPU1 NV4 X NV4 NV4 SYS\nGPU2 NV4 NV4 X NV4 SYS\nGPU3 NV4 NV4 NV4 X SYS\nGPU4 SYS SYS SYS SYS X'
    expect(linksOf(station)[0]?.odd).toBeUndefined()
    const pair =
      'GPU0 GPU1 GPU2 GPU3\nGPU0 X NV12 SYS SYS\nGPU1 NV12 X SYS SYS\nGPU2 SYS SYS X PIX\nGPU3 SYS SYS PIX X'
    expect(linksOf(pair)[0]?.odd).toBeUndefined()
  })

  test('a GPU of a switch without any link is odd only where the device lines show that all are alike', () => {
    const dark = switched([12, 12, 12, 12, 12, 0, 12, 12])
    expect(gpuLinks(facts([dark]))[0]?.odd).toBeUndefined()
    expect(gpuLinks(facts([dark, run({ host: 'gpu-07' })]))[0]?.odd).toMatchObject({ links: 0, of: 12 })
  })

  test('without any NVLink there is nothing to compare', () => {
    expect(linksOf('GPU0 GPU1\nGPU0 X PIX\nGPU1 PIX X')).toEqual([])
  })
})
