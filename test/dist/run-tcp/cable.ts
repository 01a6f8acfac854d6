/** A connection that can be cut. */
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Whatever comes to the port goes on to `port`, until it is cut. */
export function cable(port: number): Promise<{ readonly port: number; cut(): void }> {
  const ends: Socket[] = []
  return new Promise((resolve) => {
    const server = createServer((here) => {
      const there = connect({ host: '127.0.0.1', port })
      for (const end of [here, there]) {
        ends.push(end)
        end.on('error', () => end.destroy())
      }
      here.on('close', () => there.destroy())
      there.on('close', () => here.destroy())
      here.pipe(there).pipe(here)
    })
    onTestFinished(() => {
      server.close()
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: address && typeof address === 'object' ? address.port : 0,
        cut: () => {
          for (const end of ends) end.destroy()
        },
      })
    })
  })
}
