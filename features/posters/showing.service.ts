import { longDayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished, placeIn, settingsOf, skinsOf } from '#features/races/rules.ts'
import type { PosterTextName } from './design.contract.ts'
import { posterTextsOf } from './rules.ts'

export type ShownRace = NonNullable<Awaited<ReturnType<typeof readRace>>>

/** Finds a race that runners may see. */
export const shownRace = async (db: Db, raceid: number, now: Date): Promise<ShownRace | undefined> => {
  const race = await readRace(db, raceid, now)
  return race && isPublished(race, now) ? race : undefined
}

/** Returns a race as a poster's screen shows it. */
export const raceOfPoster = (lang: Lang, race: ShownRace) => ({
  id: race.id,
  name: nameIn(lang, race.name, race.names),
  ...placeIn(lang, { city: race.city, names: race.names }),
  header: race.header,
  time: race.time,
  zone: race.zone,
  skins: skinsOf(race),
  albumid: race.albumid,
  settings: settingsOf(race),
})

export const dayOf = (race: Pick<ShownRace, 'time' | 'zone'>, lang: Lang): string =>
  longDayIn(lang, race.zone, race.time)

/** Returns the values of a race's posters for a runner. The values of the race itself are not among them. */
export const posterValuesOf = (
  lang: Lang,
  race: ShownRace,
  known: Partial<Record<PosterTextName, string | null>>,
): Record<string, string> =>
  posterTextsOf({ race: nameIn(lang, race.name, race.names), date: dayOf(race, lang), ...known })
