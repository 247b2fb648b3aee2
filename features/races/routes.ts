import { nameIn } from '#contract/words.ts'
import { logChange } from '#features/staff/actions.ts'
import { answer } from '#server/answer.ts'
import { readRace, saveRace } from './actions.ts'
import cities from './cityCodes.json' with { type: 'json' }
import { cityCodes, consoleRacesList, consoleRacesSave, raceShow } from './contract.ts'
import { isPublished, placeIn, raceIn, skinsOf } from './rules.ts'
import { findRace, listRaces } from './store.ts'

export const routes = [
  answer(raceShow, async ({ input, db, now, lang, refuse }) => {
    const row = await readRace(db, input.raceid, now)
    return row && isPublished(row, now) ? raceIn(lang, row) : refuse('race_not_found')
  }),

  answer(cityCodes, async () => cities),

  answer(consoleRacesList, async ({ db, who, now, lang }) => {
    const everywhere = who.roles.some(({ raceid }) => raceid === null)
    const rows = await listRaces(db, everywhere ? 'all' : who.roles.flatMap(({ raceid }) => (raceid === null ? [] : [raceid])))
    return { items: rows.map((row) => ({ ...row, ...placeIn(lang, row), name: nameIn(lang, row.name, row.names), published: isPublished(row, now), skins: skinsOf(row) })) }
  }),

  answer(consoleRacesSave, async ({ input, db, now, who, lang, refuse, save }) => {
    const { raceid, ...change } = input
    const before = (await findRace(db, raceid)) ?? refuse('race_not_found')
    return save(async (tx) => {
      const after = await saveRace(tx, { ...before, ...change }, now)
      await logChange(tx, { who, now, raceid, what: 'race changed', target: `race ${raceid}`, before, after })
      return raceIn(lang, after)
    })
  }),
]
