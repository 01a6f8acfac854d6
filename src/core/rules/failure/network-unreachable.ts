/**
 * Ranks that cannot connect: a queue pair that does not reach the other NIC (ibv_modify_qp: GID index, route, rails), or a TCP
 * connection that is refused or not answered (wrong interface, firewall). The errno tells which. Source: ibv_modify_qp(3), connect(2).
 */
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundIn } from './failure-lines.ts'

export type NetworkUnreachableValues = FailureValues

export const networkUnreachable = rule({
  id: 'network-unreachable',
  needs: ['printed-messages'],
  sources: ['ibv_modify_qp(3)', 'connect(2)', 'nccl #1657, #2013', 'nccl-tests #185'],
  meaning: { breaks: true },
  check: (facts): readonly Found<NetworkUnreachableValues>[] => foundIn(facts, 'network-unreachable'),
})
