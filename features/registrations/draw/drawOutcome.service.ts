import { nameIn } from '#contract/words.ts'
import { type Tx, named } from '#db/db.ts'
import { type Seal, raceScope } from '#db/seal.ts'
import { type Counter, countCounters, countPlaces, lockCounters, lockEvent } from '#features/events/actions.ts'
import { leftIn } from '#features/events/rules.ts'
import { type Message, sendMessages } from '#features/messages/actions.ts'
import { eachLang } from '#features/messages/rules.ts'
import { openOrders } from '#features/orders/actions.ts'
import { logChanges } from '#features/staff/actions.ts'
import { countsFor } from './holding.ts'
import { type RaceGiven, factsOf } from './present.ts'
import { boxOf, languageOf, namesOf, payEndOfApproved } from './reviewing.ts'
import { paidStateOf } from './rules.ts'
import { sayTime } from './saying.rules.ts'
import { type ViewRow, listHeld, viewOf } from './store.ts'
import { stateAfter, transition } from './transitions.ts'

/** What became of an entry of a draw: a place, or a waiting code. */
export type Lot = { id: number; code: number | null }
/** `gone`: left meanwhile. `moved`: its order changed this moment, look again. The others: no place can be given, which staff must mend. */
export type Settled = { id: number; outcome: 'done' | 'gone' | 'moved' | 'sold_out' | 'clothes_gone' | 'bus_full' }
/** `payEnd`: until when whoever has not paid may pay; the keys of the race and of the accounts are prepared. */
export type Settling = { seal: Seal; race: RaceGiven; eventid: number; payEnd: Date | null; now: Date }

type Giving = { row: ViewRow; lot: Lot; zone: string | null }

/** Holds all that is going to move, in the order in which everybody does, and reads it. Answers which orders are held. */
const hold = async (tx: Tx, { race, eventid }: Settling, ids: readonly number[], winners: readonly number[]) => {
  const orders = await named<{ id: number }>(
    tx,
    'lock orders of lots',
    'select o.id from orders o where o.raceid = $1 and o.id in (select orderid from registrations where raceid = $1 and id = any($2::bigint[])) order by o.id for update',
    [race.id, ids],
  )
  const event = await lockEvent(tx, race.id, eventid)
  if (!event) throw new Error(`There is no event ${race.id}/${eventid}`)
  const held = await listHeld(tx, race.id, winners)
  const names = [
    ...new Set(
      held.flatMap(({ clothes, packagebus, runnerzone }) =>
        [clothes, packagebus, runnerzone].filter((name) => name !== null),
      ),
    ),
  ]
  const counters = names.length > 0 ? await lockCounters(tx, race.id, [eventid], names) : []
  await named(
    tx,
    'lock lots',
    'select 1 from registrations where raceid = $1 and id = any($2::bigint[]) order by id for update',
    [race.id, ids],
  )
  const rows = new Map(
    (
      await viewOf(tx)
        .where('r.raceid', '=', race.id)
        .where('r.id', 'in', [...ids])
        .execute()
    ).map((row) => [row.id, row]),
  )
  return { orders: new Set(orders.map(({ id }) => id)), event, counters: counters.map((one) => ({ ...one })), rows }
}

/** Takes shirt, seat and zone off the counters at hand; a zone that is full is given up rather than refuse. */
const takeThings = (row: ViewRow, counters: Counter[]): { zone: string | null } | 'clothes_gone' | 'bus_full' => {
  const left = leftIn(counters, row.eventid)
  if (row.clothes !== null && left('clothes', row.clothes) === 0) return 'clothes_gone'
  if (row.packagebus !== null && left('packagebus', row.packagebus) === 0) return 'bus_full'
  const zone = row.runnerzone !== null && left('zone', row.runnerzone) === 0 ? null : row.runnerzone
  const took = [
    ['clothes', row.clothes],
    ['packagebus', row.packagebus],
    ['zone', zone],
  ] as const
  for (const one of counters) if (took.some(([kind, name]) => one.kind === kind && one.name === name)) one.taken++
  return { zone }
}

/** Opens what is to be paid and is not, until `until`; what costs nothing is paid. Answers who has paid, or need not. */
export const openWhatIsDue = async (
  tx: Tx,
  { race, now }: Pick<Settling, 'race' | 'now'>,
  given: readonly { row: ViewRow }[],
  until: Date,
): Promise<Set<number>> => {
  const paid = new Set(given.filter(({ row }) => paidStateOf(factsOf(row, race)) === '1').map(({ row }) => row.id))
  const due = given.filter(({ row }) => !paid.has(row.id) && row.orderid === null)
  const opened = await openOrders(
    tx,
    race.id,
    due.map(({ row }) => {
      // Whoever was invited pays less than the event's price: the difference stands as the order's discount.
      const fee = row.invite === null ? row.price : Math.max(row.price, row.e_price)
      return {
        room: 'registrations',
        uid: row.uid,
        fee,
        discount: fee - row.price,
        subject: `${nameIn('zh-cn', race.name, race.names)} ${nameIn('zh-cn', row.e_name, row.e_names)}`,
        payEnd: until,
        free: row.invite === null ? undefined : 'invite',
      }
    }),
    now,
  )
  const free = opened.map(({ state }) => state === 'paid')
  due.forEach(({ row }, at) => free[at] && paid.add(row.id))
  if (due.length > 0)
    await named(
      tx,
      'link orders of lots',
      'update registrations r set orderid = given.orderid, pay_at = case when given.free then $4::timestamptz end, updated_at = $4 from unnest($2::bigint[], $3::bigint[], $5::boolean[]) as given (id, orderid, free) where r.raceid = $1 and r.id = given.id',
      [race.id, due.map(({ row }) => row.id), opened.map(({ id }) => id), now, free],
    )
  return paid
}

