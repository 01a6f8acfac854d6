/** A topology as text, Markdown and JSON. */
import { print } from '../../base/print.ts'
import type { Machine } from '../../machine/machine.ts'
import type { TopoTexts } from '../../messages/topo.ts'
import { headed, INDENT, labelled } from '../text/lines.ts'
import { markdownTable } from '../text/markdown-table.ts'
import { type Column, table } from '../text/table.ts'
import { paint, type TextView } from '../text/view.ts'
import { widthOf } from '../text/width.ts'
import { balanceOf, type TopoView } from './view.ts'

export interface TopoAnswer {
  /** "DGX H100: 8 GPUs, 18 NVLinks each", or the input's name. */
  readonly title: string
  readonly source: string
  readonly view: TopoView
  /** Where more is known than a matrix says. */
  readonly machine?: Machine
}

export function topoTextOf({ title, source, view }: TopoAnswer, words: TopoTexts, page: TextView): string {
  const { columns, rows } = matrixTable(view)
  const lines = table(columns, rows, { width: page.width, gap: 1 })
  const fits = page.verbose || lines.every((line) => widthOf(line) <= page.width)
  const blocks = [
    headLines(title, source, view, words, page),
    fits
      ? lines
      : [...summaryOf(view, words, page), `${INDENT}${words.wide({ columns: columns.length }, print)}`],
    nicLines(view, words, page),
    labelled('', words.legend, 0, page),
    balanceLines(view, words, page),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** First what is uneven, since that is what costs; then what this is. */
function headLines(
  title: string,
  source: string,
  view: TopoView,
  words: TopoTexts,
  page: TextView,
): readonly string[] {
  const what = source === '' ? title : `${title}   (${source})`
  const { unequal } = balanceTexts(view, words)
  const [first] = unequal
  if (first === undefined) return labelled('', what, 0, page)
  const word = words.labels.unequal.toUpperCase()
  return [
    ...headed(word, paint(word, 'warning', page), words.head({ first, more: unequal.length - 1 }), page),
    '',
    ...labelled('', what, 0, page),
  ]
}

function matrixTable({ devices, cells }: TopoView): {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
} {
  return {
    columns: [{ title: '' }, ...devices.map(({ name }): Column => ({ title: name, align: 'right' }))],
    rows: cells.map((row, at) => [devices[at]?.name ?? '', ...row.map(({ text }) => text || '-')]),
  }
}

/** How many pairs are joined how, where the matrix is too wide. */
function summaryOf(
  { devices, cells }: TopoView,
  { between, labels }: TopoTexts,
  page: TextView,
): readonly string[] {
  const pairs = new Map<string, { readonly what: string; readonly path: string; count: number }>()
  for (const [from, a] of devices.entries())
    for (const [to, b] of devices.entries()) {
      if (to <= from || a.kind !== 'gpu') continue
      const what = b.kind === 'gpu' ? between['gpu-gpu'] : between['gpu-nic']
      const path = cells[from]?.[to]?.text ?? ''
      const known = pairs.get(`${what} ${path}`)
      if (known) known.count++
      else pairs.set(`${what} ${path}`, { what, path, count: 1 })
    }
  return table(
    [{ title: labels.paths }, { title: labels.path }, { title: labels.pairs, align: 'right' }],
    [...pairs.values()].map(({ what, path, count }) => [what, path || '-', print.count(count)]),
    page,
  )
}

const MOST_NICS = 16

function nicLines({ nics }: TopoView, words: TopoTexts, page: TextView): readonly string[] {
  if (nics.length === 0) return []
  const { labels } = words
  const shown = page.verbose ? nics : nics.slice(0, MOST_NICS)
  const left = nics.length - shown.length
  const lines = table(
    [
      { title: labels.nic },
      { title: labels.nearest, grow: true },
      { title: labels.path },
      ...(nics.some(({ bandwidth }) => bandwidth !== undefined)
        ? [{ title: labels.rate, align: 'right' } as const]
        : []),
    ],
    shown.map(({ nic, gpus, path, bandwidth }) => [
      nic,
      gpus.join(' '),
      path,
      ...(bandwidth === undefined ? [] : [print.rate(bandwidth)]),
    ]),
    page,
  )
  return left > 0 ? [...lines, INDENT + words.moreNics({ nics: left })] : lines
}

/** Sentences: what is alike, and what is not. */
export function balanceTexts(
  view: TopoView,
  words: TopoTexts,
): { readonly equal: readonly string[]; readonly unequal: readonly string[] } {
  const { links, mesh, farNics, nearNics, withoutNic } = balanceOf(view)
  const gpus = view.devices.filter(({ kind }) => kind === 'gpu').length
  return {
    equal: [
      ...(links && 'equal' in links ? [words.links({ gpus, links: links.equal })] : []),
      ...(mesh ? [words.meshOnly(mesh)] : []),
      ...(nearNics > 0 && farNics.length === 0
        ? [words.nicsNear({ nics: nearNics, paths: [...new Set(view.nics.map(({ path }) => path))] })]
        : []),
    ],
    unequal: [
      ...(links && 'fewer' in links
        ? links.fewer.map(({ gpu, links: present }) =>
            words.fewerLinks({ gpu, links: present, others: links.usual }),
          )
        : []),
      ...farNics.map(({ nic, path }) => words.nicFar({ nic, path })),
      ...(withoutNic.length > 0 ? [words.gpuWithoutNic({ gpus: withoutNic })] : []),
    ],
  }
}

function balanceLines(view: TopoView, words: TopoTexts, page: TextView): readonly string[] {
  const { equal, unequal } = balanceTexts(view, words)
  const { labels } = words
  const column = Math.max(widthOf(labels.equal), widthOf(labels.unequal)) + 2
  // One alone stands at the head already.
  const warned = (unequal.length > 1 ? unequal : []).flatMap((text, at) =>
    labelled(at === 0 ? labels.unequal : '', text, column, page),
  )
  return [
    ...equal.flatMap((text, at) => labelled(at === 0 ? labels.equal : '', text, column, page)),
    ...warned.map((line) => line.replace(labels.unequal, paint(labels.unequal, 'warning', page))),
  ]
}

export function topoMarkdownOf({ title, view }: TopoAnswer, words: TopoTexts): string {
  const { columns, rows } = matrixTable(view)
  const { equal, unequal } = balanceTexts(view, words)
  return [
    `# ${title}`,
    markdownTable(columns, rows).join('\n'),
    ...equal,
    ...unequal.map((text) => `**${words.labels.unequal}**: ${text}`),
  ]
    .join('\n\n')
    .concat('\n')
}

export function topoJsonOf(answers: readonly TopoAnswer[], words: TopoTexts): string {
  const machines = answers.map(({ title, source, view }) => ({
    title,
    source,
    devices: view.devices,
    matrix: view.cells.map((row) => row.map(({ text }) => text)),
    nics: view.nics,
    ...balanceTexts(view, words),
  }))
  return `${JSON.stringify({ schema: 'ringscope.topo/1', machines }, undefined, 2)}\n`
}
