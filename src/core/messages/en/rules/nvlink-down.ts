/** English: nvlink-down. */

import type { NvlinkDownValues } from '../../../rules/machine/nvlink-down.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, list, plural } from '../phrases/words.ts'

export const nvlinkDown: RuleText<NvlinkDownValues> = {
  name: 'NVLinks that are inactive on one GPU but active on the others',
  about:
    'Error. Each link is compared with most GPUs of the same model on all hosts, so links that are never wired are not reported. If all links of NVLink boards are inactive, suspect the Fabric Manager.',

  title: ({ gpu, down, active, of, host, all }, print) =>
    all
      ? `No GPU${on(host)} has an active NVLink`
      : `GPU${gpu}${on(host)} has ${print.count(active)} of ${print.count(of)} NVLinks: ${plural(down.length, 'link')} ${list(down.map(String))} inactive`,
  cause: ({ gpu, down, of, all }, print) =>
    all
      ? 'no NVLink is active'
      : `GPU${gpu} has lost ${print.count(down.length)} of its ${print.count(of)} NVLinks`,
  detail: ({ name, siblings, all }, print) =>
    all
      ? `Without NVLink, ${name} reaches the other GPUs only over PCIe. Usually the Fabric Manager is not running, or its version does not match the driver.`
      : `On ${counted(siblings, print, `other ${name} GPU`)}, all of these links are active. Every ring passes through every GPU, so all run at the pace of the one with the fewest links.`,
  actions: ({ gpu, host, all }) =>
    all
      ? [
          'systemctl status nvidia-fabricmanager: is it running? Its version must match the driver',
          'nvidia-smi -q | grep -A2 Fabric: are State and Status as expected?',
        ]
      : [
          `nvidia-smi nvlink -e -i ${gpu}; dmesg | grep -i xid: Xid 74 is an NVLink error`,
          `Reset the GPU (nvidia-smi --gpu-reset -i ${gpu}) or reboot the host; if the links stay down, drain ${host ?? 'the host'} and have it repaired`,
        ],
  verify: ({ of }, print) => `nvidia-smi nvlink -s shows ${print.count(of)} active links for every GPU`,
  inOrder: 'NVLinks active',
  explained: {
    knownBy: 'nvidia-smi nvlink -s for all GPUs, link by link.',
    costs: 'All GPUs run at the pace of the one with the fewest links.',
    todo: 'Reset the GPU. If the links stay down, drain the host and have it repaired. If all are down, check the Fabric Manager.',
    verify: 'nvidia-smi nvlink -s shows the same links active on all GPUs.',
  },
}
