import { readRace } from '#features/races/actions.ts'
import { isPublished, settingsOf } from '#features/races/rules.ts'
import { answer } from '#server/answer.ts'
import { eventShow, raceEvents } from './contract.ts'
import { eventIn } from './rules.ts'
import { findEvent, listEvents } from './store.ts'

export const routes = [
  answer(raceEvents, async ({ input, db, now, lang, refuse }) => {
    const race = await readRace(db, input.raceid, now)
    if (!race || !isPublished(race, now)) return refuse('race_not_found')
    const events = await listEvents(db, race.id)
    return events.map((event) => eventIn(lang, event, race, settingsOf(race).pay_minutes, now))
  }),

  answer(eventShow, async ({ input, db, now, lang, refuse }) => {
    const race = await readRace(db, input.raceid, now)
    if (!race || !isPublished(race, now)) return refuse('race_not_found')
    const event = await findEvent(db, race.id, input.id)
    return event ? eventIn(lang, event, race, settingsOf(race).pay_minutes, now) : refuse('event_not_found')
  }),
]
