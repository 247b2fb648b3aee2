import type { Db } from '#db/db.ts'
import { type Watching, watchedWays } from '#features/tracking/positions/ways.service.ts'
import { missingEnds } from '#features/tracking/tracks/missingEnd.service.ts'
import { latestCuts } from '#features/tracking/tracks/tracks.service.ts'

/** The length of time for which the lists of race control need fixes. */
export const SPAN_MS = 15 * 60_000
const DEVICES_MOST = 5000
const CUTS_MOST = 50

/** Returns the last contact of a device: the contact in its row, or a fix that came later. Null without any contact. */
export const lastContact = ({ track, way }: Watching): Date | null => {
  const times = [track.contact_at?.getTime(), way.came].filter((one) => typeof one === 'number')
  return times.length === 0 ? null : new Date(Math.max(...times))
}

const inOrder = new Intl.Collator('en', { numeric: true })
/**
 * Lists the devices that are not stopped and have sent a place lately. Runners come last, by bib. The function also
 * lists the carriers that left out a part of the course.
 */
export const showOnMap = async (db: Db, raceid: number, now: Date) => {
  const [ways, cuts, ends] = await Promise.all([
    watchedWays(db, raceid, SPAN_MS),
    latestCuts(db, raceid, CUTS_MOST + 1),
    missingEnds(db, raceid, now),
  ])
  const devices = ways.flatMap(({ track, way }) => {
    const last = way.fixes.at(-1)
    if (!last) return []
    const { id, kind, bib, name, eventid, battery } = track
    const metres = way.fixes.findLast(({ along }) => along !== null)?.along ?? null
    return [
      {
        track: id,
        kind,
        bib,
        name,
        eventid,
        metres: metres === null ? null : Math.round(metres),
        lat: last.lat,
        lon: last.lon,
        battery,
        seen: lastContact({ track, way }),
      },
    ]
  })
  devices.sort(
    (a, b) =>
      Number(a.kind === 'runner') - Number(b.kind === 'runner') ||
      inOrder.compare(a.bib ?? a.name ?? '', b.bib ?? b.name ?? '') ||
      a.track - b.track,
  )
  const left = [...cuts, ...ends].sort((a, b) => b.at.getTime() - a.at.getTime() || a.track - b.track)
  return { devices: devices.slice(0, DEVICES_MOST), cuts: left.slice(0, CUTS_MOST), more_cuts: left.length > CUTS_MOST }
}
