import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Calls `act` with the whole body of a request. If the request breaks off, `act` is not called. */
export const whenRead = (request: IncomingMessage, act: (body: string) => void): void => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => act(Buffer.concat(parts).toString('utf8')))
}

/**
 * Starts a server on a free port of loopback. The server answers until the caller closes it, and does not keep the
 * process alive.
 */
export const serveOnLoopback = async (
  listener: RequestListener,
): Promise<{ base: string; close: () => Promise<void> }> => {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
