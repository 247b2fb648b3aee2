import { readPublishedRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleRoutes } from './console.routes.ts'
import { eventShow, raceEvents } from './contract.ts'
import { eventIn, leftIn } from './rules.ts'
import { findEvent, listCounters, listEvents } from './store.ts'

export const routes = [
  handle(raceEvents, async ({ input, db, now, lang, refuse }) => {
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [events, counters] = await Promise.all([listEvents(db, race.id), listCounters(db, race.id)])
    return events.map((event) =>
      eventIn(lang, event, race, settingsOf(race).pay_minutes, now, leftIn(counters, event.id)),
    )
  }),

  handle(eventShow, async ({ input, db, now, lang, refuse }) => {
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [event, counters] = await Promise.all([findEvent(db, race.id, input.id), listCounters(db, race.id)])
    return event
      ? eventIn(lang, event, race, settingsOf(race).pay_minutes, now, leftIn(counters, event.id))
      : refuse('event_not_found')
  }),

  ...consoleRoutes,
]
