import type { slotReasons } from './contract.ts'

export type WhyNot = (typeof slotReasons)[number]
export type SlotFacts = { eventid: number; starts_at: Date; places: number; taken: number }

/**
 * Returns the reason why a registration cannot take a slot, or undefined if it can. `eventid` null means any event. The
 * check for `slot_elsewhere` comes first, because this reason lasts, also after the slot has places again.
 */
export const whyNoSlot = (slot: SlotFacts, eventid: number | null, now: Date): WhyNot | undefined => {
  if (slot.eventid !== 0 && eventid !== null && slot.eventid !== eventid) return 'slot_elsewhere'
  if (slot.starts_at <= now) return 'slot_past'
  return slot.taken >= slot.places ? 'slot_full' : undefined
}

/** The largest number of slots that one call makes. */
export const MOST_SLOTS = 300
/**
 * Lists the starts and ends of the slots from `from` until `until`, each with the given number of minutes. The function
 * leaves out a rest that is shorter than a slot. If the span holds more slots than one call may make, the function
 * returns one slot more than that limit, so that a distant `until` costs nothing.
 */
export const slotsBetween = (from: Date, until: Date, minutes: number): { starts_at: Date; ends_at: Date }[] => {
  const length = minutes * 60_000
  const count = Math.min(MOST_SLOTS + 1, Math.max(0, Math.floor((until.getTime() - from.getTime()) / length)))
  return Array.from({ length: count }, (_, at) => ({
    starts_at: new Date(from.getTime() + at * length),
    ends_at: new Date(from.getTime() + (at + 1) * length),
  }))
}

/**
 * Groups slots by day, with the free places that runners of the event can book on each day. The day of a slot is the
 * calendar day in the race's time zone.
 */
export const slotDaysOf = (
  slots: readonly (SlotFacts & { day: string })[],
  eventid: number | null,
  now: Date,
): { day: string; slots: number; left: number }[] => {
  const days = new Map<string, { slots: number; left: number }>()
  for (const slot of slots) {
    const day = days.get(slot.day) ?? { slots: 0, left: 0 }
    day.slots++
    if (whyNoSlot(slot, eventid, now) === undefined) day.left += slot.places - slot.taken
    days.set(slot.day, day)
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, counts]) => ({ day, ...counts }))
}
