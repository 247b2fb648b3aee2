import { lockAll } from '#db/locks.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { eventIn } from '#features/events/rules.ts'
import { eventsOf, lockEvent, readEvent } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleFormsPreview, consoleFormsSave, consoleFormsShow } from './contract.ts'
import { formWrong } from './forms.rules.ts'
import { formEdited, knownFields } from './service.ts'
import { saveForm } from './saving.service.ts'

export const routes = [
  handle(
    consoleFormsShow,
    async ({ input, db, lang, refuse }) =>
      (await formEdited(db, input.raceid, input.eventid, lang)) ?? refuse('event_not_found'),
  ),

  handle(consoleFormsPreview, async ({ input, db, now, lang, refuse }) => {
    const race = (await readRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const event = (await readEvent(db, input.raceid, input.eventid, now, true)) ?? refuse('event_not_found')
    return eventIn(lang, event, race, settingsOf(race).pay_minutes, now)
  }),

  handle(consoleFormsSave, async ({ input, db, seal, now, who, lang, refuse, refuseField, save }) => {
    const { raceid, eventid, form, reasons } = input
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      await lockAll(tx, [{ kind: 'events', raceid, id: 0 }])
      const ids = (await eventsOf(tx, raceid)).map(({ id }) => id).sort((a, b) => a - b)
      for (const id of ids) await lockEvent(tx, raceid, id)
      const events = await eventsOf(tx, raceid)
      const before = events.find(({ id }) => id === eventid) ?? refuse('event_not_found')
      if (before.updated_at.toISOString() !== input.updated_at) return refuse('event_changed_meanwhile')
      const known = await knownFields(tx, raceid, form)
      const wrong = formWrong(form, known.facts, reasons)
      if (wrong) return refuseField(wrong.at, wrong.message, wrong.values)
      await saveForm({ tx, seal, now, who }, { ...input, before, events, known })
      return (await formEdited(tx, raceid, eventid, lang))!
    })
  }),
]
