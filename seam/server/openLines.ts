import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#db/limits/limits.ts'

/**
 * The largest number of lines of one address. All people of a finish area or of a phone company may use one address,
 * but one program must not take the lines of all other programs.
 */
export const LINES_OF_ADDRESS = 3_000
/**
 * The address of the server's own machine has a limit of its own, because programs there measure how many lines the
 * server can hold.
 */
const OWN = '127.0.0.1'

/** The lines of a live stream at this server that are open now. */
export type OpenLines = {
  /**
   * Counts a line until it closes. If too many lines are open, it answers the request and returns false. The caller
   * then does nothing more.
   */
  take: (request: Pick<FastifyRequest, 'ip'>, reply: FastifyReply) => boolean
  count: () => number
}

/**
 * Makes a counter of open lines. `together` is the most lines of the server, `ofAddress` the most lines of one address,
 * and `ofOwn` the most lines of the server's own machine.
 */
export const openLines = (together: number, ofAddress = LINES_OF_ADDRESS, ofOwn = together): OpenLines => {
  const lines = new Map<string, number>()
  let open = 0
  return {
    count: () => open,
    take: ({ ip }, reply) => {
      const refuse = (status: 429 | 503, why: string) => {
        void reply.code(status).header('retry-after', '30').send(why)
        return false
      }
      if (open >= together) return refuse(503, 'too many')
      const network = networkOf(ip)
      const here = lines.get(network) ?? 0
      if (here >= (ip === OWN ? ofOwn : ofAddress)) return refuse(429, 'too many from here')
      // A caller may have gone while the server looked for the race.
      if (reply.raw.closed || reply.raw.destroyed) return false
      open += 1
      lines.set(network, here + 1)
      reply.raw.once('close', () => {
        open -= 1
        const left = lines.get(network)! - 1
        if (left > 0) lines.set(network, left)
        else lines.delete(network)
      })
      return true
    },
  }
}
