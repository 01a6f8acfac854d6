/** Time stamps of the kernel's log in each form that tools print. */
import { expect, test } from 'vitest'
import { kernelTime } from './kernel-time.ts'

const AT = Date.UTC(2026, 3, 28, 14, 14, 49) / 1000

test.each([
  ['[    1.201334] iommu: Default domain type', 1.201334, 'start'],
  ['[91022.118840][ T812] NVRM: Xid', 91022.11884, 'start'],
  ['[Tue Apr 28 14:14:49 2026] mlx5_core 0000:9a:00.0', AT, 'epoch'],
  ['2026-04-28T14:14:49+0000 gpu-07 kernel: mlx5_core', AT, 'epoch'],
  ['2026-04-28T16:14:49.250+02:00 gpu-07 kernel: mlx5_core', AT + 0.25, 'epoch'],
  ['[2026-04-28 14:14:49] mlx5_core', AT, 'epoch'],
])('%s', (text, seconds, since) => {
  expect(kernelTime(text)).toEqual({ seconds, since })
})

test('journalctl says no year: differences are right', () => {
  const [a, b] = ['Apr 28 14:14:49 gpu-07 kernel: a', 'Apr  9 14:14:49 gpu-07 kernel: b'].map(
    (text) => kernelTime(text)?.seconds ?? 0,
  )
  expect((a ?? 0) - (b ?? 0)).toBe(19 * 86_400)
})

test.each([
  'mlx5_core 0000:9a:00.0: Link down',
  'Abc 99 99:99:99 x',
  '',
  '[12] x',
  '[2026-99-99 14:14:49] x',
])('no time: %s', (text) => {
  expect(kernelTime(text)).toBeUndefined()
})
