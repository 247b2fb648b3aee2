import { lockAll } from '#db/locks.ts'
import type { eventsMove } from '#features/races/publishing.service.ts'
import { daysLater } from '#features/races/zone.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { lockEventRows, moveStart } from './store.ts'

type Move = ReturnType<typeof eventsMove.get>
/**
 * Moves the starts of all events of a race by some days. The call that moves the race runs this function in its
 * transaction.
 */
export const moveEvents: Move = async (tx, { raceid, days, zone, who, now }) => {
  await lockAll(tx, [{ kind: 'events', raceid, id: 0 }])
  for (const before of await lockEventRows(tx, raceid)) {
    if (before.start_at === null) continue
    const start_at = daysLater(before.start_at, days, zone)
    const after = await moveStart(tx, raceid, before.id, start_at, now)
    await logChange(tx, { who, now, raceid, what: 'event changed', target: `event ${before.id}`, before, after })
  }
}
