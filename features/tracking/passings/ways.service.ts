/** The ways of runners by their devices, for a replay. */
import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { isSeenByMat } from '../field/byDevice.rules.ts'
import { type FieldWithDevices, gunOfFieldRunner } from '../field/byDevice.service.ts'
import type { FieldRunner } from '../field/field.rules.ts'
import { isShownTrack } from '../positions/picture.service.ts'
import { type DevicePlaceAt, secondsBetween, wayFrom } from './ways.rules.ts'
import { placesOfTracks } from './ways.store.ts'

/** The places of the latest sets of tracks. This process keeps each set for ten seconds. */
const places = cacheOf<string, Map<number, DevicePlaceAt[]>>({ ms: 10_000, most: 100 })

/** Finds the tracks of these runners that everybody may see, by runner. */
const tracksOf = ({ live, field }: FieldWithDevices, runners: readonly FieldRunner[]): Map<FieldRunner, number[]> => {
  const wanted = new Map(runners.map((runner) => [`${runner.eventid}/${runner.bib}`, runner]))
  const found = new Map<FieldRunner, number[]>()
  for (const track of live.tracks.values()) {
    const { id, kind, eventid, bib } = track.row
    const runner = kind === 'runner' && isShownTrack(track, field.now) ? wanted.get(`${eventid}/${bib}`) : undefined
    if (runner) found.set(runner, [...(found.get(runner) ?? []), id])
  }
  return found
}

/** Returns the ways of the runners whom no mat after the start line has seen, by their public devices. */
export const waysByDevice = async (db: Db, of: FieldWithDevices, runners: readonly FieldRunner[]) => {
  const tracks = tracksOf(
    of,
    runners.filter((runner) => !isSeenByMat(runner)),
  )
  if (tracks.size === 0) return []
  const { race, now } = of.field
  const starts = [...tracks.keys()].flatMap((runner) => gunOfFieldRunner(of, runner) ?? [])
  const seconds = secondsBetween((now.getTime() - Math.min(now.getTime(), ...starts)) / 1000)
  const ids = [...tracks.values()].flat().sort((a, b) => a - b)
  const known = await places.read(db, `${race.id} ${ids.join()}`, { now }, async () => {
    const byTrack = new Map<number, DevicePlaceAt[]>()
    for (const { trackid, at, along } of await placesOfTracks(db, race.id, ids, seconds)) {
      const list = byTrack.get(trackid)
      if (list) list.push({ at: at.getTime(), along })
      else byTrack.set(trackid, [{ at: at.getTime(), along }])
    }
    return byTrack
  })
  return [...tracks].flatMap(([runner, own]) => {
    const all = own.flatMap((id) => known.get(id) ?? []).sort((a, b) => a.at - b.at)
    const finish = of.lines.get(runner.eventid)?.line.metres ?? null
    const points = wayFrom(all, gunOfFieldRunner(of, runner), finish)
    return points.length === 0 ? [] : [{ bib: runner.bib, name: runner.name, eventid: runner.eventid, points }]
  })
}
