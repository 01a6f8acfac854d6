/** The columns of a table of nccl-tests (src/util.cu, writeResultHeader; before 2.17 src/common.cu). */

/** What the header says about the columns after the type; absent for rows without a header. */
export interface Layout {
  readonly redop: boolean
  readonly root: boolean
  /** 2, or 1 where a test prints one placement only. */
  readonly blocks: 1 | 2
  /** The only block is the in-place one (rccl-tests -O 0). */
  readonly onlyInPlace: boolean
  /** Numbers a block: 4, or 8 with -I. */
  readonly width: number
  /** 1e-6, or 1e-3 in version 1.0. */
  readonly timeUnit: number
  /** The last column counts wrong elements ("#wrong") or states the largest error. */
  readonly wrongColumn: boolean
}

/** The line that names the columns: "size count type redop root time algbw busbw #wrong …"; 1.0: "bytes N type op …". */
export function layoutOf(text: string): Layout | undefined {
  if (!text.includes('algbw')) return undefined
  const names = text.replaceAll('|', ' ').trim().split(/\s+/)
  const times = names.filter((name) => name === 'time' || name === 'cputime').length
  if (times === 0 || times > 2 || !names.includes('algbw') || !names.includes('busbw')) return undefined
  if (!names.includes('size') && !names.includes('bytes')) return undefined
  const firstTime = names.findIndex((name) => name === 'time' || name === 'cputime')
  const head = names.slice(0, firstTime)
  return {
    redop: head.includes('redop') || head.includes('op'),
    root: head.includes('root'),
    blocks: times === 2 ? 2 : 1,
    onlyInPlace: false,
    width: names.includes('i_min') ? 8 : 4,
    timeUnit: names.includes('bytes') && names.includes('N') ? 1e-3 : 1e-6,
    wrongColumn: names.includes('#wrong') || names.includes('wrong'),
  }
}
