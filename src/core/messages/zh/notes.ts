/** 中文：附注。 */
import type { NoteTexts } from '../notes.ts'

const MOST_NAMED = 4

export const notes: NoteTexts = {
  'input-missing': ({ name }) => `${name}：没有这个文件。`,
  'input-unreadable': ({ name, reason }) => `${name} 无法读取：${reason}`,
  'input-not-understood': ({ names }, print) =>
    `没有已知格式的内容（ringscope list formats）：${names.slice(0, MOST_NAMED).join('、')}${names.length > MOST_NAMED ? ` 等 ${print.count(names.length)} 个` : ''}。`,
  'input-empty': ({ name }) => `${name} 是空文件。`,
  'input-binary': ({ name }) => `${name} 是二进制数据，不是已知格式的文本，没有继续读取。`,
  'input-compressed': ({ name, compression }) =>
    `${name} 是压缩文件（${compression}）。请先解压，例如：${UNPACK[compression] ?? 'unpack FILE'} | ringscope diagnose -`,
  'input-too-large': ({ name, most }, print) =>
    `${name} 大于 ${print.bytes(most)}，这种格式的文件一次读不了这么多。`,
  'input-endless': ({ name, parser, line }, print) =>
    `${name} 中 ${parser} 的数据行多于任何基准测试会写的行数，这种格式只读到第 ${print.count(line)} 行。`,
  'line-cut': ({ lines, bytes }, print) =>
    `有 ${print.count(lines)} 行长于 ${print.bytes(bytes)}，只读取了开头部分。`,
  'parser-failed': ({ parser, reason }) =>
    `${parser} 的读取程序出错（${reason}），其他读取程序照常运行。这是 ringscope 的缺陷。`,
  'rule-failed': ({ rule, reason }) =>
    `规则 ${rule} 出错（${reason}），其他规则照常运行。这是 ringscope 的缺陷。`,
  'row-repaired': ({ bytes }, print) =>
    `大小为 ${print.bytes(bytes)} 的那一行里有一个数被别的输出打断，已由其余的数恢复：algbw = size / time，且各行的 busbw/algbw 相同。`,
  'row-unreadable': ({ format }) => `这一行看起来是 ${format} 的结果，但残缺或自相矛盾，没有采用。`,
  'rows-not-listed': ({ repaired, unreadable }, print) =>
    `未逐行列出的还有：已恢复 ${print.count(repaired)} 行，未采用 ${print.count(unreadable)} 行。`,
  'algbw-of-version-2.0': ({ ranks }, print) =>
    `这个早期版本的 nccl-tests 把 (n-1)/n 算进了 all_gather 和 reduce_scatter 的 algbw。这里按 size / time 读取（${print.count(ranks)} 个 rank），busbw 不变。`,
  'rows-of-several-runs': ({ ranks }, print) =>
    `这些行来自 rank 数不同的多次运行（由 busbw/algbw 得出：${ranks.map(print.count).join('、')}），各按一次独立运行处理。`,
  'json-cut': ({ rows }, print) =>
    `JSON 没有结束文件就断了：程序被中止。读到完整的结果 ${print.count(rows)} 行。`,
  'xml-broken': ({ line }) => `XML 从第 ${line} 行起损坏；之前的内容已读取。`,
  'json-unreadable': ({ at }, print) => `从第 ${print.count(at)} 个字符起，文件不是可以读取的 JSON。`,
  'json-devices-partial': ({ listed, ranks }, print) =>
    `nccl-tests 的 JSON 只列出每个进程的第一个设备：${print.count(ranks)} 个中的 ${print.count(listed)} 个。`,
  'curve-units': ({ sizeUnit, sizeBytes, rateUnit, rate }, print) =>
    `读法：${sizeUnit === '' ? '大小以字节计' : `1 ${sizeUnit} 为 ${print.count(sizeBytes)} 字节`}，${rateUnit === '' ? `速率以 ${print.rate(rate).replace(/^1 /, '')} 计` : `1 ${rateUnit} 为每秒 ${print.count(rate)} 字节`}。`,
  'curve-bandwidth-assumed': () => '文件没有说明带宽是 algbw 还是 busbw，这里按 busbw 读取。',
  'nodes-contradicted': ({ given, listed }, print) =>
    `--nodes 给的是 ${print.count(given)}，但这次运行的设备在 ${print.count(listed)} 台主机上。这里以列表为准：请去掉或改正 --nodes。`,
  'baseline-not-alike': () => '没有作比较：基线里没有集合操作、rank 数、GPU 型号都相同且有共同大小的运行。',
  'topo-cells-unreadable': ({ row, seen }) =>
    `${row} 那一行中的 “${seen}” 不是 nvidia-smi topo -m 会输出的连接类型，该行没有采用。`,
}

const UNPACK: Readonly<Record<string, string>> = {
  gzip: 'zcat FILE',
  zstd: 'zstdcat FILE',
  xz: 'xzcat FILE',
  bzip2: 'bzcat FILE',
  zip: 'unzip -p FILE',
}
