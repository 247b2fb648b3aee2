import { longDayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { RaceRow } from '#features/races/service.ts'
import { placeIn, settingsOf, skinsOf } from '#features/races/rules.ts'
import type { PosterTextName } from './design.contract.ts'
import { posterTextsOf } from './rules.ts'

export const raceOfPoster = (lang: Lang, race: RaceRow) => ({
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

export const dayOf = (race: Pick<RaceRow, 'time' | 'zone'>, lang: Lang): string => longDayIn(lang, race.zone, race.time)

/**
 * Returns a value for every text of a race's posters: the given values of a runner, and the name and the day of the
 * race.
 */
export const posterValuesOf = (
  lang: Lang,
  race: RaceRow,
  known: Partial<Record<PosterTextName, string | null>>,
): Record<string, string> =>
  posterTextsOf({ race: nameIn(lang, race.name, race.names), date: dayOf(race, lang), ...known })
