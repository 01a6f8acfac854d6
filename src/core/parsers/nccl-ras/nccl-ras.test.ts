import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readText } from '../../diagnose/text-input.fixtures.ts'

const sample = (name: string) =>
  readText(readFileSync(new URL(`../../../../samples/nccl-ras/${name}`, import.meta.url), 'utf8'), name)

test('two queries are two reports; who is behind is named', async () => {
  const { evidence } = await sample('ras.txt')
  expect(evidence).toHaveLength(2)
  expect(evidence[0]).toMatchObject({
    kind: 'ras-report',
    communicators: [
      {
        hash: '78db921d1c117b4a',
        counts: [
          { collective: 'AllReduce', launched: 64, ranks: 7, members: [] },
          {
            launched: 60,
            ranks: 1,
            members: [{ rank: 7, host: '10.0.4.12', gpu: '3' }],
            place: { line: 24 },
          },
        ],
      },
    ],
  })
})

test('before 2.26 all collectives are counted together, and outliers stand below their count', async () => {
  const { evidence } = await readText(
    [
      '#0-0 (27a079b828ff1a75) MISMATCH',
      '  Communicator ranks have different collective operation counts',
      '  6 ranks have launched up to operation 6650',
      '  2 ranks have launched up to operation 6649',
      '  Rank 0 -- GPU 0 managed by process 483072 on node 10.0.4.10',
      '  Rank 2 -- GPU 2 managed by process 483074 on node 10.0.4.10',
    ].join('\n'),
  )
  expect(evidence[0]).toMatchObject({
    communicators: [
      { counts: [{ launched: 6650 }, { launched: 6649, members: [{ rank: 0 }, { rank: 2 }] }] },
    ],
  })
})

test('ranks that differ in their state only are not behind', async () => {
  const { evidence } = await readText(
    [
      '#0-0 (9e17999afaa87dbb) MISMATCH',
      '  Communicator ranks have different status',
      '  26 ranks have status UNKNOWN',
      '  Rank 4 -- GPU 4 managed by process 507289 on node 10.0.4.10',
    ].join('\n'),
  )
  expect(evidence[0]).toMatchObject({ communicators: [{ missing: [] }] })
  expect(evidence[0]).not.toHaveProperty('communicators[0].counts')
})

test('dead processes and missing ranks', async () => {
  const { evidence } = await readText(
    [
      'DEAD',
      '  1 job process is considered dead (unreachable via the RAS network)',
      '  Process 3487984 on node 10.0.4.13 managing GPU 5',
      '',
      '#0-0 (cf264af53edbe986) INCOMPLETE',
      '  Missing communicator data from 1 rank',
      '  The missing rank: 21',
    ].join('\n'),
  )
  expect(evidence[0]).toMatchObject({
    dead: [{ host: '10.0.4.13', pid: 3487984 }],
    communicators: [{ missing: [{ rank: 21 }] }],
  })
})

test('the JSON form', async () => {
  const { evidence } = await sample('ras.json')
  expect(evidence).toMatchObject([
    {
      communicators: [
        { hash: '0xae94423cfbb2ef4a', size: 2, missing: [{ rank: 1, host: '10.0.4.11', gpu: '1' }] },
      ],
      dead: [{ host: '10.0.4.11', pid: 1524345 }],
    },
  ])
})
