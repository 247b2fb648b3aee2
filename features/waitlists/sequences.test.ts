import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationDel } from '#features/registrations/changes/changes.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { type World, makeWorld } from '#test/world.ts'
import { givePlaces, leaveWaitlist, workWaitlists } from './service.ts'
import { consoleWaitlistsPromote } from './contract.ts'
import { nextRefresh } from './rules.ts'
import { counted } from '#test/prove/counted.ts'

/**
 * The number of random sequences. `SEQUENCES=200 npx vitest run features/waitlists/sequences.test.ts` runs longer.
 * `PROMOTED=1000` gives 1,000 places at once.
 */
const RUNS = Number(process.env.SEQUENCES ?? 4)
const PROMOTED = Number(process.env.PROMOTED ?? 60)
let world: World
let raceid = 7000
beforeAll(async () => void (world = await makeWorld()), 60_000)
afterAll(() => world.close())

/** Checks the conditions that must always hold for a waitlist. Each line of the result is a breach. */
const breaches = async (): Promise<unknown[]> => {
  const { rows } = await sql<{ breach: string }>`
    with r as (select * from registrations where raceid = ${raceid}), line as (select * from registrations_in_line
      where raceid = ${raceid})
    select 'taken ' || e.taken || ' of ' || e.places || ', held ' || count(r.id) as breach from events e left join r
      on r.eventid = e.id and r.place_held where e.raceid = ${raceid}
      group by e.id, e.taken, e.places having e.taken <> count(r.id) or e.taken > e.places
    union all select 'offers and places are more than there are' from events e where e.raceid = ${raceid}
      and e.places < (select count(*) from r where r.eventid = e.id and r.state = 'normal' and r.closed_at is null
        and r.deleted_at is null and r.refundid = 0)
    union all select 'an order is out of balance: ' || orderid from order_books where raceid = ${raceid}
      and not balanced
    union all select 'waits with a place: ' || id from r where state = 'wait' and place_held
    union all select 'refunded twice: ' || orderid from refunds where raceid = ${raceid} group by orderid
      having count(*) > 1`.execute(world.db)
  return rows.map(({ breach }) => breach)
}
const ranks = async () =>
  (
    await sql<{
      id: number
      rank: number | null
    }>`select l.id, e.rank from registrations_in_line l left join waitlist_entries e on e.raceid = l.raceid
      and e.registrationid = l.id
      where l.raceid = ${raceid}
      order by e.rank nulls last, l.pay_at, l.orderid, l.id`.execute(world.db)
  ).rows

const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('join' as const), person: fc.nat(40), pays: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('promote' as const), n: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'work' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'place' as const }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(action, { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant('hour' as const) },
  { weight: 2, arbitrary: fc.constant('refresh' as const) },
)

