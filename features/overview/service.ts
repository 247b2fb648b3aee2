import type { Db } from '#db/db.ts'
import { countersOf, eventsOf } from '#features/events/service.ts'
import { leftIn } from '#features/events/rules.ts'
import { addonsOf } from '#features/events/prices.rules.ts'
import { type Lacked, lackable } from '#features/races/sale.rules.ts'
import type { raceLacks } from '#features/races/publishing.service.ts'
import { settingsOf } from '#features/races/rules.ts'
import type { RaceRow } from '#features/races/service.ts'
import { clubsWaiting } from '#features/clubs/service.ts'
import { feedWaiting } from '#features/feed/service.ts'
import { packsWaiting } from '#features/desks/figures/waiting.service.ts'
import { alarmsWaiting } from '#features/racecontrol/monitor/monitor.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type Counting, CountedBlocks } from './blocks.service.ts'
import {
  addEntry,
  addMoney,
  isEmptyEntry,
  isEmptyMoney,
  keyOfEntry,
  keyOfMoney,
  linesOfEntry,
  linesOfMoney,
} from './lines.rules.ts'
import { type ReadinessCheck, readinessOf } from './readiness.rules.ts'
import {
  type AgeBandName,
  type CountedKey,
  ageBands,
  bandOf,
  byCount,
  bySizeAndCount,
  holdsFor,
  hourIn,
} from './rules.ts'
import { provinceKey } from './provinces.words.ts'
import {
  type AddonCountRow,
  type AddonRow,
  type CountClock,
  type EntryCountRow,
  type EntryFact,
  type MoneyFact,
  type MoneyRow,
  countAddons,
  countDesks,
  countEntries,
  countOrders,
  countRefunds,
  type ChangedRow,
  changedEntries,
  changedOrders,
  changedRefunds,
  readEntries,
  readOrders,
  readRefunds,
} from './store.ts'

/** Counts the work that waits for staff. */
const countWork = async (db: Db, raceid: number, now: Date) => {
  const [work, packs, control, feed, clubs] = await Promise.all([
    countDesks(db, raceid),
    packsWaiting(db, raceid),
    alarmsWaiting(db, raceid),
    feedWaiting(db, raceid),
    clubsWaiting(db, raceid, now),
  ])
  return { ...work, packs, control, feed, clubs }
}

type Event = Awaited<ReturnType<typeof eventsOf>>[number]

type Moved = { received: number; refunded: number }
type MoneyFlow = { days: (Moved & { day: string })[]; hours: (Moved & { hour: string })[] }
/** All figures of a race, before the server removes the figures that the reader has no right to see. */
export type Figures = {
  events: readonly Event[]
  entries: {
    states: readonly Pick<EntryCountRow, 'eventid' | 'state' | 'live' | 'paid' | 'left'>[]
    days: { day: string; signups: number }[]
    hours: { hour: string; signups: number }[]
    sizes: CountedKey[]
    genders: CountedKey<'male' | 'female' | ''>[]
    ages: CountedKey<AgeBandName>[]
    provinces: CountedKey[]
  }
  addons: readonly AddonFigure[]
  money: MoneyFlow & { open: number }
  desks: Awaited<ReturnType<typeof countWork>>
}

const summed = <Key extends string>(pairs: Iterable<readonly [Key, number]>): Map<Key, number> => {
  const sums = new Map<Key, number>()
  for (const [key, count] of pairs) sums.set(key, (sums.get(key) ?? 0) + count)
  return sums
}
const asCounted = <Key extends string>(sums: Map<Key, number>): CountedKey<Key>[] =>
  [...sums].flatMap(([key, count]) => (count > 0 ? [{ key, count }] : [])).toSorted(byCount)

