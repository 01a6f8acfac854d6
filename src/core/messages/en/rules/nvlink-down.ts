/** English: nvlink-down. */
import type { NvlinkDownValues } from '../../../rules/machine/nvlink-down.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const nvlinkDown: RuleText<NvlinkDownValues> = {
  name: 'NVLinks that are inactive in one GPU and active in its siblings',
  about:
    'Error. Compared link by link with most GPUs of the same model on all hosts, so that links that are never wired count as nothing. All links inactive on NVLink boards: the fabric manager.',

  title: ({ gpu, down, active, of, host, all }, print) =>
    all
      ? `No NVLink is active on any GPU${on(host)}`
      : `GPU${gpu}${on(host)} has ${print.count(active)} of ${print.count(of)} NVLinks: ${plural(down.length, 'link')} ${down.join(', ')} inactive`,
  cause: ({ gpu, down, of, all }, print) =>
    all
      ? 'no NVLink is active'
      : `GPU${gpu} has lost ${print.count(down.length)} of its ${print.count(of)} NVLinks`,
  detail: ({ name, siblings, all }, print) =>
    all
      ? `${name} has no other way to its siblings but PCIe. Most often the fabric manager does not run, or its version is not the driver's.`
      : `${print.count(siblings)} other ${name} ${siblings === 1 ? 'has' : 'have'} all of these links active. Every ring passes through every GPU, so all run at the pace of the one with the fewest links.`,
  actions: ({ gpu, host, all }) =>
    all
      ? [
          'systemctl status nvidia-fabricmanager; its version must be that of the driver',
          'nvidia-smi -q | grep -A2 Fabric: State and Status',
        ]
      : [
          `nvidia-smi nvlink -e -i ${gpu}; dmesg | grep -i xid: Xid 74 is an NVLink error`,
          `Reset the GPU (nvidia-smi --gpu-reset -i ${gpu}) or restart the host; still down: drain ${host ?? 'the host'} and have it repaired`,
        ],
  verify: ({ of }, print) => `nvidia-smi nvlink -s shows ${print.count(of)} active links for every GPU`,
  inOrder: 'NVLinks active',
  explained: {
    knownBy: 'nvidia-smi nvlink -s of all GPUs, link by link.',
    costs: 'All GPUs run at the pace of the one with the fewest links.',
    todo: 'Reset the GPU; still down: drain the host, repair. All down: fabric manager.',
    verify: 'nvidia-smi nvlink -s shows the same links active in all GPUs.',
  },
}

const plural = (count: number, word: string): string => (count === 1 ? word : `${word}s`)
