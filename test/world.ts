import type { FastifyInstance } from 'fastify'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import type { Lang } from '#contract/words.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { forgetRates } from '#db/limits/rates.ts'
import type { Parts } from '#seam/server/handle.ts'
import { buildApp } from '#server/app.ts'
import { openIntegrations } from '#integrations/integrations.ts'
import { freshDatabase } from './database.ts'
import { makeRealBucket } from './storage/realStorage.ts'
import type { FreshDatabase } from './database.ts'

export type World = {
  app: FastifyInstance
  parts: Parts
  db: Parts['db']
  /** The clock of the world, which stands still until the test moves it. */
  clock: { now: () => Date; set: (to: string | Date) => void; advance: (ms: number) => void }
  /** Makes a call as a form, as pages do. Returns the whole envelope. */
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E> & Record<string, unknown>,
    as?: { token?: string; lang?: Lang },
  ) => Promise<Envelope<OutputOf<E>>>
  /** Makes a call and returns only `data`. Throws if the server refused the call. */
  ask: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E> & Record<string, unknown>,
    as?: { token?: string; lang?: Lang },
  ) => Promise<OutputOf<E>>
  close: () => Promise<void>
}

/** Writes the fields of an input as a form sends them, with lists and objects as JSON. */
const formOf = (input: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  ).toString()

/**
 * Makes a fresh real database, an app on it, and a clock. The clock begins at `now`, or else at 2026-03-01 12:00 in
 * Shanghai.
 */
export const makeWorld = async (
  settings: {
    now?: string
    apps?: boolean
    /** The time that a gateway may take to answer. */
    gatewayMs?: number
    /**
     * A database that is used in place of an empty database. `key` is its STARTLINE_KEY. Closing the world drops the
     * database.
     */
    database?: FreshDatabase
    /**
     * True if the server answers a shared read again from memory for some seconds, as a real server does. Otherwise
     * each read is made anew.
     */
    keepsShared?: boolean
    key?: Buffer
  } = {},
): Promise<World> => {
  let now = new Date(settings.now ?? '2026-03-01T04:00:00Z')
  const clock = () => now
  forgetRates()
  const fresh = settings.database ?? (await freshDatabase())
  const integrations = await openIntegrations({
    folder: fresh.folder,
    origin: () => parts.origin,
    clock,
    webhooks: { loopback: true, timeoutMs: 500 },
    s3: await makeRealBucket(),
    ...(settings.gatewayMs === undefined ? {} : { timeoutMs: settings.gatewayMs }),
    // The sandbox gateway sends notices to this app. In browser stories the gateway sends them by itself. In other
    // tests a notice goes out when the test delivers it.
    byItself: settings.apps ?? false,
    carry: async (url, headers, body) => {
      const { statusCode, payload } = await app.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers,
        payload: body,
      })
      return { status: statusCode, body: payload }
    },
  })
  const parts: Parts = {
    db: fresh.db,
    seal: await openSeal(fresh.db, settings.key ?? Buffer.alloc(32, 7), clock),
    integrations,
    origin: 'http://localhost:3000',
    folder: fresh.folder,
    clock,
  }
  const app: FastifyInstance = await buildApp(parts, {
    apps: settings.apps ?? false,
    drawing: 1000,
    keepsShared: settings.keepsShared ?? false,
  })
  const call: World['call'] = async (endpoint, input, as = {}) => {
    const form = formOf({ ...(input as Record<string, unknown>), _token: as.token, _lang: as.lang })
    const answered =
      endpoint.kind === 'get'
        ? await app.inject({
            method: 'GET',
            url: `${endpoint.path.replace('{raceid}', String((input as { raceid?: unknown }).raceid))}?${form}`,
          })
        : await app.inject({
            method: 'POST',
            url: endpoint.path,
            payload: form,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
    return answered.json()
  }
  return {
    app,
    parts,
    db: parts.db,
    clock: {
      now: clock,
      set: (to) => void (now = new Date(to)),
      advance: (ms) => void (now = new Date(now.getTime() + ms)),
    },
    call,
    ask: async (endpoint, input, as) => {
      const { code, msg, refusal, data } = await call(endpoint, input, as)
      if (code !== '200')
        throw new Error(`${endpoint.path} was refused: ${code} ${refusal ?? ''} ${msg} ${JSON.stringify(data)}`)
      return data
    },
    close: async () => {
      await app.close()
      await integrations.close()
      await fresh.drop()
    },
  }
}
