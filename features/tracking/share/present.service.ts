import type { Lang } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { readRace } from '#features/races/service.ts'
import { KEPT_HOURS, keptUntil } from '../jobs.rules.ts'
import { routeLength } from './route.rules.ts'
import { routeOf } from './share.service.ts'
import { type CheerRow, type ShareRow, lastFix } from './share.store.ts'

/** The cache for the lengths of runs. Many spectators may request the same run. */
const lengths = cacheOf<string, { metres: number; fixes: number }>({ most: 5000, ms: 3000 })
const lengthFor = (db: Db, run: ShareRow, now: Date) =>
  lengths.read(db, `${run.raceid} ${run.id} ${run.erased_at?.getTime() ?? 0} ${run.kept}`, { now }, async () => {
    const points = await routeOf(db, run)
    return { metres: routeLength(points), fixes: points.length }
  })

export const presentRun = async ({ db, lang, now }: { db: Db; lang: Lang; now: Date }, run: ShareRow) => {
  const [race, events, last, length] = await Promise.all([
    readRace(db, run.raceid, now),
    eventsOf(db, run.raceid),
    lastFix(db, run.raceid, run.id),
    lengthFor(db, run, now),
  ])
  const event = events.find(({ id }) => id === run.eventid)
  const { uid: _, registrationid: __, removed_at: ___, erased_at: ____, ...shown } = run
  return {
    ...shown,
    race: race ? nameIn(lang, race.name, race.names) : '',
    event: event ? nameIn(lang, event.name, event.names) : '',
    colour: event?.colour ?? '',
    zone: race?.zone ?? 'Asia/Shanghai',
    kept_until: keptUntil(run, Math.min(KEPT_HOURS, race ? settingsOf(race).live_keep_hours : KEPT_HOURS)),
    erased: run.erased_at !== null,
    last: last ? { ...last, lat: last.lat / 1e6, lon: last.lon / 1e6 } : null,
    ...length,
  }
}
export const presentCheer = ({ id, text, sender, created_at }: CheerRow) => ({ id, text, from: sender, at: created_at })
