/** Chinese: busy-waiting. */
import type { BusyWaitingValues } from '../../../rules/job/busy-waiting.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const busyWaiting: RuleText<BusyWaitingValues> = {
  name: '看似繁忙、实际在等待的 GPU',
  about:
    '至少三次采样都是满利用率，而功率低于上限的 40 %（没有上限时：低于最忙同伴的 40 %）。一台主机上多数 GPU 等待而少数在计算为警告；否则为信息。等待的 GPU 从来不是有过错的一方。',

  title: ({ waiting, watts, ofWatts, by, host }, print) =>
    `${on(host)}${gpuNames(waiting)} 看似繁忙，却只消耗 ${print.number(watts)} W（${by === 'limit' ? '上限' : '最忙的同伴'}：${print.number(ofWatts)} W）：在等待`,
  detail: ({ computing, idle }) =>
    `满利用率只说明有 kernel 在运行。功率这么低时，多半是集合操作的 kernel 在等待另一个 rank；耗电少的 kernel 看起来也一样。等待的 GPU 没有过错。${computing.length > 0 ? `同时 ${gpuNames(computing)} 在计算：若属于同一作业，其他 GPU 等的就是它们。` : idle.length > 0 ? `${gpuNames(idle)} 什么也不做：迟到了，或不属于该作业。` : '所有采样到的 GPU 都在等待：迟到者在另一台主机上，或者是网络。'}`,
  actions: ({ computing, idle }) => [
    `对 ${gpuNames([...computing, ...idle]) || '另一台主机上不在等待的 GPU'} 的进程执行 py-spy dump --pid PID：它停在哪里？`,
    '同时在所有主机上执行 nvidia-smi dmon -s pucv：找出不在等待的 GPU',
  ],
  verify: () => 'nvidia-smi dmon -s pucv：所有 GPU 的功率大致相同',
  inOrder: '没有 GPU 在等待',
  explained: {
    knownBy: 'nvidia-smi dmon 或多次 nvidia-smi -q：每块 GPU 的利用率和功率；功率上限。',
    costs: '最后一个 rank 多用的时间，由所有 GPU 承担。',
    todo: '找出不在等待的 GPU，看它的进程在做什么。',
    verify: '所有 GPU 的功率大致相同。',
  },
}

const gpuNames = (gpus: readonly number[]): string => gpus.map((gpu) => `GPU${gpu}`).join('、')
