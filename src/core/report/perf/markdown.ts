/** What `perf` measured, as Markdown. */
import { print } from '../../base/print.ts'
import { busFactor } from '../../collectives/names.ts'
import type { PerfRun } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../../messages/perf.ts'
import { escaped, markdownTable } from '../text/markdown-table.ts'

export function perfMarkdownOf(run: PerfRun, words: PerfTexts): string {
  const factor = busFactor(run.collective, run.ranks)
  const right = (title: string) => ({ title, align: 'right' as const })
  const lines = [
    `# ringscope perf: ${run.collective}, ${run.ranks} ${run.ranks === 1 ? 'rank' : 'ranks'}, ${run.transport}`.replaceAll(
      '_',
      '\\_',
    ),
    '',
    escaped(words.head({ ...run, hostCount: new Set(run.hosts).size }, print)),
    '',
    ...run.limits.map((its) => `- ${escaped(words.limit({ ...its, ranks: run.ranks }, print))}`),
    ...run.disturbed.map((its) => `- ${escaped(words.disturbed(its, print))}`),
    ...run.remarks.map((its) => `- ${escaped(words.remark(its, print))}`),
    ...(run.complete ? [] : [`- ${escaped(words.stopped({ rows: run.rows.length }, print))}`]),
    '',
    ...markdownTable(
      [
        right('size'),
        { title: 'algorithm' },
        { title: '' },
        ...[
          'time',
          'algbw',
          'busbw',
          '#wrong',
          'p50',
          'p95',
          'p99',
          'max',
          'transfer',
          'waiting',
          'share',
        ].map(right),
      ],
      run.rows.flatMap(({ bytes, algorithm, outOfPlace, inPlace }) =>
        (
          [
            ['out', outOfPlace],
            ['in', inPlace],
          ] as const
        ).flatMap(([place, its]) =>
          its
            ? [
                [
                  print.bytes(bytes),
                  algorithm,
                  place,
                  print.duration(its.seconds),
                  print.rate(bytes / its.seconds),
                  print.rate((factor * bytes) / its.seconds),
                  its.wrong === undefined ? 'N/A' : print.count(its.wrong),
                  ...[
                    its.p50Seconds,
                    its.p95Seconds,
                    its.p99Seconds,
                    its.maxSeconds,
                    its.transferSeconds,
                    its.waitingSeconds,
                  ].map((seconds) => print.duration(seconds)),
                  its.utilisation === undefined ? '-' : print.percent(its.utilisation),
                ],
              ]
            : [],
        ),
      ),
    ),
  ]
  return `${lines.join('\n')}\n`
}
