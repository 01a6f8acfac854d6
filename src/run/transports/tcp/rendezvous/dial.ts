/** Connects to an address. */
import { connect, type Socket } from 'node:net'
import { JsonLinesEnded } from './json-lines.ts'

/** Rejects with JsonLinesEnded, its reason the system's code (ECONNREFUSED), 'silence' at the deadline (performance.now()). */
export function dial(host: string, port: number, deadline: number, localAddress?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, ...(localAddress ? { localAddress } : {}) })
    const timer = setTimeout(
      () => {
        socket.destroy()
        reject(new JsonLinesEnded('silence'))
      },
      Math.max(0, deadline - performance.now()),
    )
    const failed = (error: NodeJS.ErrnoException): void => {
      clearTimeout(timer)
      reject(new JsonLinesEnded(error.code ?? error.message))
    }
    socket.once('error', failed)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', failed)
      resolve(socket)
    })
  })
}
