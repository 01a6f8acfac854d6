/** English: busy-waiting. */
import type { BusyWaitingValues } from '../../../rules/job/busy-waiting.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const busyWaiting: RuleText<BusyWaitingValues> = {
  name: 'GPUs that look busy but wait for another',
  about:
    'Full utilisation in at least three samples, below 40 % of the power limit (without a limit: of the busiest sibling). Warning where most GPUs of a host wait while fewer compute; else info. The waiting GPU is never the one at fault.',

  title: ({ waiting, watts, ofWatts, by, host }, print) =>
    `${gpuNames(waiting)}${on(host)} ${waiting.length === 1 ? 'looks' : 'look'} busy but ${waiting.length === 1 ? 'draws' : 'draw'} ${print.number(watts)} W (${by === 'limit' ? 'limit' : 'busiest sibling'}: ${print.number(ofWatts)} W): waiting`,
  detail: ({ computing, idle }) =>
    `Full utilisation only says that a kernel runs. With so little power it is most often a collective’s kernel that waits for another rank; kernels that need little power look the same. The GPUs that wait are not at fault. ${computing.length > 0 ? `Meanwhile ${gpuNames(computing)} ${computing.length === 1 ? 'computes' : 'compute'}: if they are of the same job, the others wait for them.` : idle.length > 0 ? `${gpuNames(idle)} ${idle.length === 1 ? 'does' : 'do'} nothing: late, or no part of the job.` : 'All that were sampled wait: what is late is on another host, or it is the network.'}`,
  actions: ({ computing, idle }) => [
    `py-spy dump --pid PID for the process of ${gpuNames([...computing, ...idle]) || 'a GPU of another host that does not wait'}: where is it?`,
    'nvidia-smi dmon -s pucv on all hosts at the same time: look for the GPU that does not wait',
  ],
  verify: () => 'nvidia-smi dmon -s pucv: all GPUs draw about the same power',
  inOrder: 'no GPU waits',
  explained: {
    knownBy: 'nvidia-smi dmon or repeated nvidia-smi -q: utilisation and power of each GPU; the power limit.',
    costs: 'The time that the last rank takes longer, on all GPUs.',
    todo: 'Find the GPU that does not wait, and what its process does.',
    verify: 'All GPUs draw about the same power.',
  },
}

const gpuNames = (gpus: readonly number[]): string => gpus.map((gpu) => `GPU${gpu}`).join(', ')
