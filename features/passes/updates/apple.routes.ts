/**
 * The service that Apple Wallet calls to keep passes up to date
 * (developer.apple.com/documentation/walletpasses/adding_a_web_service).
 */
import { countFailure } from '#db/errors/failures.ts'
import { networkOf } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Parts, type RawRoute, raw } from '#seam/server/handle.ts'
import { isNewer, readTag } from './serial.rules.ts'
import { authorisedPass, newestPass, presentPass } from './updates.service.ts'
import { findPass, keepDevice, keepPass, listChanged, removeDevice } from './updates.store.ts'

const BASE = '/passes/apple/:raceid/v1'
const REGISTRATION = `${BASE}/devices/:device/registrations/:type/:serial`
/** The limit on calls of one network in a minute. Many phones of a mobile operator share one network. */
const calls = rateOf(1200, 60)
const guesses = rateOf(60, 60, 'passes updates guesses')

type Asking = { raceid: number; device: string; type: string; serial: string; now: Date; network: string }
type Run = RawRoute['run']
type Answer = (parts: Parts, asking: Asking, ...more: [Parameters<Run>[1], Parameters<Run>[2]]) => Promise<unknown>

/** Reads the address of a call. Answers 404 if the pass type is not ours, or if `raceid` cannot be the id of a race. */
const asked =
  (answer: Answer): Run =>
  async (parts, request, reply) => {
    reply.header('cache-control', 'no-store')
    const { apple } = parts.integrations.wallets
    const { raceid, device = '', type = '', serial = '' } = request.params as Record<string, string | undefined>
    const [now, network] = [parts.clock(), networkOf(request.ip)]
    if (calls.count(network, now) > 0) return reply.code(429).send()
    const race = /^\d{1,10}$/.test(raceid ?? '') ? Number(raceid) : 0
    const isOurs = apple && race > 0 && race < 2 ** 31 && device.length <= 100 && serial.length <= 60
    if (!isOurs || (type !== '' && type !== apple.passType)) return reply.code(404).send()
    return answer(parts, { raceid: race, device, type, serial, now, network }, request, reply)
  }
/** Calls `answer` only if the header of the call contains the right token for the pass. */
const withToken = (
  answer: (
    parts: Parts,
    asking: Asking & { pass: NonNullable<Awaited<ReturnType<typeof authorisedPass>>> },
    ...more: [Parameters<Run>[1], Parameters<Run>[2]]
  ) => Promise<unknown>,
): Run =>
  asked(async (parts, asking, request, reply) => {
    const pass = await authorisedPass(parts, { ...asking, header: request.headers.authorization })
    if (pass) return answer(parts, { ...asking, pass }, request, reply)
    return reply.code(guesses.count(asking.network, asking.now) > 0 ? 429 : 401).send()
  })

const bodyOf = (body: unknown): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '')
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const register = withToken(async (parts, { raceid, device, serial, pass, now }, request, reply) => {
  const { pushToken } = bodyOf(request.body)
  if (typeof pushToken !== 'string' || !/^[0-9a-f]{8,200}$/i.test(pushToken)) return reply.code(400).send()
  const { fingerprint } = await presentPass(parts, pass, now)
  const sealed = parts.seal.seal(raceScope(raceid), 'pass push token', pushToken.toLowerCase())
  const fresh = await parts.db.transaction().execute(async (tx) => {
    await keepPass(tx, { serial, pass, fingerprint, google: false, now })
    return keepDevice(tx, { raceid, device, serial, push_token: sealed, now })
  })
  return reply.code(fresh ? 201 : 200).send()
})
const unregister = withToken(async ({ db }, { raceid, device, serial }, _, reply) => {
  await removeDevice(db, raceid, device, serial)
  return reply.code(200).send()
})
const changed = asked(async ({ db }, { raceid, device }, request, reply) => {
  const { passesUpdatedSince } = request.query as { passesUpdatedSince?: unknown }
  const rows = await listChanged(db, raceid, device, readTag(passesUpdatedSince))
  if (rows.length === 0) return reply.code(204).send()
  const last = Math.max(...rows.map(({ changed_at }) => changed_at.getTime()))
  return reply.send({ serialNumbers: rows.map(({ serial }) => serial), lastUpdated: String(last) })
})
const newest = withToken(async (parts, { raceid, serial, pass, now }, request, reply) => {
  const row = await findPass(parts.db, raceid, serial)
  if (row && !isNewer(row.changed_at, request.headers['if-modified-since'])) return reply.code(304).send()
  const shown = await newestPass(parts, pass, now)
  const { apple } = parts.integrations.wallets
  if (!shown || !apple) return reply.code(404).send()
  return reply
    .header('last-modified', (row?.changed_at ?? now).toUTCString())
    .type('application/vnd.apple.pkpass')
    .send(await apple.make(shown))
})
/** Counts a call with messages, but keeps no message, because a message of a phone may name a person. */
const log = asked(async ({ db }, { now }, request, reply) => {
  const { logs } = bodyOf(request.body)
  if (Array.isArray(logs) && logs.length > 0) await countFailure(db, 'apple_wallet', now, new Error('log of a phone'))
  return reply.code(200).send()
})

export const appleRoutes = [
  raw('POST', REGISTRATION, 'Registers a phone with Apple Wallet for the changes of a pass.', register),
  raw('DELETE', REGISTRATION, 'Ends the registration of a phone for a pass.', unregister),
  raw(
    'GET',
    `${BASE}/devices/:device/registrations/:type`,
    'Lists the passes of a phone that changed since its last question.',
    changed,
  ),
  raw('GET', `${BASE}/passes/:type/:serial`, 'Returns the newest version of a pass for Apple Wallet.', newest),
  raw('POST', `${BASE}/log`, 'Takes messages of Apple Wallet about this web service.', log),
]
