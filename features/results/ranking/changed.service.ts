import type { Tx } from '#db/db.ts'
import { noteEvents } from '#features/webhooks/service.ts'

type Times = { id: number; outcome: string; gun_ms: number | null; net_ms: number | null }
type After = Omit<Times, 'id'>

/**
 * Lists the results whose outcome or time changed. The result of a runner on the course changes at every point, so a
 * result that was `running` is left out.
 */
export const changedResults = (pairs: readonly (readonly [before: Times, after: After])[]): number[] =>
  pairs.flatMap(([before, after]) =>
    before.outcome !== 'running' &&
    (before.outcome !== after.outcome || before.gun_ms !== after.gun_ms || before.net_ms !== after.net_ms)
      ? [before.id]
      : [],
  )

/** Writes the messages of webhooks about changed results of a published event. */
export const noteChangedResults = (
  tx: Tx,
  { raceid, eventid }: { raceid: number; eventid: number },
  pairs: readonly (readonly [before: Times, after: After])[],
  now: Date,
): Promise<void> =>
  noteEvents(
    tx,
    raceid,
    'result.changed',
    changedResults(pairs).map((resultid) => ({ eventid, resultid })),
    now,
  )
