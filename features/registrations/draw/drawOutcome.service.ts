import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type Counter, countCounters, countPlaces, lockCounters, lockEvent } from '#features/events/service.ts'
import { leftIn } from '#features/events/rules.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { openOrders } from '#features/orders/service.ts'
import { logChanges } from '#features/staff/service.ts'
import { countsFor } from '../inventory/inventory.service.ts'
import { type RaceGiven, factsOf } from '../status/present.service.ts'
import { chargeOf, openingOf } from '../payment/pricing.rules.ts'
import { boxOf, languageOf, namesOf, payEndOfApproved } from '../review/review.service.ts'
import { paidStateOf } from '../status/payable.rules.ts'
import { sayTime } from '../status/statusText.rules.ts'
import { type ViewRow, listByIds, listHeld } from '../store.ts'
import { linkOrders, lockLots, lockOrdersOfLots, writeLots } from './draw.store.ts'
import { stateAfter, transition } from '../status/transitions.rules.ts'

/** What became of an entry of a draw: a place, or a waiting code. */
export type Lot = { id: number; code: number | null }
/**
 * `gone`: left meanwhile. `moved`: its order changed this moment, look again. The others: no place can be given, which
 * staff must mend.
 */
export type Settled = { id: number; outcome: 'done' | 'gone' | 'moved' | 'sold_out' | 'clothes_gone' | 'bus_full' }
/**
 * `payEnd`: until when whoever has not paid may pay (null: as long as the event says); the keys of the race and of the
 * accounts are prepared.
 */
export type Settling = { seal: Seal; race: RaceGiven; eventid: number; payEnd: Date | null; now: Date }

type Giving = { row: ViewRow; lot: Lot; zone: string | null }

/**
 * Holds all that is going to move, in the order in which everybody does, and reads it. Answers which orders are held.
 */
const hold = async (tx: Tx, { race, eventid }: Settling, ids: readonly number[], winners: readonly number[]) => {
  const orders = await lockOrdersOfLots(tx, race.id, ids)
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
  await lockLots(tx, race.id, ids)
  const rows = new Map((await listByIds(tx, race.id, ids)).map((row) => [row.id, row]))
  return { orders, event, counters: counters.map((one) => ({ ...one })), rows }
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

/**
 * Opens what is to be paid and is not, until `until`; what costs nothing is paid. Answers who has paid, or need not.
 */
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
    due.map(({ row }) => ({
      room: 'registrations',
      uid: row.uid,
      ...openingOf(chargeOf(row)),
      subject: `${nameIn('zh-cn', race.name, race.names)} ${nameIn('zh-cn', row.e_name, row.e_names)}`,
      payEnd: until,
    })),
    now,
  )
  const links = due.map(({ row }, at) => ({
    id: row.id,
    orderid: opened[at]!.id,
    free: opened[at]!.state === 'paid',
  }))
  for (const { id, free } of links) if (free) paid.add(id)
  if (links.length > 0) await linkOrders(tx, race.id, links, now)
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

type Held = Awaited<ReturnType<typeof hold>>

/** Decides what becomes of each lot, in the order given, and counts places and things off as it goes. */
const decideLots = ({ race, eventid }: Settling, { orders, event, counters, rows }: Held, lots: readonly Lot[]) => {
  let free = event.places - event.taken
  const given: Giving[] = []
  const outcomeOf = (lot: Lot): Settled['outcome'] => {
    const row = rows.get(lot.id)
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
  return { settled: lots.map((lot): Settled => ({ id: lot.id, outcome: outcomeOf(lot) })), given }
}

/**
 * Carries the lot over to registrations of one event: whoever won gets the place, whoever did not the waiting code, and
 * an order where money is due. Whoever has left is passed over. Up to a thousand in one transaction, the caller's.
 */
export const settleDraw = async (tx: Tx, settling: Settling, lots: readonly Lot[]): Promise<Settled[]> => {
  if (lots.length === 0) return []
  const { race, eventid, now } = settling
  const held = await hold(
    tx,
    settling,
    lots.map(({ id }) => id),
    lots.flatMap(({ id, code }) => (code === null ? [id] : [])),
  )
  const { settled, given } = decideLots(settling, held, lots)
  if (given.length === 0) return settled
  const won = given.filter(({ lot }) => lot.code === null)
  const payEnd = settling.payEnd ?? held.event.pay_end
  const until = payEnd && payEnd > now ? payEnd : payEndOfApproved(now, null)
  await writeLots(
    tx,
    race.id,
    given.map(({ row, lot, zone }) => ({
      id: row.id,
      state: stateAfter('draw', lot.code === null ? 'win' : 'lose'),
      zone,
      code: lot.code,
    })),
    now,
  )
  if (won.length > 0) await countPlaces(tx, race.id, eventid, won.length)
  const counts =
    held.counters.length > 0
      ? countsFor(
          won.map(({ row, zone }) => ({ ...row, runnerzone: zone })),
          1,
        )
      : []
  if (counts.length > 0) await countCounters(tx, race.id, counts)
  await tell(tx, settling, given, await openWhatIsDue(tx, settling, given, until), until)
  return settled
}
