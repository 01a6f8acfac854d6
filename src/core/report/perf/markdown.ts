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
    ...run.limits.map((limit) => `- ${escaped(words.limit({ ...limit, ranks: run.ranks }, print))}`),
    ...run.disturbed.map((disturbance) => `- ${escaped(words.disturbed(disturbance, print))}`),
    ...run.remarks.map((remark) => `- ${escaped(words.remark(remark, print))}`),
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
        ).flatMap(([place, measure]) =>
          measure
            ? [
                [
                  print.bytes(bytes),
                  algorithm,
                  place,
                  print.duration(measure.seconds),
                  print.rate(bytes / measure.seconds),
                  print.rate((factor * bytes) / measure.seconds),
                  measure.wrong === undefined ? 'N/A' : print.count(measure.wrong),
                  ...[
                    measure.p50Seconds,
                    measure.p95Seconds,
                    measure.p99Seconds,
                    measure.maxSeconds,
                    measure.transferSeconds,
                    measure.waitingSeconds,
                  ].map((seconds) => print.duration(seconds)),
                  measure.utilisation === undefined ? '-' : print.percent(measure.utilisation),
                ],
              ]
            : [],
        ),
      ),
    ),
  ]
  return `${lines.join('\n')}\n`
}
