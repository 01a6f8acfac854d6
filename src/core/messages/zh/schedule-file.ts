/** 中文：来自文件的调度有什么问题。 */
import type { OpAt } from '../../programs/program-graph.ts'
import type { ScheduleFileTexts } from '../schedule-file.ts'

/** 再长的清单也说明不了更多。 */
const MOST_NAMED = 4

const at = ({ rank, block, op, line }: OpAt): string =>
  `rank ${rank}、block ${block}、op ${op}${line === undefined ? '' : `（第 ${line} 行）`}`

const list = (items: readonly string[]): string =>
  items.length <= MOST_NAMED
    ? items.join('；')
    : `${items.slice(0, MOST_NAMED).join('；')}；另有 ${items.length - MOST_NAMED} 个`

const ranks = (these: readonly number[]): string =>
  these.length <= 2 * MOST_NAMED
    ? these.join('、')
    : `${these.slice(0, MOST_NAMED).join('、')} …（共 ${these.length} 个 rank）`

const slotName = ({ buffer, index }: { readonly buffer: string; readonly index: number }): string =>
  `${buffer} chunk ${index}`

const where = (element: string, attribute: string | undefined): string =>
  attribute === undefined ? `<${element}>` : `<${element} ${attribute}>`

export const scheduleFile: ScheduleFileTexts = {
  at,
  reading: {
    'not-xml': ({ seen }) => `这不是 XML${seen ? `：${seen}` : ''}`,
    'not-msccl': ({ seen }) => `第一个元素是 <${seen ?? ''}>，MSCCL 文件应为 <algo>`,
    'attribute-missing': ({ element, attribute }) => `<${element}> 没有 ${attribute}`,
    'not-a-number': ({ element, attribute, seen }) =>
      `${where(element, attribute)} 不能是“${seen}”：应为范围内的整数`,
    'unknown-word': ({ element, attribute, seen }) => `${where(element, attribute)} 不能是“${seen}”`,
    'ids-not-in-order': ({ element, seen }) => `<${element}> 的 id 必须从 0 开始连续，这里却有 ${seen}`,
    'no-such-step': ({ seen }) => `它等待 block ${seen} 中不存在的一步`,
    'chunks-do-not-divide': ({ seen }) => `nchunksperloop ${seen} 不是该集合操作所需的倍数`,
    'too-large': ({ attribute, seen }) =>
      attribute === undefined
        ? `太大，不可能是一个算法：${seen} 个字符或 chunk`
        : `chunk 太多：${attribute} ${seen}`,
    'wrong-number-of-gpus': ({ seen }) => `ngpus 与后面的 ${seen} 个 <gpu> 不符`,
  },
  programs: {
    'no-such-place': ({ at: op, what }) => `${at(op)} 引用了不存在的 ${what}`,
    'shared-connection': ({ rank, blocks }) =>
      `rank ${rank}：block ${blocks.join(' 和 ')} 使用同一连接，无法区分它们的消息`,
    'unmatched-messages': ({ connection: { from, to, channel }, sent, received }) =>
      `rank ${from} 向 rank ${to} 在通道 ${channel} 上发送 ${sent} 条消息，对方接收 ${received} 条`,
    'unequal-counts': ({ send, receive }) => `发送与接收的 chunk 数不同：${at(send)}；${at(receive)}`,
    deadlock: ({ stuck }) => `死锁，互相等待的是：${list(stuck.map(at))}`,
    race: ({ slot, first, second }) =>
      `对 ${slotName(slot)} 的竞争：没有规定 ${at(first)} 先于 ${at(second)}；缺少一个等待（depid、deps）`,
    'too-large-to-check': ({ entries, most }, print) =>
      `太大，无法证明没有竞争：${print.count(entries)} 个时钟项，最多 ${print.count(most)}`,
    'undefined-read': ({ at: op, slot }) => `${at(op)} 读取 ${slotName(slot)}，但从未写入过`,
    'mixed-chunks': ({ at: op, chunks }) =>
      `${at(op)} 把 chunk ${chunks[1]} 加到 chunk ${chunks[0]} 上，二者不属于一起`,
    'added-twice': ({ at: op, chunk, contributor }) =>
      `${at(op)} 第二次把 rank ${contributor} 的数据加到 chunk ${chunk}`,
    'wrong-result': ({ rank, slot, chunk, seen }) =>
      `rank ${rank} 结束时 ${slotName(slot)} 应为 chunk ${chunk}，却${
        seen === undefined
          ? '什么都没有'
          : seen.chunk === chunk
            ? `只有 rank ${ranks(seen.contributors)} 的贡献`
            : `是 chunk ${seen.chunk}`
      }`,
  },
  schedule: {
    'no-such-transfer': ({ step, transfer: { from, to, chunk, count } }) =>
      `第 ${step + 1} 步：rank ${from} 到 rank ${to}，chunk ${chunk} 到 ${chunk + count - 1}：不可能有这样的传输`,
    'uneven-round': ({ step }) => `第 ${step + 1} 步与本轮第一步的差别不只在 chunk`,
    'undefined-chunk': ({ step, rank, chunk }) =>
      `第 ${step + 1} 步：rank ${rank} 没有它要发送或相加的 chunk ${chunk}`,
    'added-twice': ({ step, rank, chunk, contributor }) =>
      `第 ${step + 1} 步：rank ${contributor} 的数据第二次加到 rank ${rank} 的 chunk ${chunk}`,
    'conflicting-writes': ({ step, rank, chunk }) =>
      `第 ${step + 1} 步以两种方式写 rank ${rank} 的 chunk ${chunk}`,
    deadlock: ({ step, ranks: waiting }) => `第 ${step + 1} 步死锁：rank ${ranks(waiting)} 互相等待`,
    'wrong-result': ({ rank, chunk, missing, surplus }) =>
      `rank ${rank} 的 chunk ${chunk} 结束时${missing.length > 0 ? `缺少 rank ${ranks(missing)} 的数据` : ''}${
        missing.length > 0 && surplus.length > 0 ? '，并且' : ''
      }${surplus.length > 0 ? `多出 rank ${ranks(surplus)} 的数据` : ''}`,
  },
  lifting: {
    'unknown-collective': () => '自定义的集合操作没有可对照的承诺，无法模拟',
    endless: () => '无法排成步：两端的等待永远无法确定',
  },
  noSchedule: (why) => `无法用整 chunk 的步来表示（${why}）`,
  notes: {
    'attribute-missing': ({ attribute }) => `<algo> 没有 ${attribute}：要求它的执行器会跳过该文件`,
    'hasdep-missing': ({ at: op }) => `${at(op)} 被等待，却没有写 hasdep="1"：执行器会卡住`,
    limit: ({ limit, most, seen }) => `${LIMITS[limit]}：${seen}，执行器最多 ${most}`,
  },
  verified: ({ name, slots }, print) =>
    `${name}：在其等待所允许的任何顺序下都正确，没有竞争，每个连接 ${print.count(slots)} 个槽即可`,
  notMsccl: {
    collective: 'MSCCL XML 没有这种集合操作',
    switch: 'MSCCL XML 不认识能做加法的交换机',
    root: 'MSCCL XML 只认识 rank 0 为 root',
  },
}

const LIMITS = {
  stepsPerBlock: '一个 block 的步数',
  blocksPerChannel: '一块 GPU 一个通道上的 block 数',
  chunksPerStep: '一步的 chunk 数',
  channels: '通道数',
} as const
