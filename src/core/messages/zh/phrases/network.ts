/** Chinese: words that several findings about the network share. */

import type { Print } from '../../../base/print.ts'
import type { FasterSign } from '../../../rules/path/faster-sign.ts'

export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : `${some(hosts, print)} 上 `

export function some(names: readonly string[], print: Print): string {
  return names.length > 4
    ? `${names.slice(0, 3).join('、')} 等（另有 ${print.count(names.length - 3)} 个）`
    : names.join('、')
}

export const SIGN: Readonly<Record<FasterSign, string>> = {
  device: 'RDMA 设备',
  interface: '快速网络的接口',
  plugin: 'RDMA 插件',
  setting: '指定了 RDMA 设备的设置',
  port: '已启用的 RDMA 端口',
  'other-host': '同一作业中使用它的另一台主机',
}
