/**
 * How a rank that a launcher started finds the others over TCP. Beside the launcher's own variables (environment.ts) count
 * RINGSCOPE_TOKEN, RINGSCOPE_SOCKET_IFNAME (else GLOO_SOCKET_IFNAME, NCCL_SOCKET_IFNAME), RINGSCOPE_STORE, a folder that rank 0
 * publishes its address in, and RINGSCOPE_SHARED_MEMORY=1: ranks of one host send through memory that they share.
 */
import { randomBytes } from 'node:crypto'
import { RunError } from '../run-error.ts'
import type { TcpOptions } from '../transports/tcp/connect-tcp.ts'
import type { Environment, LaunchedRank } from './environment.ts'

/** `ranks`: how many the program asks for, if it does. Throws RunError 'argument' when the launcher started another number. */
export function launchedTcp(launched: LaunchedRank, env: Environment, ranks = launched.ranks): TcpOptions {
  const { rank, master, job, launcher } = launched
  if (ranks !== launched.ranks) {
    throw new RunError({
      kind: 'argument',
      argument: 'ranks',
      seen: `${ranks}`,
      wanted: `${launched.ranks} (${launcher})`,
    })
  }
  const interfaceName = env.RINGSCOPE_SOCKET_IFNAME ?? env.GLOO_SOCKET_IFNAME ?? env.NCCL_SOCKET_IFNAME
  return {
    rank,
    ranks,
    ...(master ? { master } : { job: job ?? `alone-${randomBytes(8).toString('hex')}` }),
    ...(env.RINGSCOPE_STORE ? { folder: env.RINGSCOPE_STORE } : {}),
    ...(env.RINGSCOPE_TOKEN ? { token: env.RINGSCOPE_TOKEN } : {}),
    ...(interfaceName ? { interface: interfaceName } : {}),
    ...(env.RINGSCOPE_SHARED_MEMORY === '1' ? { shared: true } : {}),
  }
}
