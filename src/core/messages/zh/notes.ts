/** 中文：附注。 */
import type { NoteTexts } from '../notes.ts'
import { list, listSome } from './phrases/words.ts'

export const notes: NoteTexts = {
  'input-missing': ({ name }) => `${name} 不存在。`,
  'input-unreadable': ({ name, reason }) => `${name} 无法读取：${reason}`,
  'input-not-understood': ({ names }, print) =>
    `${listSome(names, print)} 中没有已知格式的内容（已知格式：ringscope list formats）。`,
  'input-empty': ({ name }) => `${name} 是空文件。`,
  'input-binary': ({ name }) => `${name} 含有二进制数据，不是已知格式的文本，没有继续读取。`,
  'input-compressed': ({ name, compression }) =>
    `${name} 是压缩文件（${compression}）。请先解压，例如：${UNPACK[compression] ?? 'unpack FILE'} | ringscope diagnose -`,
  'input-too-large': ({ name, most }, print) =>
    `${name} 大于 ${print.bytes(most)}，超出了这种格式的文件可读取的上限。`,
  'input-endless': ({ name, parser, line }, print) =>
    `${name} 中 ${parser} 的数据行比任何基准测试写出的都多，只读取到第 ${print.count(line)} 行。`,
  'line-cut': ({ lines, bytes }, print) =>
    `有 ${print.count(lines)} 行超过 ${print.bytes(bytes)}，每行只读取了开头部分。`,
  'parser-failed': ({ parser, reason }) =>
    `${parser} 的读取程序出错（${reason}），其他读取程序照常运行。这是 ringscope 的缺陷。`,
  'rule-failed': ({ rule, reason }) =>
    `规则 ${rule} 出错（${reason}），其他规则照常运行。这是 ringscope 的缺陷。`,
  'row-repaired': ({ bytes }, print) =>
    `大小为 ${print.bytes(bytes)} 的那一行有一个数被其他输出打断，已由其余的数恢复：algbw = size / time，且各行的 busbw/algbw 相同。`,
  'row-unreadable': ({ format }) => `这一行看起来是 ${format} 的数据行，但残缺或自相矛盾，已忽略。`,
  'rows-not-listed': ({ repaired, unreadable }, print) =>
    `未逐行列出：另有 ${print.count(repaired)} 行已恢复，${print.count(unreadable)} 行已忽略。`,
  'algbw-of-version-2.0': ({ ranks }, print) =>
    `这个早期版本的 nccl-tests 把 (n-1)/n 算进了 all_gather 和 reduce_scatter 的 algbw。这里的 algbw 按 size / time 计算（${print.count(ranks)} 个 rank），busbw 不变。`,
  'rows-of-several-runs': ({ ranks }, print) =>
    `这些行来自 rank 数不同的多次运行（由 busbw/algbw 推出的 rank 数：${list(ranks.map(print.count))}），分别作为独立的运行处理。`,
  'json-cut': ({ rows }, print) =>
    `文件中的 JSON 不完整：程序没有写完就被中止。已读取 ${print.count(rows)} 行完整的结果。`,
  'xml-broken': ({ line }) => `XML 在第 ${line} 行有格式错误；之前的内容已读取。`,
  'json-unreadable': ({ at }, print) => `文件中的 JSON 在第 ${print.count(at)} 个字符处有格式错误。`,
  'json-devices-partial': ({ listed, ranks }, print) =>
    `nccl-tests 的 JSON 只列出每个进程的第一个设备：共 ${print.count(ranks)} 个，列出 ${print.count(listed)} 个。`,
  'curve-units': ({ sizeUnit, sizeBytes, rateUnit, rate }, print) =>
    `读取时的单位：${sizeUnit === '' ? '大小以字节计' : `1 ${sizeUnit} 为 ${print.count(sizeBytes)} 字节`}，${rateUnit === '' ? `速率以 ${print.rate(rate).replace(/^1 /, '')} 计` : `1 ${rateUnit} 为 ${print.count(rate)} 字节每秒`}。`,
  'curve-bandwidth-assumed': () => '文件没有说明带宽是 algbw 还是 busbw，这里按 busbw 读取。',
  'nodes-contradicted': ({ given, listed }, print) =>
    `--nodes 给的是 ${print.count(given)}，但这次运行的设备分布在 ${print.count(listed)} 台主机上。这里以设备列表为准：请去掉或改正 --nodes。`,
  'baseline-not-alike': () =>
    '没有进行比较：在基线中，找不到集合操作、rank 数和 GPU 型号都相同，并且有共同大小的运行。',
  'topo-cells-unreadable': ({ row, seen }) =>
    `${row} 那一行中的“${seen}”不是 nvidia-smi topo -m 的连接类型，该行已忽略。`,
}

const UNPACK: Readonly<Record<string, string>> = {
  gzip: 'zcat FILE',
  zstd: 'zstdcat FILE',
  xz: 'xzcat FILE',
  bzip2: 'bzcat FILE',
  zip: 'unzip -p FILE',
}
