import type { FastifyReply, FastifyRequest } from 'fastify'
import { rateOf } from '#db/limits/rates.ts'
import { networkOf } from '#db/limits/limits.ts'
import { tokenHash } from '#db/sessions.ts'
import { type Parts, raw } from '#seam/server/handle.ts'
import { deviceOf, storeFixes } from './intake.service.ts'
import { basicIn, bodyIn, readTracker } from './protocols.rules.ts'

/**
 * The limit for a device. A device sends at most one fix a second. After an hour without network it sends all fixes of
 * that hour.
 */
const perDevice = rateOf(1200, 60)
/**
 * The limit on calls with an unknown token. Devices in one network share an address, so calls with a known token do not
 * count.
 */
const guesses = rateOf(120, 60, 'tracking intake guesses')

/**
 * Takes the requests of tracker apps. An app repeats a refused fix for ever, so the server answers a refused fix with a
 * success. Only an unknown device, or a device above its limit, gets an error.
 */
const take = async ({ db, clock }: Parts, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
  const now = clock()
  const { token, fixes, refused, silent } = readTracker(
    { query: request.query, body: bodyIn(request.body), basic: basicIn(request.headers.authorization) },
    now.getTime(),
  )
  const name = token === null ? '' : tokenHash(token).toString('base64url')
  const network = networkOf(request.ip)
  const wait = token === null ? 0 : perDevice.count(name, now, Math.max(1, fixes.length))
  if (wait > 0) return reply.code(429).header('retry-after', String(wait)).send('too often')
  const device = token === null || token.length < 22 ? undefined : await deviceOf(db, token, now)
  if (!device) {
    const pause = guesses.count(network, now)
    return pause > 0
      ? reply.code(429).header('retry-after', String(pause)).send('too often')
      : reply.code(404).send('no such device')
  }
  if (fixes.length > 0 || refused.length > 0) await storeFixes(db, { device, fixes, refused, now })
  reply.header('cache-control', 'no-store')
  return silent ? reply.type('application/json').send('[]') : reply.type('text/plain').send('')
}

const said =
  'Takes fixes of a tracker app for the track of its device: the OsmAnd protocol of Traccar Client (parameters or ' +
  'JSON), or OwnTracks over HTTP. The device is an unguessable name: `id`, `device_id`, or the password of HTTP ' +
  'Basic. The answer goes out after the fixes are committed.'
export const rawRoutes = [raw('GET', '/live/fixes', said, take), raw('POST', '/live/fixes', said, take)]
