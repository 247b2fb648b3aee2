import { nameIn } from '#contract/words.ts'
import { rowFrom } from '#features/events/drafts.rules.ts'
import { eventsOf, saveEvent } from '#features/events/service.ts'
import { isPublished } from '#features/races/rules.ts'
import { archiveRace, createRace, lockRace, raceNow, saveRace } from '#features/races/service.ts'
import { refusals as raceRefusals } from '#features/races/words.ts'
import { zoneIn } from '#features/races/zone.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleRacesArchive,
  consoleRacesCopyOffer,
  consoleRacesCreateCopy,
  consoleRacesCreateTemplate,
  consoleRacesRemove,
} from './contract.ts'
import { nextEdition } from './copying.rules.ts'
import { copyRace, removeEmptyRace } from './service.ts'
import { raceFrom } from './templates.rules.ts'

export const routes = [
  handle(consoleRacesCreateTemplate, async ({ input, now, who, say, refuse, save }) => {
    const { number, name, names, template, signup_from } = input
    const time = new Date(input.time)
    const zone =
      zoneIn(input.zone) ?? refuse('zone_unknown', { fields: { zone: say(raceRefusals.zone_unknown.message) } })
    if (time <= now) return refuse('race_day_past')
    const { events, ...set } = raceFrom(template, { time, zone, signup_from }, now)
    return save(async (tx) => {
      const made = await createRace(tx, { id: number, name, names, kind: set.kind, zone, time }, now)
      if (!made) return refuse('race_number_taken', { number })
      await saveRace(tx, { ...made, ...set }, now)
      for (const [at, draft] of events.entries())
        await saveEvent(tx, { ...rowFrom(draft, {}), raceid: number, id: at + 1, created_at: now }, now)
      await logChange(tx, {
        who,
        now,
        raceid: number,
        what: 'race created',
        target: `race ${number}`,
        after: { name, names, zone, time, template },
      })
      return { id: number }
    })
  }),

  handle(consoleRacesCopyOffer, async ({ input: { from }, db, now, lang, may, refuse }) => {
    const race = (await raceNow(db, from)) ?? refuse('race_to_copy_gone')
    const { en, 'zh-tw': tw } = (race.names ?? {}) as { en?: unknown; 'zh-tw'?: unknown }
    return {
      events: (await eventsOf(db, from)).map((event) => ({
        id: event.id,
        name: nameIn(lang, event.name, event.names),
      })),
      time: nextEdition(race, now).toISOString(),
      zone: race.zone,
      name: race.name,
      names: {
        ...(typeof en === 'string' ? { en } : {}),
        ...(typeof tw === 'string' ? { 'zh-tw': tw } : {}),
      },
      may_staff: may('staff.manage', null),
    }
  }),

  handle(consoleRacesCreateCopy, async ({ input, integrations, now, who, say, may, refuse, save }) => {
    const { number, name, names, from, parts } = input
    const zone =
      zoneIn(input.zone) ?? refuse('zone_unknown', { fields: { zone: say(raceRefusals.zone_unknown.message) } })
    if (parts.includes('staff') && !may('staff.manage', null)) return refuse('staff_not_yours')
    return save(async (tx) => {
      const source = (await raceNow(tx, from)) ?? refuse('race_to_copy_gone')
      const events = input.events ?? (await eventsOf(tx, from)).map(({ id }) => id)
      const race = { id: number, name, names, zone, time: new Date(input.time) }
      const made = await copyRace({ integrations }, tx, source, race, { parts, events }, now)
      if (!made) return refuse('race_number_taken', { number })
      await logChange(tx, {
        who,
        now,
        raceid: number,
        what: 'race copied',
        target: `race ${number}`,
        after: { name, names, zone, time: race.time, from, parts, events },
      })
      return { id: number }
    })
  }),

  handle(consoleRacesArchive, async ({ input: { raceid, archived }, now, who, refuse, save }) =>
    save(async (tx) => {
      const race = (await lockRace(tx, raceid)) ?? refuse('race_not_found')
      if (archived && isPublished(race, now) && race.time > now) return refuse('race_not_over')
      if ((race.archived_at !== null) === archived) return { archived }
      await archiveRace(tx, raceid, archived ? now : null, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: archived ? 'race archived' : 'race restored',
        target: `race ${raceid}`,
      })
      return { archived }
    }),
  ),

  handle(consoleRacesRemove, async ({ input: { number }, integrations, now, who, refuse, save }) => {
    let bytes: string[] = []
    const removed = await save(async (tx) => {
      const race = (await lockRace(tx, number)) ?? refuse('race_not_found')
      bytes = (await removeEmptyRace(tx, number)) ?? refuse('race_not_empty')
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'race deleted',
        target: `race ${number}`,
        before: { name: race.name, names: race.names, time: race.time },
      })
      return { id: number }
    })
    for (const name of bytes) await integrations.files.remove(name)
    return removed
  }),
]
