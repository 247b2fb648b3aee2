import type { CopyPart } from '#contract/copying.ts'
import { isDay, dayAfter } from '#contract/days.ts'

type JsonRow = Record<string, unknown>
export type Moving = {
  from: number
  to: number
  /** The number of days from the former race day to the new race day. */
  days: number
  zones: { from: string; to: string }
  now: Date
}

const dayOf = (at: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** Counts the days from one race day to another. Each race day is taken in the zone of its race. */
export const daysMoved = (from: { time: Date; zone: string }, to: { time: Date; zone: string }): number =>
  dayOf(from.time, from.zone).until(dayOf(to.time, to.zone), { largestUnit: 'days' }).days

/**
 * Proposes the start of the next edition. The time of day and the weekday stay. The day is as near as possible to the
 * former day and month. The year is the first year that gives a start in the future.
 */
export const nextEdition = (race: { time: Date; zone: string }, now: Date): Date => {
  const first = Temporal.Instant.fromEpochMilliseconds(race.time.getTime()).toZonedDateTimeISO(race.zone)
  for (let years = 1; ; years++) {
    const sameDate = first.add({ years })
    const at = sameDate.add({ days: ((first.dayOfWeek - sameDate.dayOfWeek + 10) % 7) - 3 })
    if (at.epochMilliseconds > now.getTime()) return new Date(at.epochMilliseconds)
  }
}

/**
 * Moves a moment by days, and from the former race's zone to the new race's zone. The time of day stays, if the new day
 * has this time.
 */
export const movedInstant = (iso: string, { days, zones }: Pick<Moving, 'days' | 'zones'>): string =>
  Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zones.from)
    .toPlainDateTime()
    .add({ days })
    .toZonedDateTime(zones.to)
    .toInstant()
    .toString()

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/
/** Tells whether a text begins with a valid calendar day. */
const hasDay = (text: string): boolean => isDay(text.slice(0, 10))

/** Changes addresses of the former race's pictures and pages to addresses of the new race. */
const readdressed = (text: string, { from, to }: Moving): string =>
  text
    .replaceAll(new RegExp(`/(files|guidebooks|shots)/${from}/`, 'g'), `/$1/${to}/`)
    .replaceAll(new RegExp(`([?&](?:amp;)?raceid=)${from}(?!\\d)`, 'g'), `$1${to}`)

/** Returns a setting's value for the new race, with moved dates and with the new race's addresses. */
export const moved = (value: unknown, moving: Moving): unknown => {
  if (typeof value === 'string') {
    if (INSTANT.test(value) && hasDay(value)) return movedInstant(value, moving)
    if (DAY.test(value) && hasDay(value)) return dayAfter(value, moving.days)
    return readdressed(value, moving)
  }
  if (Array.isArray(value)) return value.map((one) => moved(one, moving))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moved(one, moving)]))
  return value
}

/** Changes a row of the former race to a row of the new race. */
export const movedRow = (row: JsonRow, moving: Moving): JsonRow => ({
  ...(moved(row, moving) as JsonRow),
  raceid: moving.to,
  ...('created_at' in row ? { created_at: moving.now.toISOString() } : {}),
  ...('updated_at' in row ? { updated_at: moving.now.toISOString() } : {}),
})

/** Lists the hashes of a race's pictures that a value names. */
export const pictureHashesIn = (value: unknown, raceid: number): string[] =>
  [...JSON.stringify(value ?? null).matchAll(new RegExp(`/files/${raceid}/([0-9a-f]{32})\\.`, 'g'))].map(
    ([, hash]) => hash!,
  )

/** Settings that are rules of taking part. A setting that is neither here nor in `ofOneYear` belongs to every copy. */
const ofRules = [
  'pay_minutes',
  'edit_until',
  'move_until',
  'refund_until',
  'refunds',
  'approval_above',
  'delay',
  'wait_exit',
  'teams',
  'team_least',
  'team_most',
  'team_until',
  'friends_most',
  'unpaid_most',
  'delays',
  'paypal',
]
/** Settings that fit only the former edition, such as its videos and the special rules for its results. */
const ofOneYear = ['videos', 'orders_url', 'timing_firm', 'report_rules']

type Settings = Readonly<Record<string, unknown>>
/** Returns the rule of deferrals, without the race to which it defers. That race is often the copy itself. */
const withoutTarget = (delay: unknown): Settings => {
  if (typeof delay !== 'object' || delay === null) return {}
  const { to: _to, ...rest } = delay as Settings & { to?: unknown }
  return { delay: rest }
}

/**
 * Returns the settings of a copy, with moved dates. The version of a consent may look like a day, but it does not move,
 * because the words of the consent stay.
 */
export const copiedSettings = (
  settings: Settings,
  parts: ReadonlySet<CopyPart>,
  events: ReadonlySet<number>,
  moving: Moving,
): Settings => {
  const left = new Set([...ofOneYear, ...(parts.has('rules') ? [] : ofRules)])
  const taken = Object.fromEntries(Object.entries(settings).filter(([name]) => !left.has(name)))
  const refunds = Object.fromEntries(
    Object.entries((taken.refunds ?? {}) as Settings).filter(([event]) => event === '0' || events.has(Number(event))),
  )
  const { consents, delay } = taken
  return {
    ...(moved({ ...taken, ...('refunds' in taken ? { refunds } : {}), ...withoutTarget(delay) }, moving) as Settings),
    ...(consents === undefined ? {} : { consents }),
  }
}
