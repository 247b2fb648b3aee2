import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleRegistrationsDelay,
  consoleRegistrationsReview,
  registrationDel,
  registrationDelay,
  registrationEdit,
} from './changes/changes.contract.ts'
import { registrationPay } from './contract.ts'
import { registrationFriends, registrationSave } from './signup/signup.contract.ts'
import { invitePay } from './payment/redeem.contract.ts'

/**
 * The number of random sequences. `SEQUENCES=500 npx vitest run features/registrations/sequences.test.ts` runs longer.
 */
const RUNS = Number(process.env.SEQUENCES ?? 8)
let world: World
beforeAll(async () => void (world = await makeWorld()), 60_000)
afterAll(() => world.close())

const person = fc.nat(6)
const event = fc.constantFrom(1, 1, 2, 3, 4)
const clothes = fc.constantFrom('M', 'L', 'S')
const code = fc.option(fc.constantFrom('FREE', 'HALF'), { nil: undefined, freq: 2 })
const at = fc.nat(30)
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('enter' as const), person, event, clothes, code }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('friends' as const),
      people: fc.uniqueArray(fc.record({ person, event, clothes, code }), {
        minLength: 2,
        maxLength: 3,
        selector: (one) => one.person,
      }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), at, clothes }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('review' as const), at, approve: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('redeem' as const), at, code: fc.constantFrom('FREE', 'HALF') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delay' as const), at, staff: fc.boolean() }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** One step: several people act at the same moment, or an hour passes. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(action, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant('hour' as const) },
)

/** The registrations that exist before a sequence begins. */
const first: Action[] = [
  { do: 'enter', person: 0, event: 1, clothes: 'M', code: undefined },
  { do: 'enter', person: 1, event: 2, clothes: 'S', code: undefined },
  {
    do: 'friends',
    people: [
      { person: 2, event: 1, clothes: 'L', code: undefined },
      { person: 3, event: 4, clothes: 'M', code: undefined },
    ],
  },
]

const codes: Action[] = [0, 1, 2].map((at) => ({ do: 'redeem', at, code: 'FREE' }))

/** Checks the conditions that must always hold for a race. Each line of the result is a breach. */
const breaches = async (raceid: number): Promise<unknown[]> => {
  const { rows } = await sql<{ breach: string }>`
    with r as (select *, deleted_at is null and closed_at is null as live from registrations where raceid = ${raceid})
    select 'taken of event ' || e.id || ': ' || e.taken || ' of ' || e.places || ', held ' || count(r.id) as breach
      from events e left join r on r.eventid = e.id and r.place_held
      where e.raceid = ${raceid} group by e.id, e.taken, e.places having e.taken <> count(r.id) or e.taken > e.places
    union all select 'registration ' || id || ' in ' || state || ' holds a place: ' || place_held || ', lives: ' ||
      live from r
      where place_held <> (live and (state = 'normal' or (state = 'audit' and eventid <> 3)))
    union all select 'counter ' || c.name || ' of ' || c.eventid || ': ' || c.taken || ' of ' || c.most || ', held '
      || count(r.id) from counters c
      left join r on r.place_held and r.clothes = c.name and (c.eventid = 0 or r.eventid = c.eventid)
        where c.raceid = ${raceid} group by c.name, c.eventid, c.taken, c.most having c.taken <> count(r.id)
        or c.taken > c.most
    union all select 'code ' || i.code || ': ' || i.used || ' of ' ||
      coalesce(i.uses, -1) || ', holders ' || count(r.id) from invitations i
      left join r on r.live and r.inviteid = i.id where i.raceid = ${raceid} group by i.code, i.used, i.uses
        having i.used <> count(r.id) or i.used > i.uses
    union all select 'a document lives ' || count(*) || ' times' from r where live group by document_ix
      having count(*) > 1
    union all select 'a document was deleted ' || count(*) || ' times' from r where deleted_at is not null
      group by document_ix having count(*) > 1
    union all select 'deletions and deleted differ' where (select count(*) from registration_deletions
      where raceid = ${raceid}) <> (select count(*) from r where deleted_at is not null)
    union all select 'order ' || o.id || ' is ' || o.state || ' over ' || o.amount || ', its registrations owe ' ||
      coalesce(sum(r.price), 0) from orders o left join r on r.orderid = o.id and r.live
      where o.raceid = ${raceid} and o.state <> 'closed' group by o.id, o.state, o.amount
        having o.amount <> coalesce(sum(r.price), 0)
    union all select 'registration ' || r.id || ' lives in a closed order' from r join orders o
      on o.raceid = ${raceid} and o.id = r.orderid where r.live and o.state = 'closed'
    union all select 'registration ' || r.id || ' and its order disagree on payment' from r join orders o
      on o.raceid = ${raceid} and o.id = r.orderid where r.live and (r.pay_at is not null) <> (o.state = 'paid')
    union all select 'order ' || orderid || ' is out of balance' from order_books where raceid = ${raceid}
      and not balanced`.execute(world.db)
  return rows.map(({ breach }) => breach)
}