/** Tells everybody once, and writes it down. */
const tell = async (
  tx: Tx,
  { seal, race, now }: Settling,
  given: readonly Giving[],
  paid: ReadonlySet<number>,
  until: Date,
): Promise<void> => {
  const messages = given.flatMap(({ row, lot }): Message[] => {
    if (!row.mobile) return []
    const mobile = seal.open(raceScope(race.id), 'mobile', row.mobile)
    const lang = languageOf(row, mobile)
    const template = `drawn_${lot.code === null ? 'won' : 'lost'}${paid.has(row.id) ? '_paid' : ''}` as const
    const payEnd = row.o_pay_end ?? until
    const values = {
      ...namesOf(race, row),
      code: String(lot.code ?? ''),
      until: eachLang((said) => sayTime(payEnd, race.zone, said)),
    }
    return [
      {
        seal,
        now,
        mobile,
        mask: row.mobile_mask ?? '',
        ...boxOf(row),
        lang,
        template,
        values,
        ...(paid.has(row.id) ? {} : { deadline: payEnd }),
        key: `${template} ${race.id}/${row.id}`,
        raceid: race.id,
      },
    ]
  })
  await sendMessages(tx, messages)
  await logChanges(
    tx,
    given.map(({ row, lot }) => ({
      who: undefined,
      now,
      raceid: race.id,
      what: lot.code === null ? 'registration drawn' : 'registration not drawn',
      target: `registration ${row.id}`,
      before: { state: row.state, wait_pos: row.wait_pos },
      after: lot.code === null ? { state: 'normal', wait_pos: row.wait_pos } : { state: 'undraw', wait_pos: lot.code },
    })),
  )
}

/**
 * Carries the lot over to registrations of one event: whoever won gets the place, whoever did not the waiting code, and an order where
 * money is due. Whoever has left is passed over. Up to a thousand in one transaction, the caller's.
 */
export const settleDraw = async (tx: Tx, settling: Settling, lots: readonly Lot[]): Promise<Settled[]> => {
  if (lots.length === 0) return []
  const { race, eventid, now } = settling
  const { orders, event, counters, rows } = await hold(
    tx,
    settling,
    lots.map(({ id }) => id),
    lots.flatMap(({ id, code }) => (code === null ? [id] : [])),
  )
  let free = event.places - event.taken
  const given: Giving[] = []
  const settled = lots.map((lot): Settled => {
    const row = rows.get(lot.id)
    const outcome = (): Settled['outcome'] => {
      if (
        row === undefined ||
        row.eventid !== eventid ||
        row.deleted_at !== null ||
        !['0', '1'].includes(paidStateOf(factsOf(row, race)))
      )
        return 'gone'
      if (row.state !== 'draw' || !transition('draw', lot.code === null ? 'win' : 'lose')) return 'gone'
      if (row.orderid !== null && !orders.has(row.orderid)) return 'moved'
      if (lot.code !== null) {
        given.push({ row, lot, zone: row.runnerzone })
        return 'done'
      }
      if (free === 0) return 'sold_out'
      const took = takeThings(row, counters)
      if (typeof took === 'string') return took
      free--
      given.push({ row, lot, zone: took.zone })
      return 'done'
    }
    return { id: lot.id, outcome: outcome() }
  })
  if (given.length === 0) return settled
  const won = given.filter(({ lot }) => lot.code === null)
  const until = settling.payEnd && settling.payEnd > now ? settling.payEnd : payEndOfApproved(now, null)
  await named(
    tx,
    'write lots',
    `update registrations r set state = given.state, place_held = given.code is null, runnerzone = given.zone, wait_pos = coalesce(given.code, r.wait_pos), updated_at = $2
     from unnest($3::bigint[], $4::text[], $5::text[], $6::integer[]) as given (id, state, zone, code) where r.raceid = $1 and r.id = given.id`,
    [
      race.id,
      now,
      given.map(({ row }) => row.id),
      given.map(({ lot }) => stateAfter('draw', lot.code === null ? 'win' : 'lose')),
      given.map(({ zone }) => zone),
      given.map(({ lot }) => lot.code),
    ],
  )
  if (won.length > 0) await countPlaces(tx, race.id, eventid, won.length)
  const counts =
    counters.length > 0
      ? countsFor(
          won.map(({ row, zone }) => ({ ...row, runnerzone: zone })),
          1,
        )
      : []
  if (counts.length > 0) await countCounters(tx, race.id, counts)
  await tell(tx, settling, given, await openWhatIsDue(tx, settling, given, until), until)
  return settled
}
