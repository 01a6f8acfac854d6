/** English: few-channels. */

import type { FewChannelsValues } from '../../../rules/path/few-channels.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const fewChannels: RuleText<FewChannelsValues> = {
  name: 'only one or two channels',
  about:
    'Warning on one host with an NVSwitch and four ranks or more; info on several hosts, where the NICs determine the number. A limit that was set by a variable is reported as that setting.',

  title: ({ channels, ranks }, print) =>
    `NCCL set up only ${counted(channels, print, 'channel')} for ${print.count(ranks)} ranks`,
  cause: ({ channels }, print) => `NCCL uses only ${counted(channels, print, 'channel')}`,
  detail: ({ nodes }) =>
    nodes === 'one'
      ? 'GPUs behind an NVSwitch usually get 16 to 32. So few mean that NCCL found no better rings, because links of one GPU are down or NCCL does not see the topology.'
      : 'Between hosts the NICs determine the number: one or two channels for each. So few are expected with one NIC per host, but not with more.',
  actions: () => [
    'nvidia-smi nvlink -s: does every GPU have the same number of active links?',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH ... 2>&1 | grep -E "Pattern|System"',
    'Several hosts: does "NET/IB : Using", or the plugin’s list, show all NICs? In a virtual machine, set NCCL_TOPO_FILE',
  ],
  verify: () => 'The "coll channels" line shows more channels',
  inOrder: 'enough channels',
  explained: {
    knownBy:
      '"2 coll channels", or nchannels of a graph file, together with the NVSwitch that the log, the topology file or the GPU’s name shows.',
    costs: 'Up to nine tenths of the bandwidth.',
    todo: 'Check the links of all GPUs, the topology, and the NICs.',
    verify: 'The "coll channels" line shows more channels.',
  },
}
