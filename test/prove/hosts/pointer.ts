import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * An address that passes connections on to a port and can be pointed to another port, as a floating address or the TCP
 * mode of a proxy does.
 */
export type Pointer = {
  port: number
  /** Leads new connections to this port, or refuses them if the port is undefined. */
  pointTo: (port: number | undefined) => void
  /** Cuts the connections under way, or this share of them. */
  cut: (share?: number) => number
  close: () => Promise<void>
}

export const openPointer = async (target: number | undefined): Promise<Pointer> => {
  let to = target
  const open = new Set<Socket>()
  const server = createServer((from) => {
    from.on('error', () => from.destroy())
    if (to === undefined) return from.resetAndDestroy()
    const onward = connect(to, '127.0.0.1')
    open.add(from)
    from.setNoDelay(true)
    onward.setNoDelay(true)
    const end = () => {
      open.delete(from)
      from.destroy()
      onward.destroy()
    }
    for (const side of [from, onward]) side.on('error', end).on('close', end)
    from.pipe(onward).pipe(from)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    port: (server.address() as AddressInfo).port,
    pointTo: (port) => void (to = port),
    cut: (share = 1) => {
      const cutting = [...open].filter(() => Math.random() < share)
      for (const socket of cutting) socket.destroy()
      return cutting.length
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
