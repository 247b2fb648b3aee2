import { nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Who, handle } from '#seam/server/handle.ts'
import type { Db } from '#db/db.ts'
import { shapesOf } from '../field/expected.service.ts'
import type { TrackRow } from '../tracks/tracks.store.ts'
import { showTrack, visibleTracks } from './history.service.ts'
import { liveGpsHistory, trackFetch } from './positions.contract.ts'

/**
 * Logs that staff look at tracks that are not public. A page that only requests newer points causes no further entry.
 */
const logLook = async (
  db: Db,
  rows: readonly TrackRow[],
  { who, now, raceid }: { who: Who; now: Date; raceid: number },
) => {
  await db.transaction().execute(async (tx) => {
    for (const { id } of rows.filter(({ visibility }) => visibility !== 'race'))
      await logChange(tx, { who, now, raceid, what: 'track opened', target: `track ${id}` })
  })
}

export const routes = [
  handle(liveGpsHistory, async ({ input, db, now, who, may, refuse }) => {
    const { raceid, link, since } = input
    const control = may('tracking.control')
    if (!control && !(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const rows = await visibleTracks(db, raceid, input, { link, control })
    if (rows.length === 0) return refuse('track_not_found')
    if (control && since === undefined) await logLook(db, rows, { who, now, raceid })
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
