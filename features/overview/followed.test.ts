import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { type RaceRow, readRace } from '#features/races/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type Figures, RaceCounts } from './service.ts'
import { BLOCK } from './store.ts'

const ACTIONS = 10_000
const PEOPLE = 60
/**
 * The numbers of actions between two looks. After few actions the overview reads the rows of the few changed blocks.
 * After many actions more blocks have changed than the overview keeps, so the database counts these blocks.
 */
const BETWEEN_LOOKS = [10, 40, 100, 300] as const
/** The difference between two ids. It spreads the rows over some forty blocks. */
const STEP = Math.floor(BLOCK / 1.5)

let world: World
let race: RaceRow
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1_000 } })
  await openEvent(world, { places: 500 })
  await openEvent(world, { id: 2, name: '欢乐跑', places: 500, sort: 1 })
  const runner = await runnerSession(world)
  for (let n = 1; n <= PEOPLE; n++) {
    for (const table of ['registrations', 'orders'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${n * STEP})`.execute(world.db)
    await world.ask(registrationSave, entrant(n, { eventid: 1 + (n % 2) }), runner)
    if (n % 20 === 0) world.clock.advance(61_000)
  }
  race = (await readRace(world.db, RACE, world.clock.now()))!
})
afterAll(() => world?.close())

/** Returns numbers that look random but are the same in each run. */
const dice = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const random = dice(20_261_124)
const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)]!

const medal = { id: 'medal', names: { 'zh-cn': '奖牌刻字' }, price: 2_000, n: 1 }
const states = ['normal', 'draw', 'undraw', 'audit', 'auditfail', 'wait', 'waitfail', 'delay'] as const
const moment = () => new Date(world.clock.now().getTime() - Math.floor(random() * 5 * 86_400_000))
const entryChange = () =>
  pick([
    () => ({ state: pick(states) }),
    () => ({ state: 'normal' as const, closed_at: null, exited_at: null, refundid: 0 }),
    () => ({ pay_at: pick([moment(), null]) }),
    () => ({ closed_at: pick([moment(), null]) }),
    () => ({ deleted_at: pick([moment(), null, null]) }),
    () => ({ refundid: pick([0, 0, 7]) }),
    () => ({ exited_at: pick([moment(), null]), freed_at: pick([moment(), null]) }),
    () => ({ clothes: pick(['S', 'M', '2XL', null]), gender: pick(['male', 'female', null]) }),
    () => ({ age_on_race_day: pick([null, 9, 25, 44, 88]), province: pick(['浙江省', '上海市', '', null]) }),
    () => ({ eventid: pick([1, 2]), addons: JSON.stringify(pick([[], [medal], [{ ...medal, n: 2, of: 1 }]])) }),
  ])()
const orderChange = () =>
  pick([
    () => ({ state: 'paid', pay_at: moment(), close_reason: null, closed_at: null }),
    () => ({ state: 'open', pay_at: null, close_reason: null, closed_at: null }),
    () => ({ state: 'closed', pay_at: null, close_reason: 'expired', closed_at: moment() }),
  ])()

const inOrder = (figures: Figures): Figures => ({
  ...figures,
  entries: {
    ...figures.entries,
    states: figures.entries.states
      .map(({ eventid, state, live, paid, left }) => ({ eventid, state, live, paid, left }))
      .filter(({ live, paid, left }) => live + paid + left > 0)
      .toSorted((one, other) => (`${one.eventid} ${one.state}` < `${other.eventid} ${other.state}` ? -1 : 1)),
  },
  addons: figures.addons.toSorted((one, other) =>
    `${one.eventid} ${one.id}` < `${other.eventid} ${other.id}` ? -1 : 1,
  ),
})
const now = () => world.clock.now()
const counted = async (counts: RaceCounts) => inOrder(await counts.look(world.db, now()))

// The test makes 10,000 changes and counts everything twice after some of them.
test(
  'counts that follow the changes equal a full count, after 10,000 random actions',
  { timeout: 180_000 },
  async () => {
    const { db, clock } = world
    const entries = await db.selectFrom('registrations').select('id').where('raceid', '=', RACE).execute()
    const orders = await db.selectFrom('orders').select('id').where('raceid', '=', RACE).execute()
    const following = new RaceCounts(race)
    await following.look(db, now())
    let refunds = 0
    const act = async (tx: Tx): Promise<void> => {
      const updated_at = now()
      const kind = random()
      if (kind < 0.8)
        await tx
          .updateTable('registrations')
          .set({ ...entryChange(), updated_at })
          .where('raceid', '=', RACE)
          .where('id', '=', pick(entries).id)
          .execute()
      else if (kind < 0.95)
        await tx
          .updateTable('orders')
          .set({ ...orderChange(), updated_at })
          .where('raceid', '=', RACE)
          .where('id', '=', pick(orders).id)
          .execute()
      else
        await tx
          .insertInto('refunds')
          .values({
            raceid: RACE,
            orderid: pick(orders).id,
            refundno: `F${++refunds}`,
            amount: 1 + Math.floor(random() * 5_000),
            reason: '',
            state: pick(['done', 'failed', 'sent']),
            payment: 'wechat',
            ask_at: updated_at,
            refund_at: moment(),
            created_at: updated_at,
            updated_at,
          })
          .execute()
    }
    for (let n = 0; n < ACTIONS;) {
      const actions = pick(BETWEEN_LOOKS)
      await db.transaction().execute(async (tx) => {
        for (let nth = 0; nth < actions; nth++) await act(tx)
      })
      n += actions
      clock.advance(90_000)
      expect(await counted(following), `after ${n} actions`).toEqual(await counted(new RaceCounts(race)))
    }
  },
)

test('a change that commits late is found when the turn of its block comes', async () => {
  const { db, clock } = world
  const following = new RaceCounts(race)
  await following.look(db, now())
  await db
    .updateTable('registrations')
    .set({ state: 'audit', closed_at: null, exited_at: null, freed_at: null, refundid: 0 })
    .where('raceid', '=', RACE)
    .where('deleted_at', 'is', null)
    .execute()
  clock.advance(3_600_000)
  const blocks = Math.ceil((PEOPLE * STEP) / BLOCK) + 1
  // Every third look counts a whole block again.
  for (let look = 0; look < 3 * blocks; look++) await following.look(db, now())
  expect(await counted(following)).toEqual(await counted(new RaceCounts(race)))
})
