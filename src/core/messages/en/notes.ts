/** English: notes. */
import type { NoteTexts } from '../notes.ts'
import { counted, list, listSome, plural } from './phrases/words.ts'

export const notes: NoteTexts = {
  'input-missing': ({ name }) => `${name} does not exist.`,
  'input-unreadable': ({ name, reason }) => `${name} could not be read: ${reason}`,
  'input-not-understood': ({ names }, print) =>
    `No known format (ringscope list formats) was found in ${listSome(names, print)}.`,
  'input-empty': ({ name }) => `${name} is empty.`,
  'input-binary': ({ name }) =>
    `${name} contains binary data, not text of a known format. It was not read any further.`,
  'input-compressed': ({ name, compression }) =>
    `${name} is compressed (${compression}). Decompress it first, for example: ${UNPACK[compression] ?? 'unpack FILE'} | ringscope diagnose -`,
  'input-too-large': ({ name, most }, print) =>
    `${name} is larger than ${print.bytes(most)}, the most that can be read of a file in this format.`,
  'input-endless': ({ name, parser, line }, print) =>
    `${name} contains more ${parser} rows than any benchmark writes. They were read up to line ${print.count(line)}.`,
  'line-cut': ({ lines, bytes }, print) =>
    `${counted(lines, print, 'line')} ${plural(lines, 'is', 'are')} longer than ${print.bytes(bytes)}; only the beginning of ${plural(lines, 'it', 'each')} was read.`,
  'parser-failed': ({ parser, reason }) =>
    `The reader for ${parser} failed (${reason}); the other readers continued. This is a bug in ringscope.`,
  'rule-failed': ({ rule, reason }) =>
    `The rule ${rule} failed (${reason}); the other rules were applied. This is a bug in ringscope.`,
  'row-repaired': ({ bytes }, print) =>
    `A number in the row for ${print.bytes(bytes)} was torn apart by another line. It was restored from the other numbers: algbw = size / time, and busbw/algbw is the same in all rows.`,
  'row-unreadable': ({ format }) =>
    `This looks like a row of ${format}, but it is torn or contradicts itself. It was ignored.`,
  'rows-not-listed': ({ repaired, unreadable }, print) =>
    `Not listed individually: ${print.count(repaired)} more ${plural(repaired, 'row')} that ${plural(repaired, 'was', 'were')} restored and ${print.count(unreadable)} that ${plural(unreadable, 'was', 'were')} ignored.`,
  'algbw-of-version-2.0': ({ ranks }, print) =>
    `This early version of nccl-tests included (n-1)/n in the algbw of all_gather and reduce_scatter. Here algbw is size / time, for ${counted(ranks, print, 'rank')}; busbw is unchanged.`,
  'rows-of-several-runs': ({ ranks }, print) =>
    `The rows belong to runs with different numbers of ranks (${list(ranks.map(print.count))}, derived from busbw/algbw). Each is treated as a separate run.`,
  'json-cut': ({ rows }, print) =>
    `The JSON in this file is incomplete: the program was stopped before it finished. ${counted(rows, print, 'complete row')} ${plural(rows, 'was', 'were')} read.`,
  'xml-broken': ({ line }) => `The XML is malformed at line ${line}; everything before it was read.`,
  'json-unreadable': ({ at }, print) => `The JSON in this file is malformed at character ${print.count(at)}.`,
  'json-devices-partial': ({ listed, ranks }, print) =>
    `The JSON of nccl-tests lists only the first device of each process: ${print.count(listed)} of ${print.count(ranks)}.`,
  'curve-units': ({ sizeUnit, sizeBytes, rateUnit, rate }, print) =>
    `Read as: ${sizeUnit === '' ? 'sizes in bytes' : `1 ${sizeUnit} is ${print.count(sizeBytes)} bytes`}, ${rateUnit === '' ? `rates in ${print.rate(rate).replace(/^1 /, '')}` : `1 ${rateUnit} is ${print.count(rate)} bytes per second`}.`,
  'curve-bandwidth-assumed': () =>
    'The file does not say whether its bandwidth is algbw or busbw. It was read as busbw.',
  'nodes-contradicted': ({ given, listed }, print) =>
    `--nodes says ${print.count(given)}, but the devices of the run are on ${counted(listed, print, 'host')}. The list is used: leave out --nodes, or correct it.`,
  'baseline-not-alike': () =>
    'Nothing was compared: the baseline has no run of the same collective, number of ranks and GPU model with sizes in common.',
  'topo-cells-unreadable': ({ row, seen }) =>
    `In the row of ${row}, "${seen}" is not a connection type of nvidia-smi topo -m. The row was ignored.`,
}

const UNPACK: Readonly<Record<string, string>> = {
  gzip: 'zcat FILE',
  zstd: 'zstdcat FILE',
  xz: 'xzcat FILE',
  bzip2: 'bzcat FILE',
  zip: 'unzip -p FILE',
}
