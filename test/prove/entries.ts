import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { RACE, entrant } from '#test/entrants.ts'

/** People who sign up and pay at a real server while it is killed, and the faults that may not be left at the end. */

export const EVENT = 1
const METHODS = ['wechat', 'alipay', 'cmb', 'paypal'] as const

type Envelope = { code: string; refusal?: string; data: unknown }
/**
 * Returns a function that makes a person's call. The function tries again with the same fields after a fault of the
 * server, after too many calls, and while a gateway is down. It throws if the proof is given up. `onFault` gets each
 * of these failures and the path of the call.
 */
export const asker =
  (origin: string, given: { over: boolean }, onFault: (seen: string, path: string) => void = () => undefined) =>
  async (path: string, fields: Record<string, unknown>): Promise<Envelope> => {
    const body = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )
    for (;;) {
      if (given.over) throw new Error('The proof was given up')
      try {
        const answer = (await (
          await fetch(origin + path, { method: 'POST', body, signal: AbortSignal.timeout(15_000) })
        ).json()) as Envelope
        if (answer.code !== '500' && answer.code !== '429' && answer.refusal !== 'gateway_down') return answer
        onFault(answer.refusal ?? answer.code, path)
      } catch (error) {
        // The server was killed, or has not started again yet.
        onFault(error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'no connection', path)
      }
      await wait(100)
    }
  }

export type PayTarget = {
  url: string | null
  code_url: string | null
  form: { action: string; fields: Record<string, string> } | null
}
/** Returns the address of the page's form, and the fields that a browser would send. */
const pressed = (page: string): { action: string; body: URLSearchParams } => ({
  action: /action="([^"]+)"/.exec(page)?.[1] ?? '',
  body: new URLSearchParams([
    ...[...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name, value]) =>
        [name!, value!.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))] as [
          string,
          string,
        ],
    ),
    ['do', 'pay'],
  ]),
})
/** Opens the gateway's page and presses "pay". Returns whether the gateway has accepted the payment. */
export const payAtGateway = async (way: PayTarget, origin: string, given: { over: boolean }): Promise<boolean> => {
  for (;;) {
    if (given.over) return false
    try {
      const signal = () => AbortSignal.timeout(15_000)
      const shown = await (way.form
        ? fetch(new URL(way.form.action, origin), {
            method: 'POST',
            body: new URLSearchParams(way.form.fields),
            signal: signal(),
          })
        : fetch(new URL(way.code_url ?? way.url ?? '', origin), {
            headers: { 'accept-language': 'en' },
            signal: signal(),
          }))
      const page = await shown.text()
      const { action, body } = pressed(page)
      // The page of a paid or ended trade has no form to press.
      if (shown.ok && !action) return /Payment succeeded|Payment approved|支付成功|已同意付款/.test(page)
      if (shown.ok) {
        const answer = await fetch(new URL(action, origin), {
          method: 'POST',
          body,
          redirect: 'manual',
          signal: signal(),
        })
        const said = await answer.text()
        if (answer.status === 303 || answer.ok) return answer.status === 303 || /Payment succeeded|支付成功/.test(said)
      }
    } catch {
      // The server was killed, or has not started again yet.
    }
    await wait(100)
  }
}

export const openAccounts = async (db: Db, count: number) =>
  sql`with made as (
      insert into accounts (created_at, updated_at) select now(), now()
      from generate_series(1, ${count}::integer)
      returning uid
    ), numbered as (select uid, row_number() over () - 1 as n from made)
    insert into sessions (token_hash, kind, uid, created_at, seen_at, expires_at, user_agent, address)
    select sha256(convert_to('prove-' || n, 'UTF8')), 'runner', uid, now(), now(), now() + interval '30 days',
      'prove', '10.0.0.0/24'
    from numbered`.execute(db)

