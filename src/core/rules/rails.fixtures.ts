/** Logs of rings that change their rail in every node, with an even number of nodes and an odd one. */
import type { Facts } from '../analysis/facts.ts'
import { environment, facts } from '../analysis/hand-made.fixtures.ts'
import { logOf } from '../parsers/nccl-log/nccl-log.fixtures.ts'

interface Rails {
  readonly hosts: readonly string[]
  readonly unanswered?: boolean
  /** Channels that change their rail. */
  readonly turning?: number
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Rings that change their rail in every node, as NCCL_CROSS_NIC=2 lets them: node after node they leave by mlx5_1, mlx5_0,
 * mlx5_1 … and arrive on the same; with an odd number of nodes the last connection crosses. Others stay on mlx5_2.
 */
export function railsOf({ hosts, unanswered = false, turning = 2, settings = {} }: Rails): Facts {
  const list = [0, 1, 2].map((nic) => `[${nic}]mlx5_${nic}:1/IB`).join(' ')
  const lines = hosts.flatMap((host, node) => {
    const at = `${host}:${100 + node}:${200 + node} [0] NCCL INFO`
    const before = (node + hosts.length - 1) % hosts.length
    const next = (node + 1) % hosts.length
    const turns = (channel: number) => [
      `${at} Channel 0${channel}/0 : ${before}[0] -> ${node}[0] [receive] via NET/IB/${(node + channel) % 2}/GDRDMA`,
      `${at} Channel 0${channel}/0 : ${node}[0] -> ${next}[0] [send] via NET/IB/${(node + channel + 1) % 2}/GDRDMA`,
    ]
    return [
      `${at} NET/IB : Using ${list} [RO]; OOB eth0:10.0.0.${node}<0>`,
      ...Array.from({ length: turning }, (_, channel) => turns(channel)).flat(),
      `${at} Channel 02/0 : ${before}[0] -> ${node}[0] [receive] via NET/IB/2/GDRDMA`,
      `${at} Channel 02/0 : ${node}[0] -> ${next}[0] [send] via NET/IB/2/GDRDMA`,
    ]
  })
  const last = hosts.at(-1)
  const failure = `${last}:102:302 [0] transport/net_ib.cc:1700 NCCL WARN NET/IB : Got completion from peer 10.0.0.0<4711> with status=12 opcode=0 len=0 vendor err 129 (Send) hca mlx5_1`
  const log = logOf([...lines, ...(unanswered ? [failure] : [])].join('\n'))
  return facts([log, ...(last === undefined ? [] : [environment(last, settings)])])
}
