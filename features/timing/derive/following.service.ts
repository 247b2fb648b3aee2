import type { Db } from '#db/db.ts'
import { deriveRace } from './derive.service.ts'

type Turn = { running: Promise<void>; again: boolean; now: Date }
const turns = new WeakMap<Db, Map<number, Turn>>()
const restMs = 300

/**
 * Derives results soon from new reads of a race: at once, or after the present derivation. Reads that come during a
 * derivation wait for the next derivation. So the server ranks the event of a crowded finish a few times a second, and
 * not once for each read.
 */
export const deriveSoon = (
  db: Db,
  raceid: number,
  now: Date,
  failed: (error: unknown) => void = () => undefined,
): void => {
  let ofDb = turns.get(db)
  if (!ofDb) turns.set(db, (ofDb = new Map()))
  const under = ofDb.get(raceid)
  if (under) {
    Object.assign(under, { again: true, now })
    return
  }
  const turn: Turn = { running: Promise.resolve(), again: true, now }
  ofDb.set(raceid, turn)
  turn.running = (async () => {
    while (turn.again) {
      turn.again = false
      const began = performance.now()
      await deriveRace(db, raceid, 'new', turn.now)
      if (turn.again) await new Promise((go) => setTimeout(go, Math.max(0, restMs - (performance.now() - began))))
    }
  })()
    // After an error the reads are still there, and a sweep derives results from them.
    .catch(failed)
    .finally(() => ofDb.delete(raceid))
}

/** Waits until no derivation is under way. */
export const derivationsSettled = async (db: Db): Promise<void> => {
  for (;;) {
    const under = [...(turns.get(db)?.values() ?? [])]
    if (under.length === 0) return
    await Promise.all(under.map(({ running }) => running))
  }
}
