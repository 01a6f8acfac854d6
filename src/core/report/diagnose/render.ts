/** One report, several views. */

import type { TextView } from '../text/view.ts'
import { markdownOf } from './markdown.ts'
import type { Report } from './report.ts'
import { shortTextOf, textOf } from './text.ts'

export type ReportFormat = 'text' | 'short' | 'json' | 'md' | 'nodelist'

export function renderReport(report: Report, format: ReportFormat, view: TextView): string {
  switch (format) {
    case 'text':
      return textOf(report, view)
    case 'short':
      return shortTextOf(report)
    case 'json':
      return `${JSON.stringify(report, undefined, 2)}\n`
    case 'md':
      return markdownOf(report, { verbose: view.verbose })
    case 'nodelist':
      return nodelistOf(report)
  }
}

/** The hosts of every subject that is not healthy, one a line, each once: to exclude them from the next job. */
function nodelistOf({ subjects }: Report): string {
  const hosts = subjects
    .filter(({ verdict }) => verdict === 'degraded' || verdict === 'broken')
    .flatMap((it) => it.hosts)
  return [...new Set(hosts)].map((host) => `${host}\n`).join('')
}