const openOne = async (raceid: number) => {
  const now = world.clock.now()
  const far = new Date(now.getTime() + 300 * 86_400_000)
  await openRace(world, {
    id: raceid,
    settings: { delay: { until: far.toISOString(), tag: { 'zh-cn': '保留' }, description: { 'zh-cn': '保留至下届' } } },
  })
  const common = { raceid, signup_until: far }
  await openEvent(world, { ...common, id: 1, places: 4 })
  await openEvent(world, { ...common, id: 2, places: 2, state: 'audit' })
  await openEvent(world, { ...common, id: 3, places: 2, state: 'draw' })
  await openEvent(world, { ...common, id: 4, places: 2, price: 0 })
  const counters = [
    [1, 'M', 2],
    [1, 'L', 1],
    [0, 'M', 3],
    [2, 'S', 1],
  ] as const
  await world.db
    .insertInto('counters')
    .values(
      counters.map(([eventid, name, most]) => ({
        raceid,
        kind: 'clothes',
        eventid,
        name,
        most,
        taken: 0,
        updated_at: now,
      })),
    )
    .execute()
  const code = { raceid, label: 'x', created_at: now, updated_at: now }
  await world.db
    .insertInto('invitations')
    .values([
      { ...code, code: 'FREE', price: 0, uses: 2, direct: true },
      { ...code, code: 'HALF', price: 6000, uses: 3, eventid: 1 },
    ])
    .execute()
  const [runner, staff] = [await runnerSession(world), await staffSession(world, [{ raceid, role: 'registrar' }])]
  const input = (one: { person: number; event: number; clothes: string; code: string | undefined }) => ({
    ...entrant(900_000 + one.person, { eventid: one.event, clothes: one.clothes }),
    raceid,
    ...(one.code ? { invite: one.code } : {}),
  })

  const known = () =>
    world.db
      .selectFrom('registrations')
      .select(['id', '_key', 'orderid'])
      .where('raceid', '=', raceid)
      .orderBy('id')
      .execute()
  const sandbox = world.parts.integrations.sandbox.wechatpay!
  const act = async (one: Action, rows: Awaited<ReturnType<typeof known>>): Promise<string> => {
    if (one.do === 'enter') return (await world.call(registrationSave, input(one), runner)).code
    if (one.do === 'friends')
      return (
        await world.call(
          registrationFriends,
          { raceid, friends: one.people.map((friend) => ({ ...input(friend), raceid: undefined })) },
          runner,
        )
      ).code
    const row = rows[one.at % Math.max(rows.length, 1)]
    if (!row) return 'nobody'
    if (one.do === 'delete') return (await world.call(registrationDel, { id: row._key }, runner)).code
    if (one.do === 'edit')
      return (await world.call(registrationEdit, { id: row._key, clothes: one.clothes }, runner)).code
    if (one.do === 'redeem') return (await world.call(invitePay, { id: row._key, code: one.code }, runner)).code
    if (one.do === 'review')
      return (
        await world.call(
          consoleRegistrationsReview,
          { raceid, ids: [row.id], verdict: one.approve ? 'approve' : 'refuse', reason: 'x' },
          staff,
        )
      ).code
    if (one.do === 'delay')
      return (
        one.staff
          ? await world.call(consoleRegistrationsDelay, { raceid, ids: [row.id] }, staff)
          : await world.call(registrationDelay, { id: row._key }, runner)
      ).code
    const { code: begun } = await world.call(
      registrationPay,
      { id: row._key, payment: 'wechat', way: 'native' },
      runner,
    )
    if (begun !== '200') return begun
    const paying = await world.db
      .selectFrom('payments as p')
      .innerJoin('registrations as r', (join) =>
        join.onRef('r.raceid', '=', 'p.raceid').onRef('r.orderid', '=', 'p.orderid'),
      )
      .select('p.tradeno')
      .where('p.raceid', '=', raceid)
      .where('r.id', '=', row.id)
      .orderBy('p.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return paying && sandbox.pay(paying.tradeno) ? 'paid' : begun
  }
  return {
    hour: async () => {
      world.clock.advance(61 * 60_000)
      await closeDueOrders(world.parts, world.clock.now())
    },
    together: async (actions: readonly Action[]): Promise<string[]> => {
      const rows = await known()
      const answers = await Promise.all(actions.map((one) => act(one, rows)))
      await sandbox.deliver('all')
      return answers
    },
  }
}

// The number of the race does not start again when the test is repeated, because the races of the first run still
// exist.
let raceid = 5000
test(
  'for random actions one after another: places, shirts, codes, documents, deletions and money stay exact',
  async () => {
    const answered = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const race = await openOne(++raceid)
        for (const one of [first, ...(raceid % 3 === 0 ? [codes] : []), ...steps]) {
          if (one === 'hour') await race.hour()
          else
            for (const [n, code] of (await race.together(one)).entries()) {
              expect(code, JSON.stringify(one[n])).not.toBe('500')
              answered.set(`${one[n]!.do} ${code}`, (answered.get(`${one[n]!.do} ${code}`) ?? 0) + 1)
            }
          expect(await breaches(raceid), JSON.stringify(one)).toEqual([])
        }
      }),
      { numRuns: RUNS, seed: 20261121 },
    )
    if (process.env.SEQUENCES) console.log(Object.fromEntries([...answered].sort()))
    // Checks that each of these actions succeeded at least once. Otherwise the test would prove nothing.
    for (const done of ['enter 200', 'friends 200', 'pay paid', 'delete 200', 'edit 200', 'review 200', 'redeem 200'])
      expect(answered.get(done) ?? 0, done).toBeGreaterThan(0)
  },
  60_000 + RUNS * 5_000,
)
