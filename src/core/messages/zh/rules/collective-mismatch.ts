/** Chinese: collective-mismatch. */
import type { Call, CollectiveMismatchValues, OddCall } from '../../../rules/failure/collective-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'

export const collectiveMismatch: RuleText<CollectiveMismatchValues> = {
  name: '各 rank 调用了不同的集合通信',
  about:
    '错误，结论为故障：watchdog 列出不同的操作，或记录的调用不止一次不同。日志末尾只有一次不同为警告，所有 rank 都已越过的则是被截断的行。',

  title: ({ odd, usual, call }) =>
    usual === undefined
      ? `各 rank 在第 ${call} 次调用了不同的集合通信：${odd
          .slice(0, 2)
          .map((one) => `${who(one)} ${what(one)}`)
          .join('、')}`
      : `${odd.slice(0, 2).map(who).join('和')}调用 ${odd[0] ? what(odd[0]) : ''}，其他 rank 调用 ${what(usual)}`,
  cause: ({ odd }) => `${odd[0] ? who(odd[0]) : '某个 rank '}调用的集合通信与其余不同`,
  detail: ({ call, ranks, usualRanks, by, odd }, print) =>
    `${print.count(ranks)} 个 rank 的通信器的第 ${call} 次调用${usualRanks === undefined ? '' : `：${print.count(usualRanks)} 个一致，${print.count(odd.length)} 个不一致`}，${by === 'calls' ? '依据 NCCL 记录的调用' : '依据 PyTorch 的 watchdog 所列'}。每个 rank 都必须以相同的顺序、相同的大小调用相同的集合通信；否则全体永远等待，或数据混乱。原因在应用中：只有部分 rank 走的分支、不均匀的 batch、在某个 rank 上没有用到的参数。`,
  actions: () => [
    'TORCH_DISTRIBUTED_DEBUG=DETAIL 列出每个 rank 的调用；TORCH_NCCL_TRACE_BUFFER_SIZE=2000 加 TORCH_NCCL_DUMP_ON_TIMEOUT=1 保留最后的调用',
    '查找以 rank 为条件的分支、跳过的 batch、find_unused_parameters',
  ],
  verify: () => 'NCCL_DEBUG_SUBSYS=COLL：相同的 opCount 在每个 rank 上是相同的调用',
  inOrder: '所有 rank 调用相同',
  explained: {
    knownBy: '相同的 opCount 调用不同（NCCL_DEBUG_SUBSYS=COLL），或 watchdog 在同一 SeqNum 的 OpType 不同。',
    costs: '作业挂起，或算出无意义的结果。',
    todo: '应用：以 rank 为条件的分支，不均匀的数据。',
    verify: '所有 rank 调用相同。',
  },
}

const what = ({ collective, count }: Call): string =>
  count === undefined ? collective : `${collective}（${count} 个元素）`

function who({ host, rank, gpu }: OddCall): string {
  const name = rank !== undefined ? `rank ${rank} ` : gpu !== undefined ? `GPU ${gpu} ` : '某个 rank '
  return host === undefined ? name : `${host} 上的 ${name}`
}
