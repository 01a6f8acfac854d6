/** Chinese: words that several findings about the network share. */

import type { Print } from '../../../base/print.ts'
import type { FasterSign } from '../../../rules/path/faster-sign.ts'
import { listSome } from './words.ts'

/** "gpu-07、gpu-08：" before a sentence. */
export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : `${listSome(hosts, print)}：`

export const some = (names: readonly string[], print: Print): string => listSome(names, print)

export const SIGN: Readonly<Record<FasterSign, string>> = {
  device: '一个 RDMA 设备',
  interface: '一个快速网络的接口',
  plugin: '一个 RDMA 插件',
  setting: '一项指定了 RDMA 设备的设置',
  port: '一个已启用的 RDMA 端口',
  'other-host': '同一作业中另一台有 RDMA 的主机',
}
