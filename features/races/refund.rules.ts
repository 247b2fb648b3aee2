import type { RefundPolicy } from './refund.contract.ts'

/** A span of time. `from` null means that the span has no beginning. The moment `until` does not belong to the span. */
export type Span = { from: Date | null; until: Date }
/** A tier as a span of time, with the part of the fee that the race keeps from a runner who leaves within the span. */
export type TierSpan = Span & { percent: number; fixed: number }
type Race = {
  zone: string
  time: Date
  settings: { refund_until?: string | undefined; refunds: Readonly<Record<string, RefundPolicy>> }
}

/** Returns the moment at which a calendar day begins in a zone, `later` days after the given day. */
export const dayStart = (day: string, zone: string, later = 0): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(zone).epochMilliseconds)

export const policyOf = ({ settings }: Pick<Race, 'settings'>, eventid: number): RefundPolicy | undefined =>
  settings.refunds[String(eventid)] ?? settings.refunds['0']

const earlier = (a: Date, b: Date | null): Date => (b && b < a ? b : a)

/**
 * Returns the tiers of an event as spans of time, up to the deadline of the rules or the race's start. A race without
 * rules, but with `refund_until`, gives everything back until then. Returns no tier if runners may not leave by
 * themselves.
 */
export const tierSpans = (race: Race, eventid: number): TierSpan[] => {
  const { zone, time, settings } = race
  const policy = policyOf(race, eventid)
  if (!policy)
    return settings.refund_until
      ? [{ from: null, until: earlier(new Date(settings.refund_until), time), percent: 0, fixed: 0 }]
      : []
  if (!policy.exit) return []
  const last = earlier(time, policy.deadline === null ? null : new Date(policy.deadline))
  return policy.tiers
    .map(({ from, until, percent, fixed }) => ({
      from: from === null ? null : dayStart(from, zone),
      until: earlier(dayStart(until, zone, 1), last),
      percent,
      fixed,
    }))
    .filter(({ from, until }) => from === null || from < until)
}

export const isIn = ({ from, until }: Span, now: Date): boolean => (from === null || from <= now) && now < until
