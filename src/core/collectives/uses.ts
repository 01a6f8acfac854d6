/** What collectives are used for in training: the strategies and the calls that each makes. Sentences: messages/{en,zh}/collectives.ts. */
import type { CollectiveName } from './names.ts'

export type UseId = 'ddp' | 'zero-1' | 'zero-2' | 'zero-3' | 'tp' | 'pp' | 'ep' | 'start' | 'metrics'

/** When in a step a call is made. */
export type When = 'forward' | 'backward' | 'after-backward' | 'once'

/** What there is a call for. */
export type Every = 'bucket' | 'layer' | 'micro-batch' | 'step' | 'run'

export interface UseCall {
  readonly collective: CollectiveName
  readonly when: When
  readonly every: Every
  /** So many calls for each `every`. */
  readonly times: number
}

export interface Use {
  readonly id: UseId
  readonly calls: readonly {
    readonly collective: CollectiveName
    readonly when: When
    readonly every: Every
  }[]
  /** Where the scheme is defined. */
  readonly source: string
}

const call = (collective: CollectiveName, when: When, every: Every, times = 1): UseCall => ({
  collective,
  when,
  every,
  times,
})

export const uses: readonly Use[] = [
  {
    id: 'ddp',
    calls: [call('all_reduce', 'backward', 'bucket')],
    source: 'Li et al., PyTorch Distributed, VLDB 2020',
  },
  {
    id: 'zero-1',
    calls: [call('reduce_scatter', 'after-backward', 'step'), call('all_gather', 'after-backward', 'step')],
    source: 'Rajbhandari et al., ZeRO, SC 2020, section 7',
  },
  {
    id: 'zero-2',
    calls: [call('reduce_scatter', 'backward', 'bucket'), call('all_gather', 'after-backward', 'step')],
    source: 'Rajbhandari et al., ZeRO, SC 2020, section 7',
  },
  {
    id: 'zero-3',
    calls: [
      call('all_gather', 'forward', 'layer'),
      call('all_gather', 'backward', 'layer'),
      call('reduce_scatter', 'backward', 'layer'),
    ],
    source: 'Rajbhandari et al., ZeRO, SC 2020, section 7; Zhao et al., PyTorch FSDP, VLDB 2023',
  },
  {
    id: 'tp',
    calls: [call('all_reduce', 'forward', 'layer', 2), call('all_reduce', 'backward', 'layer', 2)],
    source: 'Shoeybi et al., Megatron-LM, 2019, section 3',
  },
  {
    id: 'pp',
    calls: [call('send_recv', 'forward', 'micro-batch'), call('send_recv', 'backward', 'micro-batch')],
    source: 'Narayanan et al., Megatron-LM, SC 2021, section 2.2',
  },
  {
    id: 'ep',
    calls: [call('all_to_all', 'forward', 'layer', 2), call('all_to_all', 'backward', 'layer', 2)],
    source: 'Lepikhin et al., GShard, ICLR 2021',
  },
  {
    id: 'start',
    calls: [call('broadcast', 'once', 'run'), call('scatter', 'once', 'run')],
    source: 'PyTorch DistributedDataParallel: parameters of rank 0 are broadcast when a model is wrapped',
  },
  {
    id: 'metrics',
    calls: [call('reduce', 'after-backward', 'step'), call('gather', 'after-backward', 'step')],
    source: 'torch.distributed: losses are reduced, and outputs gathered, on the rank that logs',
  },
]

/** The uses of a collective. */
export const usesOf = (collective: CollectiveName): readonly Use[] =>
  uses.filter(({ calls }) => calls.some((call) => call.collective === collective))
