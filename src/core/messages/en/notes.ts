/** English: notes. */
import type { NoteTexts } from '../notes.ts'

const MOST_NAMED = 4

export const notes: NoteTexts = {
  'input-missing': ({ name }) => `${name}: there is no such file.`,
  'input-unreadable': ({ name, reason }) => `${name} could not be read: ${reason}`,
  'input-not-understood': ({ names }, print) =>
    `Nothing of a known format (ringscope list formats) is in ${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ` and ${print.count(names.length - MOST_NAMED)} more` : ''}.`,
  'input-empty': ({ name }) => `${name} is empty.`,
  'input-binary': ({ name }) =>
    `${name} holds binary data, not text of a known format. It was not read any further.`,
  'input-compressed': ({ name, compression }) =>
    `${name} is compressed (${compression}). Unpack it first, for example: ${UNPACK[compression] ?? 'unpack FILE'} | ringscope diagnose -`,
  'input-too-large': ({ name, most }, print) =>
    `${name} is larger than ${print.bytes(most)}, more than a file of this format can be read of at once.`,
  'input-endless': ({ name, parser, line }, print) =>
    `${name} holds more rows of ${parser} than any benchmark writes; of these it was read up to line ${print.count(line)}.`,
  'line-cut': ({ lines, bytes }, print) =>
    lines === 1
      ? `One line is longer than ${print.bytes(bytes)}; only its beginning was read.`
      : `${print.count(lines)} lines are longer than ${print.bytes(bytes)}; only their beginnings were read.`,
  'parser-failed': ({ parser, reason }) =>
    `The reader for ${parser} failed (${reason}); the other readers went on. This is a fault of ringscope.`,
  'rule-failed': ({ rule, reason }) =>
    `The rule ${rule} failed (${reason}); the others were applied. This is a fault of ringscope.`,
  'row-repaired': ({ bytes }, print) =>
    `A number of the row for ${print.bytes(bytes)} was torn by another line. It was restored from the others: algbw = size / time, and busbw/algbw is the same in all rows.`,
  'row-unreadable': ({ format }) =>
    `This looks like a row of ${format} but is torn or contradicts itself. It was left out.`,
  'rows-not-listed': ({ repaired, unreadable }, print) =>
    `Not listed one by one: ${print.count(repaired)} more rows that were restored and ${print.count(unreadable)} that were left out.`,
  'algbw-of-version-2.0': ({ ranks }, print) =>
    `This early version of nccl-tests put (n-1)/n into algbw of all_gather and reduce_scatter. It is read as size / time here, for ${print.count(ranks)} ranks; busbw is unchanged.`,
  'rows-of-several-runs': ({ ranks }, print) =>
    `The rows belong to runs with different numbers of ranks (${ranks.map(print.count).join(', ')}, from busbw/algbw). Each is taken as a run of its own.`,
  'json-cut': ({ rows }, print) =>
    `The file ends before its JSON does: the program was stopped. ${print.count(rows)} complete rows were read.`,
  'xml-broken': ({ line }) => `The XML is broken from line ${line} on; what stands before it was read.`,
  'json-unreadable': ({ at }, print) =>
    `The file is no JSON that can be read, from character ${print.count(at)} on.`,
  'json-devices-partial': ({ listed, ranks }, print) =>
    `The JSON of nccl-tests lists the first device of each process only: ${print.count(listed)} of ${print.count(ranks)}.`,
  'curve-units': ({ sizeUnit, sizeBytes, rateUnit, rate }, print) =>
    `Read as: ${sizeUnit === '' ? 'sizes in bytes' : `1 ${sizeUnit} is ${print.count(sizeBytes)} bytes`}, ${rateUnit === '' ? `rates in ${print.rate(rate).replace(/^1 /, '')}` : `1 ${rateUnit} is ${print.count(rate)} bytes a second`}.`,
  'curve-bandwidth-assumed': () =>
    'The file does not say whether its bandwidth is algbw or busbw. It is read as busbw.',
  'nodes-contradicted': ({ given, listed }, print) =>
    `--nodes says ${print.count(given)}, but the devices of the run stand on ${print.count(listed)} ${listed === 1 ? 'host' : 'hosts'}. Which is right is not known, so no verdict rests on it: leave --nodes out, or correct it.`,
  'baseline-not-alike': () =>
    'Nothing was compared: the baseline holds no run of the same collective, number of ranks and GPU model, with sizes in common.',
  'topo-cells-unreadable': ({ row, seen }) =>
    `In the row of ${row}, "${seen}" is no connection that nvidia-smi topo -m prints. The row was left out.`,
}

const UNPACK: Readonly<Record<string, string>> = {
  gzip: 'zcat FILE',
  zstd: 'zstdcat FILE',
  xz: 'xzcat FILE',
  bzip2: 'bzcat FILE',
  zip: 'unzip -p FILE',
}
