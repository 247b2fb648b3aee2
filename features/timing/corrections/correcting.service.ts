import type { Tx } from '#db/db.ts'
import { correctResult } from '#features/results/ranking/derived.service.ts'
import type { ResultChange } from '#features/results/corrections/corrections.rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { deriveIn, holdTiming } from '../derive/derive.service.ts'

type Correcting = {
  raceid: number
  eventid: number
  /** The printed bib. */
  bib: string
  change: ResultChange
  reason: string
  who: Who
  now: Date
}
/** Corrects one result of a timed or imported event, and ranks the event again. The log keeps the correction. */
export const correctOne = async (
  tx: Tx,
  { raceid, eventid, bib, change, reason, who, now }: Correcting,
): Promise<{ id: number } | 'event_not_found' | 'result_not_found' | 'point_unknown'> => {
  const ranking = (await holdTiming(tx, raceid)).get(eventid)
  if (!ranking) return 'event_not_found'
  const done = await correctResult(tx, { raceid, eventid, ranking }, bib, change, {
    reason,
    staffid: who.staffid,
    now,
  })
  if (typeof done === 'string') return done
  if (done.timed) await deriveIn(tx, raceid, { bibs: done.bibs }, now)
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'result corrected',
    target: `result ${bib}`,
    after: { eventid, ...change, reason },
  })
  return { id: done.id }
}
