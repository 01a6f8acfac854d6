/** Warnings, failed completions, GPUs that do not see each other (NCCL src/debug.cc, transport/p2p.cc, net_ib.cc). */
import type { LogPeerProblem } from '../../evidence/nccl-log.ts'
import type { LogCompletion, LogWarning } from '../../evidence/nccl-log-trouble.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Warnings, completions, peers: each function gives what was read so far. */
export function troubleReader(placeOf: PlaceOf) {
  const { values } = distinct(placeOf)
  const warnings = values<LogWarning>()
  const completions = values<LogCompletion>()
  const peers = values<LogPeerProblem>()

  const kinds: readonly LineKind[] = [
    { starts: 'P2P is disabled between ', read: readPeerProblem },
    { starts: 'P2P not supported between ', read: readPeerProblem },
    { starts: 'Could not enable P2P between ', read: readPeerProblem },
    { starts: 'NET/IB', read: readCompletion },
  ]
  return {
    kinds,
    warnings: warnings.all,
    completions: completions.all,
    peers: peers.all,
    readWarning,
    readPeerAccess,
  }

  /** Every line of level WARN. Numbers and addresses aside, what is said twice is one. */
  function readWarning(line: LogLine): void {
    if (line.message.includes('Got completion')) readCompletion(line)
    const { source } = line
    warnings.add(line.message.replace(/0x[0-9a-f]+|\d+/g, '#'), line, () => ({
      text: copy(line.message.slice(0, 300)),
      ...(source === undefined ? {} : { source: copy(source) }),
    }))
  }

  /** NET/IB : Got completion from peer 10.0.0.2<4711> with status=12 opcode=1 len=0 vendor err 129 (Send) hca mlx5_0 */
  function readCompletion(line: LogLine): void {
    const { message } = line
    const status = /Got completion\b.*?(?:\berror |status=(?:[A-Z_]+\()?)(\d+)/.exec(message)?.[1]
    if (status === undefined) return
    const vendor = /vendor[ _]err[ =](\d+)/.exec(message)?.[1]
    const peer = /from peer ([^\s<]+)/.exec(message)?.[1]
    const nic = /\bhca (\w+)/i.exec(message)?.[1]
    completions.add(`${status} ${vendor} ${peer} ${nic} ${line.thread.speaker}`, line, () => ({
      status: Number(status),
      ...(vendor === undefined ? {} : { vendor: Number(vendor) }),
      ...(peer === undefined ? {} : { peer: copy(peer) }),
      ...(nic === undefined ? {} : { nic: copy(nic) }),
    }))
  }

  function readPeerProblem(line: LogLine): void {
    const { message } = line
    const [from, to] = [...message.matchAll(/(?:GPUs?|dev|and) ?(\d+)/g)].map(([, gpu]) => Number(gpu))
    if (from === undefined || to === undefined) return
    const problem = message.startsWith('P2P is')
      ? 'disabled'
      : message.startsWith('P2P not')
        ? 'unsupported'
        : 'enable-failed'
    const nvlink = /NVLINK/i.test(message)
    peers.add(`${problem} ${from} ${to} ${nvlink}`, line, () => ({ problem, from, to, nvlink }))
  }

  /** hipDeviceCanAccessPeer(0, 1) = 0 */
  function readPeerAccess(line: LogLine): boolean {
    const [, from, to, can] =
      /(?:cuda|hip)DeviceCanAccessPeer\((\d+), (\d+)\) = ([01])/.exec(line.message) ?? []
    if (from === undefined || to === undefined) return false
    const problem = can === '1' ? 'access' : 'no-access'
    peers.add(`${problem} ${from} ${to}`, line, () => ({
      problem,
      from: Number(from),
      to: Number(to),
      nvlink: false,
    }))
    return true
  }
}
