import { onClock } from '#features/races/zone.rules.ts'
import type { GroupRule, WaitlistState } from './contract.ts'

/** The hour of the daily refresh (docs/behaviour/waitlist.md, Daily refresh). */
export const REFRESH_AT = '10:00'

const dateOf = (zoned: Temporal.ZonedDateTime): Date => new Date(zoned.epochMilliseconds)
/** Finds the last 10:00 on the race's clock. */
export const lastRefresh = (now: Date, zone: string): Date => {
  const today = onClock(now, zone).withPlainTime(REFRESH_AT)
  return dateOf(
    today.epochMilliseconds <= now.getTime() ? today : today.subtract({ days: 1 }).withPlainTime(REFRESH_AT),
  )
}
/** Finds the next 10:00 on the race's clock. */
export const nextRefresh = (now: Date, zone: string): Date =>
  dateOf(onClock(lastRefresh(now, zone), zone).add({ days: 1 }).withPlainTime(REFRESH_AT))

/** Tells whether a waitlist is due for its daily refresh: the last refresh was before the last 10:00. */
export const isRefreshDue = (refreshedAt: Date, now: Date, zone: string): boolean =>
  refreshedAt < lastRefresh(now, zone)

/** Returns the moment until which an unpaid runner can pay for an offered place; undefined if no time is left. */
export const offerUntil = (
  now: Date,
  { offer_minutes, ends_at }: { offer_minutes: number; ends_at: Date | null },
): Date | undefined => {
  const end = new Date(now.getTime() + offer_minutes * 60_000)
  const until = ends_at && ends_at < end ? ends_at : end
  return until > now ? until : undefined
}

/**
 * A runner in line. `orderid` null: the runner has no order and belongs to no group. `of` is the number of the order's
 * runners who are in line. `together` is true if they want their places together or not at all.
 */
export type InLine = { id: number; orderid: number | null; of: number; together: boolean }

/** Splits the line into units, the first in line first. Neighbours in line who share an order are one unit. */
const unitsOf = (line: readonly InLine[]): InLine[][] => {
  const units: InLine[][] = []
  for (const one of line) {
    const last = units.at(-1)
    if (one.orderid !== null && last?.[0]!.orderid === one.orderid) last.push(one)
    else units.push([one])
  }
  return units
}

/**
 * Chooses the runners who get places if each runner waits alone. An order may ask for places for all of its runners or
 * for none. Such an order gets its places at the turn of its last runner, so that it overtakes nobody. If its runners
 * do not all fit, later runners may pass.
 */
const eachInTurn = (line: readonly InLine[], free: number, whole: boolean): { ids: number[]; decided: boolean } => {
  const ids: number[] = []
  const waiting = new Map<number, number[]>()
  for (const { id, orderid, of, together } of line) {
    const left = free - ids.length
    if (left === 0) return { ids, decided: true }
    if (!together || orderid === null || of === 1) {
      ids.push(id)
      continue
    }
    const group = [...(waiting.get(orderid) ?? []), id]
    waiting.set(orderid, group)
    if (group.length === of && of <= left) ids.push(...group)
  }
  return { ids, decided: whole || ids.length === free }
}

/**
 * Chooses the runners who get the free places, in order. Unless each runner waits alone, a group gets places only if
 * the places are enough for the whole group. `whole` is true if `line` is the whole line. Otherwise the last group may
 * have more members after the end of `line`, so `decided` is false and the caller must read more.
 */
export const nextInLine = (
  line: readonly InLine[],
  free: number,
  groups: GroupRule,
  whole: boolean,
): { ids: number[]; decided: boolean } => {
  if (groups === 'alone') return eachInTurn(line, free, whole)
  const ids: number[] = []
  const units = unitsOf(line)
  let left = free
  for (const [at, unit] of units.entries()) {
    if (left === 0) return { ids, decided: true }
    if (!whole && at === units.length - 1) return { ids, decided: false }
    if (unit.length <= left) {
      ids.push(...unit.map(({ id }) => id))
      left -= unit.length
    } else if (groups === 'stop') return { ids, decided: true }
  }
  return { ids, decided: whole || left === 0 }
}

export type StandingFacts = {
  state: string
  live: boolean
  paid: boolean
  /** True if the runner is in line, as the database computes it. */
  inLine: boolean
  rank: number | null
  given: boolean
  offerUntil: Date | null
  left: boolean
  /** True if the event has a waitlist that is not over. */
  listed: boolean
}
export const waitlistStandingOf = ({
  state,
  live,
  paid,
  inLine,
  rank,
  given,
  offerUntil: until,
  left,
  listed,
}: StandingFacts): WaitlistState => {
  if (left) return 'left'
  if (state === 'waitfail') return 'ended'
  if (!live) return 'none'
  if (state === 'normal') return !given ? 'none' : until !== null && !paid ? 'offered' : 'given'
  if (!listed) return 'none'
  if (state === 'undraw') return paid ? 'joining' : 'code'
  if (state !== 'wait') return 'none'
  if (!inLine) return 'unpaid'
  return rank === null ? 'joining' : 'line'
}
