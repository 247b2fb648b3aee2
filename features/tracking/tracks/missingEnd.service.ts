import type { Db } from '#db/db.ts'
import { fieldOf, runnerWith } from '../field/field.service.ts'
import { linePlaceAt } from '../matching/line.rules.ts'
import { linesOf } from '../positions/lines.service.ts'
import { caughtUp } from '../positions/live.service.ts'
import { missingEndOf } from './missingEnd.rules.ts'

/**
 * Lists runners who ended their race at the finish although their fixes leave out the last part of the course. A runner
 * who dropped out is not among them.
 */
export const missingEnds = async (db: Db, raceid: number, now: Date) => {
  const [field, lines] = await Promise.all([fieldOf(db, raceid, now), linesOf(db, raceid, now)])
  const { tracks } = await caughtUp(db, raceid, lines)
  return [...tracks.values()].flatMap(({ row, position, reach }) => {
    const line = lines.get(row.eventid ?? -1)?.line
    if (!line || row.kind !== 'runner' || row.erased_at !== null || !position) return []
    const runner = field && row.bib !== null ? runnerWith(field, row.bib, row.eventid!) : undefined
    const outcome = runner?.outcome ?? 'running'
    const hasEnded = outcome === 'finished' || (outcome === 'running' && row.stopped_at !== null)
    const finish = linePlaceAt(line, line.metres)
    const part = hasEnded ? missingEndOf(position, reach.farthest, { metres: line.metres, finish }) : undefined
    if (!part) return []
    const { id: track, bib, name, eventid } = row
    return [{ track, bib, name, eventid, at: new Date(position.at), ...part }]
  })
}
