/** English: few-channels. */
import type { FewChannelsValues } from '../../../rules/path/few-channels.ts'
import type { RuleText } from '../../rule-text.ts'

export const fewChannels: RuleText<FewChannelsValues> = {
  name: 'one or two channels',
  about:
    'Warning on one host behind an NVSwitch with four ranks or more; info on several hosts, where the NICs set the number. A limit that someone set is reported as that setting.',

  title: ({ channels, ranks }, print) =>
    `NCCL set up ${print.count(channels)} ${channels === 1 ? 'channel' : 'channels'} for ${print.count(ranks)} ranks`,
  cause: ({ channels }, print) => `only ${print.count(channels)} channels`,
  detail: ({ nodes }) =>
    nodes === 'one'
      ? 'GPUs behind an NVSwitch usually have 16 to 32. With so few NCCL found no better rings: links that are down on one GPU, or a topology that it does not see.'
      : 'Between hosts the NICs decide: each gives one or two channels. So few are right with one NIC a host, and wrong with more.',
  actions: () => [
    'nvidia-smi nvlink -s: has every GPU the same number of active links?',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH ... 2>&1 | grep -E "Pattern|System"',
    'Several hosts: "NET/IB : Using", or the plugin’s list: are all NICs there? In a virtual machine: NCCL_TOPO_FILE',
  ],
  verify: () => 'The line "coll channels" shows more',
  inOrder: 'enough channels',
  explained: {
    knownBy:
      '"2 coll channels", or nchannels of a graph file, beside the NVSwitch that the log, the topology file or the GPU’s name shows.',
    costs: 'Up to nine tenths of the bandwidth.',
    todo: 'Links of all GPUs; topology; NICs.',
    verify: 'More channels.',
  },
}