test(
  'for random simultaneous actions: places and offers stay within the places, ranks are a permutation, and nobody is lost' +
    'overtakes, a place is offered within one refresh',
  async () => {
    const answered = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 9 }),
        fc.boolean(),
        fc.boolean(),
        async (steps, atOnce, prepaid) => {
          raceid++
          world.clock.set('2026-03-01T04:00:00Z')
          await openRace(world, { id: raceid })
          const waiters = await openWaitlist(
            world,
            { raceid, places: 2, signup_until: null, paystate: prepaid ? 'open' : 'closed' },
            { at_once: atOnce, offer_minutes: 90 },
          )
          const { runner } = waiters
          let staff = waiters.staff
          const known = () =>
            world.db
              .selectFrom('registrations')
              .select(['_key', 'id', 'state', 'pay_at', 'orderid'])
              .where('raceid', '=', raceid)
              .orderBy('id')
              .execute()
          const act = async (one: Action, rows: Awaited<ReturnType<typeof known>>): Promise<string> => {
            const now = world.clock.now()
            if (one.do === 'join')
              return (await world.call(registrationSave, { ...entrant(500_000 + one.person), raceid }, runner)).code
            if (one.do === 'promote')
              return (await world.call(consoleWaitlistsPromote, { raceid, eventid: 1, n: one.n, reason: 'x' }, staff))
                .code
            if (one.do === 'work') return workWaitlists(world.parts, now).then(() => '200')
            if (one.do === 'place') return waiters.addPlaces(1).then(() => '200')
            const row = rows[one.at % Math.max(rows.length, 1)]
            if (!row) return 'nobody'
            if (one.do === 'leave')
              return leaveWaitlist(world.parts, raceid, row._key, now).then((left) =>
                'refused' in left ? left.refused : '200',
              )
            if (one.do === 'delete') return (await world.call(registrationDel, { id: row._key }, runner)).code
            return row.orderid === null || row.pay_at
              ? 'no'
              : waiters.pay(row._key).then(
                  () => '200',
                  () => 'no',
                )
          }
          const first: Action[] = [0, 1, 2, 3, 4].map((person) => ({ do: 'join', person: 100 + person, pays: true }))
          for (const one of [
            first,
            [0, 1, 2, 3, 4].map((at): Action => ({ do: 'pay', at })),
            'refresh' as const,
            [{ do: 'place' } as Action],
            [
              { do: 'promote', n: 2 },
              { do: 'promote', n: 1 },
            ] as Action[],
            ...steps,
          ]) {
            const before = await ranks()
            world.clock.advance(1_000)
            if (one === 'hour') {
              world.clock.advance(91 * 60_000)
              await waiters.expire()
            } else if (one === 'refresh') {
              world.clock.set(new Date(nextRefresh(world.clock.now(), 'Asia/Shanghai').getTime() + 1_000))
              await waiters.expire()
              staff = await staffSession(world, [{ raceid, role: 'director' }])
              await Promise.all([
                workWaitlists(world.parts, world.clock.now()),
                workWaitlists(world.parts, world.clock.now()),
              ])
              const after = await ranks()
              // Checks a refresh. The ranks were 1 to n. Runners who still have a rank keep their order, and the
              // refresh gave all free places.
              const all = (
                await sql<{
                  rank: number
                }>`select rank
                  from waitlist_entries
                  where raceid = ${raceid} and rank is not null
                  order by rank`.execute(world.db)
              ).rows.map(({ rank }) => rank)
              expect(all).toEqual(all.map((_, at) => at + 1))
              const ids = after.map(({ id }) => id)
              expect(before.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(
                ids.filter((id) => before.some((was) => was.id === id)),
              )
              const { places, taken } = await waiters.event()
              expect(Math.min(places - taken, ids.length)).toBe(0)
            } else {
              const rows = await known()
              for (const [at, code] of (await Promise.all(one.map((each) => act(each, rows)))).entries()) {
                expect(code, JSON.stringify(one[at])).not.toBe('500')
                answered.set(`${one[at]!.do} ${code}`, (answered.get(`${one[at]!.do} ${code}`) ?? 0) + 1)
              }
            }
            expect(await breaches(), JSON.stringify(one)).toEqual([])
            // Checks that nobody got a place before a runner with an earlier rank who was in line all the time.
            const gone = before.filter(({ rank }) => rank !== null)
            const still = new Set((await ranks()).map(({ id }) => id))
            const given = new Set(
              (
                await world.db
                  .selectFrom('waitlist_entries')
                  .select('registrationid')
                  .where('raceid', '=', raceid)
                  .where('given_at', '=', world.clock.now())
                  .execute()
              ).map(({ registrationid }) => registrationid),
            )
            const lastGiven = gone.findLastIndex(({ id }) => given.has(id))
            expect(gone.slice(0, Math.max(lastGiven, 0)).filter(({ id }) => still.has(id))).toEqual([])
          }
          counted({ sequences: 1 })
        },
      ),
      { numRuns: RUNS, seed: 20261121 },
    )
    if (process.env.SEQUENCES) console.log(Object.fromEntries([...answered].sort()))
    for (const done of ['join 200', 'pay 200', 'leave 200', 'promote 200', 'work 200'])
      expect(answered.get(done) ?? 0, done).toBeGreaterThan(0)
  },
  60_000 + RUNS * 10_000,
)

/** Writes many paid runners in line directly, because the test does not check their payments. */
const fillLine = async (people: number, places: number, groups: 'alone' | 'skip' = 'alone') => {
  raceid++
  world.clock.set('2026-03-01T04:00:00Z')
  await openRace(world, { id: raceid })
  const waiters = await openWaitlist(
    world,
    { raceid, places: 1, signup_until: null, price: 0, paystate: 'open' },
    { groups },
  )
  const first = await world.ask(registrationSave, { ...entrant(1), raceid }, waiters.runner)
  const { id } = await waiters.row(first._key)
  await sql`insert into registrations (raceid, _key, eventid, uid, state, name, idtype, idnum, idnum_mask, idnum_ix,
    document_ix, price, place_held, pay_at, created_at, updated_at)
    select ${raceid}, 'x-' || n, 1, uid, 'wait', name, idtype, idnum, idnum_mask, idnum_ix, sha256(int4send(n)), 0,
      false, created_at + n * interval '1 second', created_at, updated_at
    from registrations, generate_series(1, ${people}) as n where raceid = ${raceid} and id = ${id}`.execute(world.db)
  await waiters.addPlaces(places)
  return waiters
}