const inOrder = (sums: Map<string, number>): [string, number][] =>
  [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Adds up the figures of each event and state over all blocks. */
const statesFrom = (rows: readonly EntryCountRow[]): Figures['entries']['states'] => {
  const sums = new Map<string, EntryCountRow>()
  for (const row of rows) {
    const known = sums.get(`${row.eventid} ${row.state}`)
    if (!known) sums.set(`${row.eventid} ${row.state}`, { ...row })
    else for (const figure of ['live', 'paid', 'left'] as const) known[figure] += row[figure]
  }
  return [...sums.values()]
}

/**
 * Converts the rows of all blocks to figures. It leaves out the hours before `from`, because the chart does not show
 * them.
 */
const entriesFrom = (rows: readonly EntryCountRow[], from: string): Figures['entries'] => {
  const of = (group: EntryCountRow['of']) => rows.filter((row) => row.of === group)
  const registered = (group: 'clothes' | 'gender' | 'province', keyOf = (said: string) => said) =>
    asCounted(summed(of(group).map((row) => [keyOf(row[group] ?? ''), row.registered] as const)))
  const ages = summed(of('age').map((row) => [bandOf(row.age), row.registered] as const))
  return {
    states: statesFrom(of('event')),
    days: inOrder(summed(of('day').map((row) => [row.day ?? '', row.all] as const))).map(([day, signups]) => ({
      day,
      signups,
    })),
    hours: inOrder(
      summed(of('hour').flatMap((row) => (row.hour === null || row.hour < from ? [] : [[row.hour, row.all] as const]))),
    ).map(([hour, signups]) => ({ hour, signups })),
    sizes: registered('clothes').toSorted(bySizeAndCount),
    genders: registered('gender') as CountedKey<'male' | 'female' | ''>[],
    // The age bands stand in the order of their ages, and not in the order of their counts.
    ages: [...ageBands, '' as const].flatMap((key) => (ages.get(key) ? [{ key, count: ages.get(key)! }] : [])),
    provinces: registered('province', provinceKey),
  }
}

const flowOf = (rows: readonly MoneyRow[], group: MoneyRow['of'], from: string): [string, Moved][] => {
  const sums = new Map<string, Moved>()
  for (const row of rows) {
    const key = row[group]
    if (row.of !== group || key === null || key < from || row.received + row.refunded === 0) continue
    const { received, refunded } = sums.get(key) ?? { received: 0, refunded: 0 }
    sums.set(key, { received: received + row.received, refunded: refunded + row.refunded })
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
const moneyFrom = (rows: readonly MoneyRow[], from: string): Figures['money'] => ({
  days: flowOf(rows, 'day', '').map(([day, moved]) => ({ day, ...moved })),
  hours: flowOf(rows, 'hour', from).map(([hour, moved]) => ({ hour, ...moved })),
  open: rows.reduce((sum, row) => sum + (row.of === 'day' ? row.open : 0), 0),
})

const addonsFrom = (rows: readonly AddonRow[]): AddonRow[] => {
  const sums = new Map<string, AddonRow>()
  for (const { eventid, id, names, buyers, sold, sum, unpaid_buyers, unpaid } of rows) {
    const known = sums.get(`${eventid} ${id}`) ?? { buyers: 0, sold: 0, sum: 0, unpaid_buyers: 0, unpaid: 0 }
    sums.set(`${eventid} ${id}`, {
      eventid,
      id,
      names,
      buyers: known.buyers + buyers,
      sold: known.sold + sold,
      sum: known.sum + sum,
      unpaid_buyers: known.unpaid_buyers + unpaid_buyers,
      unpaid: known.unpaid + unpaid,
    })
  }
  return [...sums.values()]
}

/**
 * The figures of an add-on. `left` is null if the add-on has no limit. `offered` is true if the event sells the
 * add-on now.
 */
export type AddonFigure = AddonRow & { left: number | null; offered: boolean }
/**
 * Adds `left` and `offered` to the figures of add-ons, and sorts the figures by event. The add-ons that an event offers
 * come before the add-ons that the event sold earlier.
 */
const addonFigures = (
  events: readonly Event[],
  held: readonly AddonRow[],
  counters: Parameters<typeof leftIn>[0],
): AddonFigure[] =>
  events.flatMap((event) => {
    const left = leftIn(counters, event.id)
    const sold = held.filter(({ eventid }) => eventid === event.id)
    const none = { eventid: event.id, buyers: 0, sold: 0, sum: 0, unpaid_buyers: 0, unpaid: 0 }
    const offered = addonsOf(event).map(({ id, names }) => ({
      ...(sold.find((one) => one.id === id) ?? { ...none, id }),
      names,
      left: left('addon', id),
      offered: true,
    }))
    const former = sold.filter(({ id }) => !offered.some((one) => one.id === id))
    return [...offered, ...former.map((one) => ({ ...one, left: left('addon', one.id), offered: false }))]
  })

const hoursShown = 48
const HOUR_MS = 3_600_000
/**
 * Returns the clock of the figures. The figures begin at a whole hour, and the last hour of the chart is the present
 * hour.
 */
const clockAt = (zone: string, now: Date): CountClock => ({
  zone,
  since: new Date((Math.floor(now.getTime() / HOUR_MS) - hoursShown + 1) * HOUR_MS),
})

/**
 * The milliseconds from the change of a row until a count remembers the row as read. The next count reads rows with
 * newer changes again, because a row may change twice in one millisecond.
 */
const SETTLED_MS = 1000
/** The changed rows that an earlier count has read: the moment of the last change, by the id of the row. */
type SeenRows = Map<number, number>
/** Returns the ids of rows whose last change no count has read. Notes changes older than `SETTLED_MS` as read. */
const unread = (seen: SeenRows, rows: readonly ChangedRow[], now: Date): number[] => {
  const fresh = rows.filter(({ id, at }) => seen.get(id) !== at)
  seen.clear()
  for (const { id, at } of rows) if (at <= now.getTime() - SETTLED_MS) seen.set(id, at)
  return fresh.map(({ id }) => id)
}

const entryLines = { linesOf: linesOfEntry, keyOf: keyOfEntry, add: addEntry, isEmpty: isEmptyEntry }
type Look = { db: Db; raceid: number; clock: CountClock; now: Date; seen: SeenRows }
const entryCounting = ({ db, raceid, clock, now, seen }: Look): Counting<EntryCountRow | AddonCountRow, EntryFact> => ({
  changed: async (since) => {
    const ids = unread(seen, await changedEntries(db, raceid, since), now)
    return ids.length === 0 ? [] : readEntries(db, raceid, clock, { ids })
  },
  read: (blocks) => readEntries(db, raceid, clock, { blocks }),
  count: async (blocks) =>
    (await Promise.all([countEntries(db, raceid, clock, blocks), countAddons(db, raceid, blocks)])).flat(),
  ...entryLines,
})
const moneyLines = { linesOf: linesOfMoney, keyOf: keyOfMoney, add: addMoney, isEmpty: isEmptyMoney }
type MoneyTable = { changed: typeof changedOrders; read: typeof readOrders; count: typeof countOrders }
const orderTable: MoneyTable = { changed: changedOrders, read: readOrders, count: countOrders }
const refundTable: MoneyTable = { changed: changedRefunds, read: readRefunds, count: countRefunds }
const moneyCounting = (
  { changed, read, count }: MoneyTable,
  { db, raceid, clock, now, seen }: Look,
): Counting<MoneyRow, MoneyFact> => ({
  changed: async (since) => {
    const ids = unread(seen, await changed(db, raceid, since), now)
    return ids.length === 0 ? [] : read(db, raceid, clock, { ids })
  },
  read: (blocks) => read(db, raceid, clock, { blocks }),
  count: (blocks) => count(db, raceid, clock, blocks),
  ...moneyLines,
})

/** The number of latest counts whose times are kept. The shortest of these times is the cost of a count. */
const COSTS = 5

/** The counts of a race that this process keeps, by block of ids. */
export class RaceCounts {
  private readonly entries = new CountedBlocks<EntryCountRow | AddonCountRow, EntryFact>()
  private readonly orders = new CountedBlocks<MoneyRow, MoneyFact>()
  private readonly refunds = new CountedBlocks<MoneyRow, MoneyFact>()
  private readonly seen = { entries: new Map(), orders: new Map(), refunds: new Map() } satisfies Record<
    string,
    SeenRows
  >
  /** The milliseconds that the latest counts took. */
  private costs: readonly number[] = []
  private readonly raceid: number
  readonly zone: string
  constructor({ id, zone }: Pick<RaceRow, 'id' | 'zone'>) {
    this.raceid = id
    this.zone = zone
  }

  /**
   * Notes the milliseconds of a count and returns the time for which its figures stay valid. Other work of the machine
   * lengthens some counts, and the first counts read whole blocks, so the shortest of the latest counts tells the cost.
   */
  holds(cost: number): number {
    this.costs = [...this.costs.slice(1 - COSTS), cost]
    return holdsFor(this.costs.length < COSTS ? 0 : Math.min(...this.costs))
  }

  /**
   * Brings the counts up to date by the rows that have changed. A caller waits for the answer before it calls again.
   * After an error the counts are wrong, and the caller makes new counts.
   */
  async look(db: Db, now: Date): Promise<Figures> {
    const { raceid } = this
    const clock = clockAt(this.zone, now)
    const look = { db, raceid, clock, now }
    const [events, counters, desks, entries, orders, refunds] = await Promise.all([
      eventsOf(db, raceid),
      countersOf(db, raceid),
      countWork(db, raceid, now),
      this.entries.look(entryCounting({ ...look, seen: this.seen.entries }), now),
      this.orders.look(moneyCounting(orderTable, { ...look, seen: this.seen.orders }), now),
      this.refunds.look(moneyCounting(refundTable, { ...look, seen: this.seen.refunds }), now),
    ])
    const from = hourIn(this.zone, clock.since)
    return {
      events,
      entries: entriesFrom(
        entries.filter((row) => row.of !== 'addon'),
        from,
      ),
      addons: addonFigures(events, addonsFrom(entries.filter((row) => row.of === 'addon')), counters),
      money: moneyFrom([...orders, ...refunds], from),
      desks,
    }
  }
}

type Held = { until: number; counts: RaceCounts; figures: Promise<Figures> }
const held = new WeakMap<Db, Map<number, Held>>()
const keptRaces = 200

/**
 * Returns a race's figures, and counts them again if the last count is too old. All viewers of a race share one
 * count. A race with many changes is counted less often, so that counting takes at most a twentieth of a core.
 */
export const overviewFigures = (db: Db, race: RaceRow, now: Date): Promise<Figures> => {
  const races = held.get(db) ?? new Map<number, Held>()
  held.set(db, races)
  const known = races.get(race.id)
  // The time that a count takes is measured by the clock of the process, because tests change `now`.
  const began = performance.now()
  if (known && known.until > began) return known.figures
  if (races.size >= keptRaces) races.clear()
  const counts = known?.counts.zone === race.zone ? known.counts : undefined
  const used = counts ?? new RaceCounts(race)
  const entry: Held = { until: Number.POSITIVE_INFINITY, counts: used, figures: used.look(db, now) }
  races.set(race.id, entry)
  entry.figures.then(
    // The first count reads the whole race, and later counts do not. The cost of the first count is therefore ignored.
    () => (entry.until = performance.now() + (counts ? used.holds(performance.now() - began) : holdsFor(0))),
    () => races.delete(race.id),
  )
  return entry.figures
}

/** Returns the milliseconds until `overviewFigures` counts a race again; 0 while a count runs. */
export const untilNextCount = (db: Db, raceid: number): number => {
  const until = held.get(db)?.get(raceid)?.until ?? 0
  return Number.isFinite(until) ? Math.max(0, until - performance.now()) : 0
}

/** Returns the preparations before runners see a race. */
export const readyOf = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  race: RaceRow,
): Promise<{ check: ReadinessCheck; ok: boolean; of: string[] }[]> => {
  const settings = settingsOf(race)
  const policies = (race.settings as { refunds?: Record<string, unknown> } | null)?.refunds ?? {}
  const real = Object.values(integrations.gateways).filter((gateway) => gateway !== undefined)
  return readinessOf({
    events: await eventsOf(db, race.id),
    time: race.time,
    header: race.header,
    consents: settings.consents,
    refundUntil: settings.refund_until,
    policies: Object.keys(policies).length,
    channels: real.length,
    signature: integrations.sms.sandbox || (integrations.sms.vendors?.() ?? []).length > 0,
  })
}

/**
 * Returns the reasons why a race cannot be sold (docs/behaviour/console.md, Publishing). A past race lacks nothing,
 * because nobody can enter it. A race that sells elsewhere needs no price and no payment channel.
 */
export const lacksOfRace: ReturnType<typeof raceLacks.get> = async (parts, race, now) => {
  const elsewhere = settingsOf(race).orders_url !== undefined
  const checks: readonly Lacked[] = race.time < now ? [] : elsewhere ? ['events', 'disclaimer'] : lackable
  const found = await readyOf(parts, race)
  return checks.flatMap((what) => found.flatMap(({ check, ok, of }) => (check === what && !ok ? [{ what, of }] : [])))
}
