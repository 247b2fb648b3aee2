import type { Db } from '#db/db.ts'
import { countersOf, eventsOf } from '#features/events/service.ts'
import { leftIn } from '#features/events/rules.ts'
import { addonsOf } from '#features/events/prices.rules.ts'
import { type Lacked, lackable } from '#features/races/sale.rules.ts'
import type { raceLacks } from '#features/races/publishing.service.ts'
import { settingsOf } from '#features/races/rules.ts'
import type { readRace } from '#features/races/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type ReadinessCheck, readinessOf } from './readiness.rules.ts'
import { type AgeBandName, type CountedKey, ageBands, bandOf, byCount, bySize, holdsFor } from './rules.ts'
import { provinceKey } from './provinces.words.ts'
import {
  type AddonRow,
  type EntryCountRow,
  type MoneyFlow,
  countAddons,
  countDesks,
  countEntries,
  countMoney,
} from './store.ts'

type Race = NonNullable<Awaited<ReturnType<typeof readRace>>>
type Event = Awaited<ReturnType<typeof eventsOf>>[number]

/** The figures of a race without limits of rights. */
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
  money: MoneyFlow
  desks: Awaited<ReturnType<typeof countDesks>>
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

/** Converts the rows of one grouping to figures. */
const entriesFrom = (rows: readonly EntryCountRow[]): Figures['entries'] => {
  const of = (group: EntryCountRow['of']) => rows.filter((row) => row.of === group)
  const registered = (group: 'clothes' | 'gender' | 'province', keyOf = (said: string) => said) =>
    asCounted(summed(of(group).map((row) => [keyOf(row[group] ?? ''), row.registered] as const)))
  const ages = summed(of('age').map((row) => [bandOf(row.age), row.registered] as const))
  return {
    states: of('event'),
    days: inOrder(summed(of('day').map((row) => [row.day ?? '', row.all] as const))).map(([day, signups]) => ({
      day,
      signups,
    })),
    hours: inOrder(summed(of('hour').flatMap((row) => (row.hour === null ? [] : [[row.hour, row.all] as const])))).map(
      ([hour, signups]) => ({ hour, signups }),
    ),
    sizes: registered('clothes').toSorted(bySize),
    genders: registered('gender') as CountedKey<'male' | 'female' | ''>[],
    // Age bands have the order of ages and not of numbers.
    ages: [...ageBands, '' as const].flatMap((key) => (ages.get(key) ? [{ key, count: ages.get(key)! }] : [])),
    provinces: registered('province', provinceKey),
  }
}

/** The figures of an add-on. `left` is null where it has no limit, and `offered` where the event sells it now. */
export type AddonFigure = AddonRow & { left: number | null; offered: boolean }
/** Puts the add-ons that events offer in their order, with those after them that events sold before. */
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
const count = async (db: Db, race: Race, now: Date): Promise<Figures> => {
  const since = new Date(now.getTime() - hoursShown * 3_600_000)
  const [events, entries, addons, counters, money, desks] = await Promise.all([
    eventsOf(db, race.id),
    countEntries(db, race.id, race.zone, since),
    countAddons(db, race.id),
    countersOf(db, race.id),
    countMoney(db, race.id, race.zone, since),
    countDesks(db, race.id),
  ])
  return { events, entries: entriesFrom(entries), addons: addonFigures(events, addons, counters), money, desks }
}

type Held = { until: number; figures: Promise<Figures> }
const held = new WeakMap<Db, Map<number, Held>>()
const keptRaces = 200

/**
 * Returns a race's figures, and counts them again where the last count is too old. All viewers of a race share one
 * count. A large race is counted less often, so that counting takes at most a twentieth of a core.
 */
export const figuresOf = (db: Db, race: Race, now: Date): Promise<Figures> => {
  const races = held.get(db) ?? new Map<number, Held>()
  held.set(db, races)
  const known = races.get(race.id)
  // This measures work, so it uses the clock of the process. Tests change only the other clock.
  const began = performance.now()
  if (known && known.until > began) return known.figures
  if (races.size >= keptRaces) races.clear()
  const entry: Held = { until: Number.POSITIVE_INFINITY, figures: count(db, race, now) }
  races.set(race.id, entry)
  entry.figures.then(
    () => (entry.until = performance.now() + holdsFor(performance.now() - began)),
    () => races.delete(race.id),
  )
  return entry.figures
}

/** Returns the preparations before runners see a race. */
export const readyOf = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  race: Race,
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
 * Returns the reasons why a race cannot be sold (docs/behaviour/console.md, Publishing). Nobody sells a past race, and
 * a race that sells elsewhere takes no money here.
 */
export const lacksOf: ReturnType<typeof raceLacks.get> = async (parts, race, now) => {
  const elsewhere = settingsOf(race).orders_url !== undefined
  const checks: readonly Lacked[] = race.time < now ? [] : elsewhere ? ['events', 'disclaimer'] : lackable
  const found = await readyOf(parts, race)
  return checks.flatMap((what) => found.flatMap(({ check, ok, of }) => (check === what && !ok ? [{ what, of }] : [])))
}