export type Count = { what: string; n: number }
/** Returns the faults at the end, as counts that must all be zero. */
export const faultsOf = async (db: Db): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    with live as (select * from registrations where raceid = ${RACE} and deleted_at is null and closed_at is null)
    select 'places counted that are not held, or held and not counted' as what,
      abs((select taken from events where raceid = ${RACE} and id = ${EVENT}) - (select count(*) from live where place_held)) as n
    union all select 'places beyond the places', (select greatest(taken - places, 0) from events where raceid = ${RACE} and id = ${EVENT})
    union all select 'documents with two live registrations', (select count(*) from (select document_ix from live group by document_ix having count(*) > 1) twice)
    union all select 'orders neither paid nor closed', (select count(*) from orders where raceid = ${RACE} and state = 'open')
    union all select 'live registrations that are not paid', (select count(*) from live where pay_at is null)
    union all select 'paid orders without a live registration', (select count(*) from orders o where o.raceid = ${RACE} and o.state = 'paid' and not exists (select from live r where r.orderid = o.id))
    union all select 'orders whose ledger does not balance', (select count(*) from order_books where raceid = ${RACE} and not balanced)
    union all select 'refunds that are not done', (select count(*) from refunds where raceid = ${RACE} and state <> 'done')`.execute(
    db,
  )
  return rows.map(({ what, n }) => ({ what, n: Number(n) }))
}

export type Acknowledged = { key: string; paid: boolean }
export type People = {
  origin: string
  given: { over: boolean }
  ask: ReturnType<typeof asker>
  acknowledged: Acknowledged[]
  refused: Record<string, number>
  /** Pays by Alipay at a gateway of the proof, in place of the four sandbox gateways of a server. */
  alipay?: (address: string) => Promise<boolean>
}
/** Signs a person up and pays. Every seventh person does not pay. */
export const personOf =
  ({ origin, given, ask, acknowledged, refused, alipay }: People) =>
  async (n: number): Promise<void> => {
    const _token = `prove-${n}`
    const saved = await ask('/registration/save', { ...entrant(n), _token, _once: `sign-up-${n}` })
    if (saved.code !== '200') {
      const why = saved.refusal ?? saved.code
      refused[why] = (refused[why] ?? 0) + 1
      return
    }
    const entry = { key: (saved.data as { _key: string })._key, paid: false }
    acknowledged.push(entry)
    if (n % 7 === 3) return
    const payment = alipay ? 'alipay' : METHODS[n % METHODS.length]!
    const way = payment === 'wechat' ? { way: 'native' } : {}
    const begun = await ask('/registration/pay', { id: entry.key, payment, ...way, _token })
    const next = (begun.data as { next?: PayTarget | null } | null)?.next
    if (alipay) {
      entry.paid = typeof next?.url === 'string' && (await alipay(next.url))
      return
    }
    // At PayPal the payer only approves the payment, and our server takes the money later. At all other gateways the
    // payer has paid now.
    if (next) entry.paid = (await payAtGateway(next, origin, given)) && payment !== 'paypal'
  }

/** Ends the time to pay of the open orders at once, so that a short proof need not wait. */
export const endTimeToPay = async (db: Db): Promise<unknown> =>
  sql`update orders set pay_end = now(), close_at = now() where raceid = ${RACE} and state = 'open'`.execute(db)

/** Waits until nothing unfinished is left, but at most `limitMs`. Returns the faults that are left. */
export const faultsAtTheEnd = async (db: Db, limitMs: number): Promise<string[]> => {
  const end = Date.now() + limitMs
  let left: Count[] = []
  do {
    await wait(500)
    // A pool whose every connection was killed mends itself, but one query may still meet a dead connection.
    left = (await faultsOf(db).catch(() => undefined)) ?? [{ what: 'the database does not answer', n: 1 }]
  } while (left.some(({ n }) => n > 0) && Date.now() < end)
  return left.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`)
}

/**
 * Returns the acknowledged sign-ups and payments that the database does not have, in words. Also reports a registration
 * that two people got.
 */
export const lostOf = async (db: Db, acknowledged: readonly Acknowledged[]): Promise<string[]> => {
  const { rows } = await sql<{ _key: string; paid: boolean; back: boolean }>`
    select r._key, r.pay_at is not null as paid,
      exists (select from refunds f where f.raceid = r.raceid and f.orderid = r.orderid and f.state = 'done') as back
    from registrations r where r.raceid = ${RACE}`.execute(db)
  const kept = new Map(rows.map((row) => [row._key, row]))
  const lost = acknowledged.filter(({ key }) => !kept.has(key)).length
  const unpaid = acknowledged.filter(({ key, paid }) => paid && !kept.get(key)?.paid && !kept.get(key)?.back).length
  return [
    ...(lost > 0 ? [`${lost} acknowledged sign-ups are lost`] : []),
    ...(unpaid > 0
      ? [`${unpaid} payments that the gateway acknowledged are neither with us nor on their way back`]
      : []),
    ...(new Set(acknowledged.map(({ key }) => key)).size === acknowledged.length
      ? []
      : ['two people were given one registration']),
  ]
}
