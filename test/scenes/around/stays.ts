import { sql } from 'kysely'
import { consoleHotelsNights, consoleHotelsSave } from '#features/hotels/console.contract.ts'
import { hotelsOrderSave } from '#features/hotels/contract.ts'
import { jobs } from '#features/hotels/jobs.ts'
import type { Cashdesk } from '../../cashdesk.ts'

const RACE = 2026
type As = { token: string }

const soldOn = async (desk: Cashdesk, variantid: number) =>
  Object.fromEntries(
    (
      await desk.db
        .selectFrom('stock')
        .select(['slot', 'sold'])
        .where('raceid', '=', RACE)
        .where('variantid', '=', variantid)
        .where('sold', '>', 0)
        .orderBy('slot')
        .execute()
    ).map(({ slot, sold }) => [slot, sold]),
  )
const jobsRun = async (desk: Cashdesk): Promise<void> => {
  for (const { name, run } of jobs) {
    const { rows } = await sql<{ id: string; payload: unknown }>`
      select j.id::text, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name}`.execute(desk.db)
    for (const { id, payload } of rows) {
      await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(desk.db)
      await run(payload, { ...desk.parts, now: desk.clock.now() })
    }
  }
}

/** Returns functions for the steps of a stay at a hotel of the tests' race. */
export const staysOf = (desk: Cashdesk) => {
  const orderOf = async (key: string) =>
    (await desk.db.selectFrom('orders').select('id').where('_key', '=', key).executeTakeFirstOrThrow()).id
  const payOrderOf = async (key: string) => {
    const id = await orderOf(key)
    await desk.start(id)
    desk.sandbox.pay(await desk.numberOf(id))
    await desk.deliver('all')
    return id
  }
  return {
    /**
     * Makes a hotel with `pieces` rooms for each night from 4 to 12 March. The night before the race costs 600 yuan.
     * Every other night costs 400 yuan.
     */
    makeHotel: async (director: As, pieces = 5) => {
      const made = await desk.ask(
        consoleHotelsSave,
        {
          raceid: RACE,
          name: '江滨酒店',
          open: '1',
          cancel: [{ hours: 24, percent: 0, fixed: 0 }],
          settings: {},
          rooms: [{ name: '大床房', price: 40_000, settings: {} }],
        },
        director,
      )
      const variantid = made.rooms[0]!.id
      const nights = { raceid: RACE, id: made.id, variantids: [variantid], open: '1' as const }
      await desk.ask(consoleHotelsNights, { ...nights, from: '2026-03-04', until: '2026-03-12', pieces }, director)
      await desk.ask(
        consoleHotelsNights,
        { ...nights, from: '2026-03-07', until: '2026-03-07', price: 60_000 },
        director,
      )
      return { id: made.id, variantid }
    },
    book: async (variantid: number, arrival: string, departure: string, as: As) => {
      const given = { raceid: RACE, variantid, arrival, departure, guests: ['沈跑跑'] }
      const { order, stay } = await desk.ask(hotelsOrderSave, given, as)
      return { stay, orderid: await payOrderOf(order) }
    },
    payOrderOf,
    soldOn: (variantid: number) => soldOn(desk, variantid),
    jobsRun: () => jobsRun(desk),
  }
}
