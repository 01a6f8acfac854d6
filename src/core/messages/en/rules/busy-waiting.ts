/** English: busy-waiting. */

import type { BusyWaitingValues } from '../../../rules/job/busy-waiting.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { list, plural } from '../phrases/words.ts'

export const busyWaiting: RuleText<BusyWaitingValues> = {
  name: 'GPUs that look busy but wait for another GPU',
  about:
    'Full utilisation in at least three samples at less than 40 % of the power limit (of the busiest other GPU if the limit is not known). Warning if most GPUs of a host wait while fewer compute, otherwise info. The waiting GPU is never the one at fault.',

  title: ({ waiting, watts, ofWatts, by, host }, print) =>
    `${gpuNames(waiting)}${on(host)} ${plural(waiting.length, 'is', 'are')} probably waiting: fully utilised at only ${print.number(watts)} W (${by === 'limit' ? 'limit' : 'busiest GPU'}: ${print.number(ofWatts)} W)`,
  detail: ({ computing, idle }) =>
    `Full utilisation only means that a kernel is running. At such low power it is usually a collective kernel that waits for another rank, but other low-power kernels look the same. The waiting GPUs are not at fault. ${computing.length > 0 ? `Still computing: ${gpuNames(computing)}. If this is the same job, the others are waiting for that.` : idle.length > 0 ? `${gpuNames(idle)} ${plural(idle.length, 'is', 'are')} idle: late, or not used by the job.` : 'All sampled GPUs are waiting: the late rank is on another host, or the network is slow.'}`,
  actions: ({ computing, idle }) => [
    `py-spy dump --pid PID for the process on ${gpuNames([...computing, ...idle]) || 'a GPU of another host that is not waiting'}: what is it doing?`,
    'nvidia-smi dmon -s pucv on all hosts at the same time: look for the GPU that is not waiting',
  ],
  verify: () => 'nvidia-smi dmon -s pucv: all GPUs draw about the same power',
  inOrder: 'no GPU waits for another',
  explained: {
    knownBy: 'nvidia-smi dmon or repeated nvidia-smi -q: utilisation and power of each GPU; the power limit.',
    costs: 'All GPUs lose the time by which the last rank is late.',
    todo: 'Find the GPU that is not waiting, and see what its process is doing.',
    verify: 'All GPUs draw about the same power.',
  },
}

const gpuNames = (gpus: readonly number[]): string => list(gpus.map((gpu) => `GPU${gpu}`))
