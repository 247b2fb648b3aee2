import type { Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { lockNumbered, writeOneBib } from '#features/registrations/public.store.ts'
import type { Who } from '#seam/server/handle.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import { type PresentBib, logBibs, presentBib } from './bibLog.service.ts'
import { nextFree, printed } from './rules.ts'
import { isTaken, takenBibs } from './store.ts'
import { isKeptForAnother } from './vip/vip.rules.ts'
import { findVips } from './vip/vip.store.ts'

/** Locks the bibs of a race, so that only one caller at a time gives bibs. */
export const holdBibs = (tx: Tx, raceid: number): Promise<void> => lockAll(tx, [{ kind: 'bibs', raceid, id: 0 }])

type Wanted = {
  raceid: number
  id: number
  prefix: string
  /** The wanted bib. Without a wanted bib the registration gets the next free bib of the span. */
  bib?: string | undefined
  from?: number | undefined
  to?: number | undefined
  clear?: boolean
}
type Given =
  | { after: PresentBib; before: PresentBib }
  | { refused: 'registration_not_found' | 'bib_not_due' | 'bibs_too_few' }
  | { taken: string }
  | { keptFor: string; bib: string }

/**
 * Gives a bib to one registration, or takes it away. If `kept` returns true for the present bib, the call changes
 * nothing.
 */
export const changeBib = async (
  tx: Tx,
  { raceid, id, prefix, bib, from, to, clear = false }: Wanted,
  { who, now }: { who: Who; now: Date },
  kept?: (before: PresentBib) => boolean,
): Promise<Given | { kept: PresentBib }> => {
  await holdBibs(tx, raceid)
  const before = await lockNumbered(tx, raceid, id)
  if (!before) return { refused: 'registration_not_found' }
  const held = { bib: before.bib, prefix_bib: before.prefix_bib }
  if (kept?.(held)) return { kept: held }
  if (!clear && !before.due) return { refused: 'bib_not_due' }
  if (bib !== undefined && !clear) {
    const newBib = printed({ prefix, bib })
    if (await isTaken(tx, raceid, newBib, id)) return { taken: newBib }
    const [vip] = await findVips(tx, raceid, [newBib])
    if (vip && isKeptForAnother(vip, before)) return { keptFor: vip.name, bib: newBib }
  }
  const next = clear
    ? { prefix: '', bib: null }
    : bib !== undefined
      ? { prefix, bib }
      : nextFree({ prefix, from: from ?? 1, to: to ?? 9_999_999, width: 1 }, await takenBibs(tx, raceid))
  if (!next) return { refused: 'bibs_too_few' }
  await writeOneBib(tx, raceid, id, next.bib, next.prefix, now)
  await noteRegistrations(tx, raceid, 'registration.bib_assigned', [id], now)
  const after = presentBib(next)
  await logBibs(tx, { raceid, who, now }, [{ id, before: held, after }])
  return { after, before: held }
}
