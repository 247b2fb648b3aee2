import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { type Lang, nameIn } from '#contract/words.ts'
import type { PlanNotes } from '#features/disruptions/notes.service.ts'
import { placeIn } from '#features/races/rules.ts'
import type { FinderRace } from './store.ts'
import { words } from './words.ts'

type Listed = { races: readonly FinderRace[]; notes: ReadonlyMap<number, PlanNotes> }
/**
 * Writes the coming races as a calendar to which a program subscribes. A cancelled race stays in the calendar with the
 * state cancelled, so that subscribers learn of the cancellation. The description says that a race, or some of its
 * events, was postponed, shortened or cancelled.
 */
export const calendarOfRaces = ({ races, notes }: Listed, origin: string, lang: Lang, now: Date): string => {
  const calendar = ical({
    name: words.calendar[lang],
    prodId: { company: 'Startline', product: 'races' },
    ttl: 6 * 3600,
  })
  calendar.method(ICalCalendarMethod.PUBLISH)
  const host = new URL(origin).host
  for (const race of races) {
    const { city, province, address } = placeIn(lang, race)
    const link = `${origin}/home?raceid=${race.id}`
    const changed = notes.get(race.id)
    const said = changed?.notes.map(({ text }) => text) ?? []
    const isCancelled = changed?.notes.some(({ kind, whole }) => kind === 'cancel' && whole)
    const updated = new Date(Math.max(race.updated_at.getTime(), changed?.changed_at?.getTime() ?? 0))
    calendar.createEvent({
      id: `race-${race.id}@${host}`,
      stamp: now,
      lastModified: updated,
      // A calendar program keeps the version with the highest number.
      sequence: Math.floor(updated.getTime() / 60_000) % 2_000_000_000,
      start: race.time,
      summary: nameIn(lang, race.name, race.names),
      location: [address, city, province].filter(Boolean).join(', '),
      description: { plain: [...said, link].join('\n') },
      url: link,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
