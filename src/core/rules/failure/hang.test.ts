/** RAS: one query that shows ranks out of step is no fault, two alike are. */
import { expect, test } from 'vitest'
import { readText } from '../../diagnose/text-input.fixtures.ts'
import { hang } from './hang.ts'

const query = (behind: number, ahead: number) => `Job summary
===========
#0-0 (78db921d1c117b4a) MISMATCH
  Communicator ranks have different AllReduce operation counts
  7 ranks have launched up to operation ${ahead}
  Rank 7 has launched up to operation ${behind} -- GPU 3 managed by process 1650386 on node 10.0.4.12
`

async function found(text: string) {
  const { evidence } = await readText(text)
  return hang.check({ evidence, options: {} })
}

test('one query', async () => {
  expect(await found(query(60, 64))).toMatchObject([
    { severity: 'info', values: { behind: [7], waiting: 7 } },
  ])
})

test('two queries between which the counts rise', async () => {
  expect(await found(query(60, 64) + query(70, 74))).toMatchObject([{ severity: 'info' }])
})

test('two queries alike', async () => {
  expect(await found(query(60, 64) + query(60, 64))).toMatchObject([
    { severity: 'error', values: { behind: [7], hosts: ['10.0.4.12'], repeated: true } },
  ])
})
