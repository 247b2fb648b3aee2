import { readRace } from '#features/races/service.ts'
import { saveKeptRoute } from '#features/tracking/share/share.store.ts'
import { type RoutePoint, routeLength } from '#features/tracking/share/route.rules.ts'
import { SHARE_CONSENT_VERSION } from '#features/tracking/share/share.words.ts'
import { openTrack, stopTrack } from '#features/tracking/tracks/tracks.service.ts'
import { changeTrack, nextVersion } from '#features/tracking/tracks/tracks.store.ts'
import type { Parts } from '#seam/server/handle.ts'

const RACE = 226
/**
 * Returns an invented route of some 42 km that ends at its start. It has a position every 20 seconds for four hours.
 */
const routeFrom = (start: number): RoutePoint[] =>
  Array.from({ length: 720 }, (_, n): RoutePoint => {
    const angle = (n / 719) * 2 * Math.PI
    const lat = 27.99 + Math.sin(angle) * 0.052 + Math.sin(angle * 5) * 0.002
    const lon = 120.69 + Math.cos(angle) * 0.071 + Math.cos(angle * 4) * 0.002
    return [start + n * 20_000, Number(lat.toFixed(6)), Number(lon.toFixed(6)), 8 + Math.round(4 * Math.sin(angle * 3))]
  })

/** Writes the kept route of one finisher of the road race. The positions of this run are already erased. */
export const seedSharedRun = async ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> => {
  const race = await readRace(db, RACE, now)
  const entry = await db
    .selectFrom('registrations')
    .select(['id', 'uid', 'eventid'])
    .where('raceid', '=', RACE)
    .where('bib', '=', '12017')
    .executeTakeFirst()
  if (!race || !entry) return
  const { id: registrationid, uid, eventid } = entry
  const points = routeFrom(race.time.getTime())
  const [begun, ended] = [race.time, new Date(points.at(-1)![0])]
  await db.transaction().execute(async (tx) => {
    const { track } = await openTrack(
      tx,
      RACE,
      {
        kind: 'runner',
        source: 'share',
        visibility: 'link',
        eventid,
        bib: '12017',
        uid,
        registrationid,
        consent_at: begun,
        consent_version: SHARE_CONSENT_VERSION,
      },
      begun,
    )
    await stopTrack(tx, RACE, track.id, 'finish', ended)
    const erased = { version: await nextVersion(tx, RACE), started_at: begun, contact_at: ended, erased_at: now }
    await changeTrack(tx, RACE, track.id, erased)
    const route = { metres: routeLength(points), started_at: begun, stopped_at: ended, points }
    await saveKeptRoute(tx, { raceid: RACE, id: track.id, uid, registrationid }, route, now)
  })
}
