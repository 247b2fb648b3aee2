import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AppCredentials } from './messagingapp.ts'
import { pretendKeys } from './pretendkeys.ts'

/** Where a browser is sent on, and what it is to remember of who it is. */
export type Authorised = { status: 302; location: string; cookie: string } | { status: 400 }
export type PretendApp = {
  credentials: AppCredentials
  /** Where its API answers, on loopback. */
  base: string
  /** The browser's visit to the authorisation address: it becomes a user of its own and is sent back with a code. `cookie`: what it remembered. */
  authorize: (query: URLSearchParams, cookie: string) => Authorised
  close: () => Promise<void>
}

const CODE_LIFE = 5 * 60_000
const COOKIE = 'pretend_messagingapp'

/** A messaging app of our own on loopback: each browser is one user of it. Codes live five minutes and are good once, as the vendor's. */
export const startPretendApp = async ({ folder, origin, clock }: { folder: string; origin: () => string; clock: () => Date }): Promise<PretendApp> => {
  mkdirSync(folder, { recursive: true })
  const { appid, merchantKeyPem } = pretendKeys(folder)
  const credentials = { appid, secret: createHash('sha256').update(merchantKeyPem).digest('hex').slice(0, 32) }
  const db = new DatabaseSync(join(folder, 'messagingapp.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; create table if not exists codes (code text primary key, openid text, ends_at integer) strict')
  const insert = db.prepare('insert into codes (code, openid, ends_at) values (?, ?, ?)')
  const take = db.prepare('delete from codes where code = ? returning openid, ends_at')
  const tidy = db.prepare('delete from codes where ends_at < ?')

  const exchange = (query: URLSearchParams): unknown => {
    if (query.get('appid') !== credentials.appid) return { errcode: 40013, errmsg: 'invalid appid' }
    if (query.get('secret') !== credentials.secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    if (query.get('grant_type') !== 'authorization_code') return { errcode: 40002, errmsg: 'invalid grant_type' }
    const taken = take.get(query.get('code') ?? '') as { openid: string; ends_at: number } | undefined
    if (!taken) return { errcode: 40029, errmsg: 'invalid code' }
    if (taken.ends_at < clock().getTime()) return { errcode: 42003, errmsg: 'code expired' }
    return { access_token: randomBytes(24).toString('hex'), expires_in: 7200, openid: taken.openid, scope: 'snsapi_base' }
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pretend.invalid')
    const given = pathname === '/sns/oauth2/access_token' ? exchange(searchParams) : { errcode: 40066, errmsg: 'invalid url' }
    // The vendor answers JSON as text/plain, errors with status 200.
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(given))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()

  return {
    credentials,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorize: (query, cookie) => {
      const back = URL.parse(query.get('redirect_uri') ?? '')
      if (query.get('appid') !== appid || query.get('response_type') !== 'code' || query.get('scope') !== 'snsapi_base' || back?.origin !== new URL(origin()).origin) return { status: 400 }
      const now = clock().getTime()
      const openid = new RegExp(`(?:^|; )${COOKIE}=(o[0-9a-f]{27})(?:;|$)`).exec(cookie)?.[1] ?? `o${randomBytes(14).toString('hex').slice(0, 27)}`
      const code = randomBytes(16).toString('hex')
      tidy.run(now - CODE_LIFE)
      insert.run(code, openid, now + CODE_LIFE)
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      return { status: 302, location: back.href, cookie: `${COOKIE}=${openid}; Path=/pretend/messagingapp; HttpOnly; SameSite=Lax; Max-Age=31536000` }
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      db.close()
    },
  }
}