test('many promotions by hand and by the clock at once: never one too many, and in order', async () => {
  const places = Math.floor(PROMOTED / 2)
  const waiters = await fillLine(PROMOTED, places)
  world.clock.set('2026-03-02T02:00:01Z')
  const staff = await staffSession(world, [{ raceid, role: 'director' }])
  const now = world.clock.now()
  await Promise.all([
    workWaitlists(world.parts, now),
    workWaitlists(world.parts, now),
    ...Array.from({ length: 6 }, () =>
      world.call(consoleWaitlistsPromote, { raceid, eventid: 1, n: Math.ceil(PROMOTED / 8), reason: 'x' }, staff),
    ),
    ...Array.from({ length: 4 }, () => givePlaces(world.parts, raceid, 1, 7, now)),
  ])
  expect(await waiters.event()).toMatchObject({ taken: places + 1, places: places + 1, waiting: PROMOTED - places })
  const got = await world.db
    .selectFrom('registrations')
    .select('_key')
    .where('raceid', '=', raceid)
    .where('state', '=', 'normal')
    .where('_key', 'like', 'x-%')
    .execute()
  expect(got.map(({ _key }) => Number(_key.slice(2))).sort((a, b) => a - b)).toEqual(
    Array.from({ length: places }, (_, at) => at + 1),
  )
  counted({ promoted: got.length })
  expect(await breaches()).toEqual([])
})

test('killed in the middle of a refresh: the next run continues, the order is the same, and once a day is enough', async () => {
  const waiters = await fillLine(450, 440)
  // The job checks its signal several times. Each turn of this loop ends the job one check later.
  for (const looks of [1, 2, 3, 4]) {
    const killed = new AbortController()
    let left = looks
    const signal = Object.assign(killed.signal, {
      throwIfAborted: () => {
        if (--left <= 0) throw new Error('killed')
      },
    })
    await expect(
      waiters.tomorrow(signal).then(() => 'went through'),
      `look ${looks}`,
    ).rejects.toThrow()
    expect(await breaches()).toEqual([])
    if (looks > 1) break
  }
  const ranked = async () =>
    (
      await sql<{
        n: number
        rank: number
      }>`select substr(r._key, 3)::integer as n, e.rank from waitlist_entries e join registrations r
        on r.raceid = e.raceid and r.id = e.registrationid where e.raceid = ${raceid} and e.rank is not null
        order by e.rank`.execute(world.db)
    ).rows
  const { refreshed_at } = await world.db
    .selectFrom('waitlists')
    .select('refreshed_at')
    .where('raceid', '=', raceid)
    .executeTakeFirstOrThrow()
  await waiters.work()
  await waiters.work()
  expect(await waiters.event()).toMatchObject({ taken: 441, waiting: 10 })
  expect((await ranked()).map(({ n, rank }) => [n, rank]).slice(-3)).toEqual([
    [448, 448],
    [449, 449],
    [450, 450],
  ])
  expect(
    await world.db
      .selectFrom('waitlists')
      .select(['refreshed_at', 'offering'])
      .where('raceid', '=', raceid)
      .executeTakeFirstOrThrow(),
  ).toEqual({
    refreshed_at: refreshed_at > new Date('2026-03-02T00:00:00Z') ? refreshed_at : world.clock.now(),
    offering: false,
  })
})

test('two servers end one waitlist: each runner gets the end once', async () => {
  await fillLine(30, 0)
  await openEvent(world, { raceid, id: 2 })
  await sql`update waitlists set ends_at = ${new Date('2026-03-01T05:00:00Z')} where raceid = ${raceid}`.execute(
    world.db,
  )
  world.clock.set('2026-03-01T05:00:00Z')
  await Promise.all([workWaitlists(world.parts, world.clock.now()), workWaitlists(world.parts, world.clock.now())])
  await workWaitlists(world.parts, world.clock.now())
  const { rows } = await sql<{
    state: string
    n: number
  }>`select state, count(*)::integer as n
    from registrations
    where raceid = ${raceid}
    group by state
    order by state`.execute(world.db)
  expect(rows).toEqual([
    { state: 'normal', n: 1 },
    { state: 'waitfail', n: 30 },
  ])
  expect(
    await world.db
      .selectFrom('log')
      .select('id')
      .where('raceid', '=', raceid)
      .where('what', '=', 'registration waited in vain')
      .execute(),
  ).toHaveLength(30)
})
