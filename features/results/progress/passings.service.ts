import type { Db } from '#db/db.ts'
import { readEvent } from '#features/events/service.ts'
import { gunOfRunner } from '../report/laterRooms.service.ts'
import { timesOf } from './progress.rules.ts'
import { findByBib } from '../import/worn.service.ts'
import { type PointPassing, pointPassings } from '../films/videos.rules.ts'

/**
 * Finds the moment at which the runner of a bib passed each point of the course. Empty if no result of the bib is
 * published.
 */
export const passingsOfBib = async (db: Db, raceid: number, bib: string, now: Date): Promise<PointPassing[]> => {
  const result = await findByBib(db, raceid, now, bib, null)
  const event = result && (await readEvent(db, raceid, result.eventid, now))
  if (!result || !event) return []
  const times = timesOf(result, result.points.length, result.split_clock)
  return pointPassings(
    { ...result, times },
    {
      labels: [...result.points.map(({ label }) => label), '终点'],
      clock: result.split_clock,
      start: (await gunOfRunner.get()(db, result)) ?? event.start_at,
    },
  )
}
