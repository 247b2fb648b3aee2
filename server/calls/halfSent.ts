import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The time in which a caller must send its headers. */
export const HEADERS_MS = 15_000
/** The longest pause in a body. A phone in a tunnel may pause that long. */
export const REST_MS = 30_000
const LOOK_MS = 5000

/** Ends calls whose body has stopped coming. Otherwise a half-sent call keeps its connection and memory for minutes. */
export const endHalfSent = (app: FastifyInstance, restMs = REST_MS, lookMs = LOOK_MS): void => {
  const coming = new Map<FastifyRequest, { bytes: number; since: number }>()
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { socket } = request.raw
    // A call that a test hands over within the process has its whole body and no connection.
    if (socket instanceof Socket) coming.set(request, { bytes: socket.bytesRead, since: performance.now() })
    done(null, payload)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.raw.complete) coming.delete(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    coming.delete(request)
    done()
  })
  const look = setInterval(() => {
    const now = performance.now()
    for (const [request, last] of coming) {
      const { complete, socket, destroyed } = request.raw
      if (complete || destroyed) coming.delete(request)
      else if (socket.bytesRead > last.bytes) coming.set(request, { bytes: socket.bytesRead, since: now })
      else if (now - last.since > restMs) {
        coming.delete(request)
        socket.destroy()
      }
    }
  }, lookMs)
  look.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(look)
    done()
  })
}
