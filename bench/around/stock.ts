import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { keepGoods } from '#features/sales/goods/goods.service.ts'
import { offerShop } from '#features/shop/shopTerms.service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { conclude, openAccounts, openGround, openLoad, quantile, say } from '../ground/ground.ts'

/**
 * Measures orders of one variant, over HTTP: 10,000 buyers for 3,000 pieces. The limit for comparison is the sign-up of
 * as many people as there are pieces, on the same database in the same run. The goal is half of the rate of sign-ups,
 * and the stock must be exact. Both kinds of calls warm up first. The orders of the warm-up are for other goods.
 */
const BUYERS = Number(process.argv[2] ?? 10_000)
const PIECES = Math.floor((BUYERS * 3) / 10)
const IN_FLIGHT = 256
const GOAL = { ratio: 0.5 }

const exactness = async (db: Db, variantid: number) =>
  (
    await sql<{ sold: number; items: number; buyers: number; orders: number; unbalanced: number }>`
      select s.sold, (select coalesce(sum(n), 0)::integer from sold_items i where i.raceid = s.raceid
          and i.variantid = s.variantid) as items,
        (select count(distinct uid)::integer from sold_items i where i.raceid = s.raceid
          and i.variantid = s.variantid) as buyers,
        (select count(*)::integer from orders o where o.raceid = s.raceid and o.room = 'shop') as orders,
        (select count(*)::integer from order_books b where b.raceid = s.raceid and not balanced) as unbalanced
      from stock s where s.raceid = ${RACE} and s.variantid = ${variantid}`.execute(db)
  ).rows[0]!

const openGoods = (db: Db, name: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const now = new Date()
    const places = [{ name: 'Expo', names: {}, when: '', whens: {} }]
    await offerShop(tx, RACE, { places, carriage: { open: false, free_from: null, zones: [] } }, now)
    const stock = { slot: '', pieces: PIECES, price: null, starts_at: null, ends_at: null, open: true }
    const variant = { name: 'M', names: {}, price: 9_900, open: true, settings: {}, stock: [stock] }
    const terms = { audience: 'everybody' as const, most_each: 2, sale_from: null, sale_until: null, refund: null }
    const kind = {
      raceid: RACE,
      room: 'shop',
      name,
      names: {},
      about: '',
      abouts: {},
      settings: {},
      open: true,
    }
    return (await keepGoods(tx, { ...kind, ...terms, variants: [variant] }, now)).variants[0]!.id
  })

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db } = parts
try {
  await openRace({ db, clock }, { settings: { consents: { disclaimer: { version: 'v1', title: {}, body: {} } } } })
  const options = [{ value: 'left' }, { value: 'right' }]
  const quiz = [{ name: 'side', says: {}, options, right: 'right' }]
  for (const id of [1, 2]) await openEvent({ db, clock }, { id, places: PIECES, form: { quiz } })
  const [first, variantid] = [await openGoods(db, 'Cap'), await openGoods(db, 'Shirt')]
  await openAccounts(db, 0, BUYERS + PIECES)
  await sql`vacuum analyze`.execute(db)
  const common = { port, sockets: IN_FLIGHT, raceid: RACE }
  const signups = { ...common, made: 'signup' as const, count: PIECES }
  const orders = { ...common, made: 'order' as const }
  say(`Warming up with ${PIECES} of each, then ${PIECES} sign-ups, then ${BUYERS} buyers for ${PIECES} pieces`)
  await (await openLoad({ ...signups, from: BUYERS, eventid: 1 })).fire()
  await (await openLoad({ ...orders, from: BUYERS, count: PIECES, eventid: first })).fire()
  const signed = await (await openLoad({ ...signups, from: 0, eventid: 2 })).fire()
  await sql`checkpoint`.execute(db)
  const load = await openLoad({ ...orders, from: 0, count: BUYERS, eventid: variantid })
  const report = await load.fire()
  const rateOf = (at: readonly number[]) => at.length / (Math.max(...at) / 1000)
  const [perSecond, limit] = [rateOf(report.at), rateOf(signed.at)]
  const ms = report.ms.toSorted((a, b) => a - b)
  const found = await exactness(db, variantid)
  const exact =
    report.at.length === PIECES &&
    signed.at.length === PIECES &&
    found.sold === PIECES &&
    found.items === PIECES &&
    found.buyers === PIECES &&
    found.orders === 2 * PIECES &&
    found.unbalanced === 0
  const ratio = perSecond / limit
  say(`answers: ${JSON.stringify(report.codes)}; ${JSON.stringify(found)}: ${exact ? 'exact' : 'NOT EXACT'}`)
  say(
    `orders ${perSecond.toFixed(0)}/s   sign-ups ${limit.toFixed(0)}/s   ratio ${ratio.toFixed(2)}   goal ${GOAL.ratio}`,
  )
  say(`p50 ${quantile(ms, 0.5).toFixed(0)} ms   p99 ${quantile(ms, 0.99).toFixed(0)} ms`)
  const reached = exact && ratio >= GOAL.ratio
  const facts = { per_second: perSecond, limit_per_second: limit, ratio, pieces: PIECES, buyers: BUYERS }
  conclude({ name: 'stock', ...facts, exact, reached })
  if (!exact) process.exitCode = 1
} finally {
  await close()
}
