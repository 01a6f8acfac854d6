/** 中文：来自文件的调度有什么问题。 */
import type { OpAt } from '../../programs/program-graph.ts'
import type { ScheduleFileTexts } from '../schedule-file.ts'
import { list } from './phrases/words.ts'

/** 更长的清单没有更多信息。 */
const MOST_NAMED = 4

const at = ({ rank, block, op, line }: OpAt): string =>
  `rank ${rank}、block ${block}、op ${op}${line === undefined ? '' : `（第 ${line} 行）`}`

const ops = (items: readonly string[]): string =>
  items.length <= MOST_NAMED
    ? items.join('；')
    : `${items.slice(0, MOST_NAMED).join('；')}；另有 ${items.length - MOST_NAMED} 个`

const ranks = (these: readonly number[]): string =>
  these.length <= 2 * MOST_NAMED
    ? these.join('、')
    : `${these.slice(0, MOST_NAMED).join('、')} 等 ${these.length} 个 rank`

const slotName = ({ buffer, index }: { readonly buffer: string; readonly index: number }): string =>
  `${buffer} 的数据块 ${index}`

const where = (element: string, attribute: string | undefined): string =>
  attribute === undefined ? `<${element}>` : `<${element} ${attribute}>`

export const scheduleFile: ScheduleFileTexts = {
  at,
  reading: {
    'not-xml': ({ seen }) => `不是 XML 文件${seen ? `：${seen}` : ''}`,
    'not-msccl': ({ seen }) => `根元素是 <${seen ?? ''}>，MSCCL 文件应为 <algo>`,
    'attribute-missing': ({ element, attribute }) => `<${element}> 缺少属性 ${attribute}`,
    'not-a-number': ({ element, attribute, seen }) =>
      `${where(element, attribute)} 不能是“${seen}”：应为范围内的整数`,
    'unknown-word': ({ element, attribute, seen }) => `${where(element, attribute)} 不能是“${seen}”`,
    'ids-not-in-order': ({ element, seen }) => `<${element}> 的 id 必须从 0 开始连续编号，但出现了 ${seen}`,
    'no-such-step': ({ seen }) => `它等待 block ${seen} 中的一步，而这一步不存在`,
    'chunks-do-not-divide': ({ seen }) => `nchunksperloop ${seen} 不是该集合操作所要求的倍数`,
    'too-large': ({ attribute, seen }) =>
      attribute === undefined
        ? `太大，不可能是一个算法：${seen} 个字符或数据块`
        : `数据块太多：${attribute} ${seen}`,
    'wrong-number-of-gpus': ({ seen }) => `ngpus 与后面的 ${seen} 个 <gpu> 不符`,
  },
  programs: {
    'no-such-place': ({ at: op, what }) => `${at(op)} 引用了不存在的 ${what}`,
    'shared-connection': ({ rank, blocks }) =>
      `rank ${rank}：block ${list(blocks.map(String))} 使用同一个连接，无法区分它们的消息`,
    'unmatched-messages': ({ connection: { from, to, channel }, sent, received }) =>
      `rank ${from} 向 rank ${to} 在通道 ${channel} 上发送 ${sent} 条消息，rank ${to} 接收 ${received} 条`,
    'unequal-counts': ({ send, receive }) => `发送与接收的数据块数不同：${at(send)}；${at(receive)}`,
    deadlock: ({ stuck }) => `死锁，互相等待的是：${ops(stuck.map(at))}`,
    race: ({ slot, first, second }) =>
      `对 ${slotName(slot)} 的竞争：没有规定 ${at(first)} 先于 ${at(second)}，缺少一个等待（depid、deps）`,
    'too-large-to-check': ({ entries, most }, print) =>
      `太大，无法证明没有竞争：有 ${print.count(entries)} 个时钟项，最多支持 ${print.count(most)} 个`,
    'undefined-read': ({ at: op, slot }) => `${at(op)} 读取 ${slotName(slot)}，但此前没有写入过`,
    'mixed-chunks': ({ at: op, chunks }) =>
      `${at(op)} 把数据块 ${chunks[1]} 加到数据块 ${chunks[0]} 上，两者不应相加`,
    'added-twice': ({ at: op, chunk, contributor }) =>
      `${at(op)} 第二次把 rank ${contributor} 的数据加到数据块 ${chunk}`,
    'wrong-result': ({ rank, slot, chunk, seen }) =>
      `rank ${rank} 结束时 ${slotName(slot)} 应为数据块 ${chunk}，却${
        seen === undefined
          ? '什么都没有'
          : seen.chunk === chunk
            ? `只有 rank ${ranks(seen.contributors)} 的贡献`
            : `是数据块 ${seen.chunk}`
      }`,
  },
  schedule: {
    'no-such-transfer': ({ step, transfer: { from, to, chunk, count } }) =>
      `第 ${step + 1} 步：rank ${from} 到 rank ${to}，数据块 ${chunk} 到 ${chunk + count - 1}：不可能有这样的传输`,
    'uneven-round': ({ step }) => `第 ${step + 1} 步与本轮第一步相比，不只是数据块不同`,
    'undefined-chunk': ({ step, rank, chunk }) =>
      `第 ${step + 1} 步：rank ${rank} 要发送或相加数据块 ${chunk}，但没有这个数据块`,
    'added-twice': ({ step, rank, chunk, contributor }) =>
      `第 ${step + 1} 步：rank ${contributor} 的数据第二次加到 rank ${rank} 的数据块 ${chunk}`,
    'conflicting-writes': ({ step, rank, chunk }) =>
      `第 ${step + 1} 步以两种方式写入 rank ${rank} 的数据块 ${chunk}`,
    deadlock: ({ step, ranks: waiting }) =>
      `第 ${step + 1} 步死锁：消息循环等待，涉及 rank ${ranks(waiting)}`,
    'wrong-result': ({ rank, chunk, missing, surplus }) =>
      `rank ${rank} 的数据块 ${chunk} 结束时${missing.length > 0 ? `缺少 rank ${ranks(missing)} 的数据` : ''}${
        missing.length > 0 && surplus.length > 0 ? '，又' : ''
      }${surplus.length > 0 ? `多出 rank ${ranks(surplus)} 的数据` : ''}`,
  },
  lifting: {
    'unknown-collective': () => '自定义的集合操作没有规定的结果，无法验证，也不能模拟',
    endless: () => '无法划分成步：两端无休止地互相等待',
  },
  noSchedule: (why) => `无法表示为以整个数据块为单位的步（${why}）`,
  notes: {
    'attribute-missing': ({ attribute }) => `<algo> 缺少属性 ${attribute}：要求该属性的执行器会忽略此文件`,
    'hasdep-missing': ({ at: op }) => `另一个 op 等待 ${at(op)}，但它没有写 hasdep="1"：执行器会挂起`,
    limit: ({ limit, most, seen }) => `${LIMITS[limit]}：${seen}，而执行器最多支持 ${most}`,
  },
  verified: ({ name, slots }, print) =>
    `${name}：在其等待关系允许的任何顺序下都正确，没有竞争，每个连接需要 ${print.count(slots)} 个槽`,
  notMsccl: {
    collective: 'MSCCL XML 没有这种集合操作',
    switch: 'MSCCL XML 不能表示做归约的交换机',
    root: 'MSCCL XML 只允许 rank 0 作根',
  },
}

const LIMITS = {
  stepsPerBlock: '一个 block 的步数',
  blocksPerChannel: '一块 GPU 一个通道上的 block 数',
  chunksPerStep: '一步的数据块数',
  channels: '通道数',
} as const
