import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { langOf } from '#contract/words.ts'
import type { SessionKind } from '#db/sessions.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import type { Device } from '#seam/server/device.ts'
import { type Call, type Parts, RefusalError, type Upload, type Who, nobody } from '#seam/server/handle.ts'
import { KEY_PREFIX } from '#features/apikeys/rules.ts'
import { whoOfKey } from '#features/apikeys/service.ts'
import { GUESSES_SECONDS, UNKNOWN_TOKENS } from './guesses.ts'
import { tokenOf, whoIs } from './session.ts'

/** Returns the common parameters of a call, not yet checked. */
export const commonOf = (
  request: FastifyRequest,
  body: Record<string, unknown>,
  files: Upload[],
): Omit<Call, 'who' | 'device' | 'meet' | 'setSession' | 'setMessage'> => {
  const sentRace = body.raceid ?? body.r
  const raceid = typeof sentRace === 'string' || typeof sentRace === 'number' ? Number(sentRace) : Number.NaN
  return {
    body: sentRace !== undefined && body.raceid === undefined ? { ...body, raceid: sentRace } : body,
    files,
    lang: langOf(body._lang ?? body.lang),
    raceid: Number.isSafeInteger(raceid) && raceid > 0 && raceid < 2 ** 31 ? raceid : undefined,
    channel: typeof body._channel === 'string' ? body._channel.slice(0, 40) : '',
    once: typeof body._once === 'string' && body._once !== '' && body._once.length <= 100 ? body._once : undefined,
    ticket:
      typeof body._ticket === 'string' && body._ticket !== '' && body._ticket.length <= 120 ? body._ticket : undefined,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  }
}

type Caller = (request: FastifyRequest, body: Record<string, unknown>, kind: SessionKind) => Promise<Who>
/** Finds the caller by the token in a header, in a field, or in a cookie that may be trusted. */
export const whoAsks =
  (parts: Parts): Caller =>
  async (request, body, kind) => {
    const { token, trusted } = tokenOf(request.headers, body, kind, parts.origin)
    if (token === null || !trusted) return nobody
    // An API key is for the calls of staff. With a key, a call for runners counts as anonymous.
    if (token.startsWith(KEY_PREFIX)) return kind === 'staff' ? whoOfKey(parts, token) : nobody
    return whoIs(parts, token, kind)
  }

const WAITS_MS = 1500
/** The most callers without a cookie that wait at the same time. Each of them holds a connection. */
const MOST_WAITING = 100
let waiting = 0
const waitsInTurn = async (): Promise<boolean> => {
  if (waiting >= MOST_WAITING) return false
  waiting += 1
  try {
    await sleep(WAITS_MS)
  } finally {
    waiting -= 1
  }
  return true
}

/**
 * Finds the caller as `whoAsks` does. A caller who sends many unknown tokens must wait. An honest browser may send a
 * token that has ended. So a browser with our cookie learns that its token has ended, even if other browsers of its
 * network must wait.
 */
export const whoCalls = (
  parts: Parts,
): ((...given: [...Parameters<Caller>, device: Device | null]) => Promise<Who>) => {
  const tokens = allowanceOf(UNKNOWN_TOKENS, GUESSES_SECONDS, 'server tokens')
  const asks = whoAsks(parts)
  return async (request, body, kind, device) => {
    const who = await asks(request, body, kind)
    if (who.expired) {
      const retry_after = tokens.count({ address: request.ip, who, device }, parts.clock(), { what: kind })
      // A page without our cookie, such as a page of the partner, is counted together with its whole network. Its call
      // waits a moment and is then answered, so that the page can ask for the log-in.
      if (retry_after > 0 && (device !== null || !(await waitsInTurn())))
        throw new RefusalError('too_often', { retry_after })
    }
    return who
  }
}
