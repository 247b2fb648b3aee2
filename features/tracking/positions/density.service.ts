import type { Db } from '#db/db.ts'
import { hereOf } from '../field/expected.rules.ts'
import { predictableOf } from '../field/expected.service.ts'
import { lastAt } from '../field/field.rules.ts'
import type { RaceRunners } from '../field/field.service.ts'
import { dotKey } from './dots.rules.ts'
import type { LiveTrack } from './live.service.ts'
import { densityOf } from './spectators.rules.ts'

type Ground = { length: number | null; carriers: ReadonlyMap<string, LiveTrack> }
/**
 * Counts the runners of an event along its course. A public device tells the place of its runner. Mats tell the places
 * of all other runners.
 */
export const densityFor = async (
  db: Db,
  field: RaceRunners,
  eventid: number,
  { length, carriers }: Ground,
): Promise<number[]> => {
  const of = length === null ? undefined : await predictableOf(db, field, eventid)
  if (!of) return []
  const { points } = field.timed.get(eventid)!
  const runners = field.runners.get(eventid) ?? []
  // If the start has a mat, a runner without any read has perhaps not come to the race at all.
  const startIsRead = points[0]?.kind === 'start' && runners.some(({ times }) => typeof times[0] === 'number')
  const metres = runners.flatMap((runner) => {
    if (runner.outcome !== 'running') return []
    const along = carriers.get(dotKey(runner))?.position?.along ?? null
    if (along !== null) return [along]
    if (startIsRead && lastAt(runner) < 0) return []
    const here = hereOf(of, points, runner, field.now)
    return here ? [here.metres] : []
  })
  return densityOf(metres, length!)
}
