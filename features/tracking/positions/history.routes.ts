import { nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { listOpenings } from '#features/staff/public.store.ts'
import { logChange } from '#features/staff/service.ts'
import { type Who, handle } from '#seam/server/handle.ts'
import type { Db } from '#db/db.ts'
import { shapesOf } from '../field/expected.service.ts'
import type { TrackRow } from '../tracks/tracks.store.ts'
import { showTrack, visibleTracks } from './history.service.ts'
import { liveGpsHistory, trackFetch } from './positions.contract.ts'

const OPENED = 'track opened'
/** The time for which one entry in the log covers calls that request newer points, in milliseconds. */
const LOOK_MS = 12 * 3_600_000
/**
 * Logs that staff look at tracks that are not public. A call with `since` causes no further entry for a track whose
 * look by the same person is already in the log.
 */
const logLook = async (
  db: Db,
  rows: readonly TrackRow[],
  { who, now, raceid, since }: { who: Who; now: Date; raceid: number; since?: number | undefined },
) => {
  const targets = rows.filter(({ visibility }) => visibility !== 'race').map(({ id }) => `track ${id}`)
  if (targets.length === 0) return
  const before = since === undefined ? [] : await listOpenings(db, raceid, targets, [OPENED])
  const logged = new Set(
    before
      .filter(({ staffid, at }) => staffid === who.staffid && now.getTime() - at.getTime() < LOOK_MS)
      .map(({ target }) => target),
  )
  await db.transaction().execute(async (tx) => {
    for (const target of targets)
      if (!logged.has(target)) await logChange(tx, { who, now, raceid, what: OPENED, target })
  })
}

export const routes = [
  handle(liveGpsHistory, async ({ input, db, now, who, may, refuse }) => {
    const { raceid, link, since } = input
    const control = may('tracking.control')
    if (!control && !(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const rows = await visibleTracks(db, raceid, input, { link, control })
    if (rows.length === 0) return refuse('track_not_found')
    if (control) await logLook(db, rows, { who, now, raceid, since })
    return { at: now, tracks: await Promise.all(rows.map((row) => showTrack(db, row, { since, control, now }))) }
  }),

  handle(trackFetch, async ({ input, db, now, lang, who, may, refuse }) => {
    const { raceid, link } = input
    const number = Number(input.id.slice(1))
    const control = may('tracking.control')
    if (!control && !(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    if (input.id.startsWith('c')) {
      const shape = (await shapesOf(db, raceid, now)).find(({ eventid }) => eventid === number)
      const event = (await eventsOf(db, raceid)).find(({ id }) => id === number)
      if (!shape || !event) return refuse('course_not_found')
      const course = { ...shape.course, eventid: number, event: nameIn(lang, event.name, event.names) }
      return { at: now, course, track: null }
    }
    const [row] = await visibleTracks(db, raceid, { track: number }, { link, control })
    if (!row) return refuse('track_not_found')
    if (control) await logLook(db, [row], { who, now, raceid })
    return { at: now, course: null, track: await showTrack(db, row, { control, now }) }
  }),
]
