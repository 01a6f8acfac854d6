/** A matrix that was cut tells the groups only where what is missing cannot change them. */
import { expect, test } from 'vitest'
import { facts, matrix } from '../../analysis/hand-made.fixtures.ts'
import { socketGroups } from './cross-socket-path.in-matrix.ts'

const groupsOf = (text: string) =>
  socketGroups(facts([matrix(text)])).map(({ groups }) =>
    groups.map((group) => group.map(({ name }) => name)),
  )

test('the rows that are left name every GPU of both groups', () => {
  const cut = 'GPU0 GPU1 GPU2 GPU3\nGPU0 X PIX SYS SYS\nGPU1 PIX X SYS SYS\nGPU2 SYS SYS X PIX'
  expect(groupsOf(cut)).toEqual([
    [
      ['GPU0', 'GPU1'],
      ['GPU2', 'GPU3'],
    ],
  ])
})

test('a pair that is missing may join two groups: nothing is said', () => {
  const cut = 'GPU0 GPU1 GPU2 GPU3\nGPU0 X PIX SYS SYS\nGPU1 PIX X SYS SYS'
  expect(groupsOf(cut)).toEqual([])
})
