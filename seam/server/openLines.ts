import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#db/limits/limits.ts'
import { type Asker, kindOfAsker, ownKeyOf } from './asker.ts'
import type { RawRoute } from './handle.ts'

/**
 * The largest number of lines (open connections of a live stream) for all strangers of one network together. All people
 * of a finish area or of a phone company may share one network, but one program must not use up all lines.
 */
export const LINES_OF_ADDRESS = 3_000
/**
 * The largest number of lines of one account, of one member of staff, or of one browser that a person has used. These
 * lines do not count as lines of strangers, so other people of the network cannot take them.
 */
export const LINES_OF_OWN = 30
/**
 * The address of the server's own machine has a limit of its own, because programs there measure how many lines the
 * server can hold.
 */
const OWN = '127.0.0.1'

/** The lines of a live stream at this server that are open now. */
export type OpenLines = {
  /**
   * Counts a line until the line closes. If too many lines are open, it refuses the request and returns false. It also
   * returns false if the caller has gone. The route does nothing more after false.
   */
  take: (asker: Asker, reply: FastifyReply) => boolean
  count: () => number
}

/** Returns the facts about the caller of a live stream by which limits count the caller. */
export const askerOfLine = async (
  { ip }: Pick<FastifyRequest, 'ip'>,
  callers: Parameters<RawRoute['run']>[3],
): Promise<Asker> => {
  const { runner, staff, device } = await callers()
  return { address: ip, who: staff.staffid === null ? runner : staff, device }
}

/**
 * Makes a counter of open lines. `together` is the most lines of the server, `ofAddress` the most lines of the
 * strangers of one network, and `ofOwn` the most lines of the strangers at the server's own machine. All lines of any
 * other network take at most half of the lines of the server.
 */
export const openLines = (together: number, ofAddress = LINES_OF_ADDRESS, ofOwn = together): OpenLines => {
  const lines = new Map<string, number>()
  const countOf = (name: string) => lines.get(name) ?? 0
  const change = (name: string, by: 1 | -1) => {
    const count = countOf(name) + by
    if (count > 0) lines.set(name, count)
    else lines.delete(name)
  }
  let open = 0
  return {
    count: () => open,
    take: (asker, reply) => {
      const refuse = (status: 429 | 503, why: string) => {
        void reply.code(status).header('retry-after', '30').send(why)
        return false
      }
      if (open >= together) return refuse(503, 'too many')
      const atOwn = asker.address === OWN
      const network = networkOf(asker.address)
      const isStranger = kindOfAsker(asker) === 'stranger'
      const [lane, most] = isStranger
        ? [`strangers ${network}`, atOwn ? ofOwn : ofAddress]
        : [ownKeyOf(asker)!, LINES_OF_OWN]
      const mostOfAll = atOwn ? together : Math.ceil(together / 2)
      if (countOf(lane) >= most || countOf(network) >= mostOfAll) return refuse(429, 'too many from here')
      // A caller may have gone while the server looked for the race.
      if (reply.raw.closed || reply.raw.destroyed) return false
      open += 1
      change(lane, 1)
      change(network, 1)
      reply.raw.once('close', () => {
        open -= 1
        change(lane, -1)
        change(network, -1)
      })
      return true
    },
  }
}
