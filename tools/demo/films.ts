import { readFile } from 'node:fs/promises'
import { readRace, saveRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { keepFilm } from '#features/results/films/films.service.ts'
import { gunOfBib } from '#features/timing/service.ts'
import type { Parts } from '#seam/server/handle.ts'

/**
 * The moment of the film, in milliseconds, at which the runner in pink crosses the line. The film begins so that this
 * moment is the finish of 周晓澜.
 */
const CROSSES_MS = 10_400
const SECONDS = 24
const BIB = '12017'

/**
 * Writes the film of a camera at the finish line of race 226. A program drew the film. The runner in pink stands for
 * 周晓澜, who can log in.
 */
export const seedFilms = async (parts: Parts, now: Date): Promise<void> => {
  const bytes = await readFile(new URL('./pictures/finish.webm', import.meta.url))
  const result = await parts.db
    .selectFrom('results')
    .innerJoin('events', (on) =>
      on.onRef('events.raceid', '=', 'results.raceid').onRef('events.id', '=', 'results.eventid'),
    )
    .select(['results.eventid', 'results.gun_ms', 'events.start_at'])
    .where('results.raceid', '=', 226)
    .where('results.bib', '=', BIB)
    .executeTakeFirst()
  const race = await readRace(parts.db, 226, now)
  if (!race || !result?.start_at || result.gun_ms === null) return
  const address = await keepFilm(parts, { raceid: 226, name: '终点.webm', bytes }, now)
  const gun = (await gunOfBib(parts.db, { raceid: 226, eventid: result.eventid, bib: BIB })) ?? result.start_at
  const began = new Date(gun.getTime() + Number(result.gun_ms) - CROSSES_MS).toISOString()
  const settings = settingsOf(race)
  await parts.db.transaction().execute((tx) =>
    saveRace(
      tx,
      {
        ...race,
        settings: {
          ...settings,
          videos: [
            ...settings.videos,
            { point: '终点', eventid: result.eventid, kind: 'film', address, began, seconds: SECONDS },
          ],
        },
      },
      now,
    ),
  )
}
