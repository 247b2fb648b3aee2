import type { whyNots } from './contract.ts'

export type WhyNot = (typeof whyNots)[number]
export type SlotFacts = { eventid: number; starts_at: Date; places: number; taken: number }

/**
 * The reason why a registration of an event (null: of any event) cannot take a slot; undefined where it can.
 * `slot_elsewhere` comes first, because nothing changes it.
 */
export const whyNoSlot = (slot: SlotFacts, eventid: number | null, now: Date): WhyNot | undefined => {
  if (slot.eventid !== 0 && eventid !== null && slot.eventid !== eventid) return 'slot_elsewhere'
  if (slot.starts_at <= now) return 'slot_past'
  return slot.taken >= slot.places ? 'slot_full' : undefined
}

/** Slots made in one go. */
export const MOST_SLOTS = 300
/**
 * The starts and ends of the slots from `from` until `until`, each with the given number of minutes. A rest shorter
 * than a slot is left out. Where the span holds more slots than a race may have, it returns one more than that number,
 * however far `until` is.
 */
export const slotsBetween = (from: Date, until: Date, minutes: number): { starts_at: Date; ends_at: Date }[] => {
  const length = minutes * 60_000
  const count = Math.min(MOST_SLOTS + 1, Math.max(0, Math.floor((until.getTime() - from.getTime()) / length)))
  return Array.from({ length: count }, (_, at) => ({
    starts_at: new Date(from.getTime() + at * length),
    ends_at: new Date(from.getTime() + (at + 1) * length),
  }))
}

/** Days with their slots and free places, in order; `dayOf` gives the calendar day in the race's zone. */
export const daysOf = (
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
