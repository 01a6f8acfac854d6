import { expect, test } from 'vitest'
import { table } from './table.ts'
import { widthOf } from './width.ts'

const columns = [{ title: '名称' }, { title: 'busbw', align: 'right' as const }, { title: 'why', grow: true }]

test('columns are aligned, Chinese beside Latin', () => {
  const lines = table(
    columns,
    [
      ['环', '230', 'ok'],
      ['NVLS', '1.5', 'ok'],
    ],
    { width: 96 },
  )
  expect(lines).toEqual(['  名称  busbw  why', '  环      230  ok', '  NVLS    1.5  ok'])
})

test('the growing column is wrapped into what room is left', () => {
  const lines = table(columns, [['a', '1', 'a sentence that is too long for this line']], { width: 40 })
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40)
  expect(lines).toHaveLength(3)
  expect(lines.at(-1)).toMatch(/^ {15}\S/)
})

test('without titles there is no head, and missing cells are empty', () => {
  expect(table([{ title: '' }, { title: '' }], [['a'], ['bb', 'c']], { width: 20 })).toEqual([
    '  a',
    '  bb  c',
  ])
})

test('optional columns go, the rightmost first, before the table is too wide', () => {
  const wide = [
    { title: 'machine' },
    { title: 'algorithm', optional: true },
    { title: 'bound', optional: true },
    { title: 'basis', grow: true },
  ]
  const row = ['DGX A100', 'Ring', '12 NVLinks x 20 GB/s', 'published runs of nccl-tests']
  const titles = (width: number) => table(wide, [row], { width })[0]?.trim().split(/ +/)
  expect(titles(96)).toEqual(['machine', 'algorithm', 'bound', 'basis'])
  expect(titles(50)).toEqual(['machine', 'algorithm', 'basis'])
  expect(titles(30)).toEqual(['machine', 'basis'])
  for (const line of table(wide, [row], { width: 50 })) expect(widthOf(line)).toBeLessThanOrEqual(50)
})
