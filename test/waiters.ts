import { sql } from 'kysely'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { workWaitlists } from '#features/waitlists/service.ts'
import { consoleWaitlistsSave } from '#features/waitlists/contract.ts'
import { RACE, entrant, openEvent } from './entrants.ts'
import { runnerSession, staffSession } from './people.ts'
import type { World } from './world.ts'

type Settings = {
  basis?: 'draw_code' | 'payment'
  groups?: 'alone' | 'skip' | 'stop'
  offer_minutes?: number
  at_once?: boolean
  ends_at?: string | null
}
type Event = Parameters<typeof openEvent>[1]

/**
 * Opens an event with a waitlist, in race 2026 unless the event names a race. Returns the sessions of an organiser and
 * a runner, and functions for the steps of a waitlist.
 */
export const openWaitlist = async (world: World, event: Event = {}, settings: Settings = {}) => {
  const raceid = event?.raceid ?? RACE
  const eventid = event?.id ?? 1
  const [staff, runner] = [await staffSession(world, [{ raceid, role: 'director' }]), await runnerSession(world)]
  await openEvent(world, { places: 2, ...event })
  await world.ask(
    consoleWaitlistsSave,
    { raceid, eventid, basis: 'payment', groups: 'alone', offer_minutes: 120, ...settings },
    staff,
  )
  const sandbox = world.parts.integrations.sandbox.wechatpay!
  const enter = async (n: number) => world.ask(registrationSave, { ...entrant(n, { eventid }), raceid }, runner)
  const pay = async (_key: string) => {
    await world.ask(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, runner)
    const { tradeno } = await world.db
      .selectFrom('payments as p')
      .innerJoin('registrations as r', (join) =>
        join.onRef('r.raceid', '=', 'p.raceid').onRef('r.orderid', '=', 'p.orderid'),
      )
      .select('p.tradeno')
      .where('r._key', '=', _key)
      .orderBy('p.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    sandbox.pay(tradeno)
    await sandbox.deliver('all')
  }
  return {
    staff,
    runner,
    sandbox,
    enter,
    pay,
    join: async (n: number): Promise<string> => {
      world.clock.advance(1_000)
      const { _key } = await enter(n)
      await pay(_key)
      return _key
    },
    /** Moves the clock to a second past the next 10:00 in Shanghai, and lets the waitlists do the due work. */
    tomorrow: async (signal?: AbortSignal) => {
      const now = world.clock.now().getTime()
      const ten = Math.ceil((now + 1 - 2 * 3_600_000) / 86_400_000) * 86_400_000 + 2 * 3_600_000
      world.clock.set(new Date(ten + 1_000))
      await workWaitlists(world.parts, world.clock.now(), signal)
    },
    work: () => workWaitlists(world.parts, world.clock.now()),
    expire: () => closeDueOrders(world.parts, world.clock.now()),
    /** Returns the key and the rank of each registration in line, in order of rank. */
    line: async (): Promise<{ _key: string; rank: number | null }[]> =>
      (
        await sql<{
          _key: string
          rank: number | null
        }>`select r._key, e.rank
        from registrations_in_line l
        join registrations r on r.raceid = l.raceid and r.id = l.id
        left join waitlist_entries e on e.raceid = l.raceid and e.registrationid = l.id
        where l.raceid = ${raceid} and l.eventid = ${eventid}
        order by e.rank nulls last, l.id`.execute(world.db)
      ).rows,
    row: (_key: string) =>
      world.db
        .selectFrom('registrations')
        .selectAll()
        .where('raceid', '=', raceid)
        .where('_key', '=', _key)
        .executeTakeFirstOrThrow(),
    stateOf: async (_key: string) =>
      (
        await world.db
          .selectFrom('registrations')
          .select('state')
          .where('raceid', '=', raceid)
          .where('_key', '=', _key)
          .executeTakeFirstOrThrow()
      ).state,
    event: () =>
      world.db
        .selectFrom('events')
        .select(['taken', 'places', 'waiting', 'waitlist'])
        .where('raceid', '=', raceid)
        .where('id', '=', eventid)
        .executeTakeFirstOrThrow(),
    /** Adds this many places, as if they had returned. */
    addPlaces: (n: number) =>
      sql`update events set places = places + ${n} where raceid = ${raceid} and id = ${eventid}`.execute(world.db),
  }
}
export type Waiters = Awaited<ReturnType<typeof openWaitlist>>
