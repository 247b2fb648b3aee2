import type { Tx } from '#db/db.ts'
import { logChanges } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'

/** A registration's bib as its row and the log hold it. */
export type PresentBib = { bib: string | null; prefix_bib: string | null }
/** Converts a bib to the form of its row and of the log, in which a missing prefix is null. */
export const presentBib = ({ prefix, bib }: { prefix: string; bib: string | null }): PresentBib => ({
  bib,
  prefix_bib: prefix === '' ? null : prefix,
})

export const logBibs = (
  tx: Tx,
  { raceid, who, now }: { raceid: number; who: Who | undefined; now: Date },
  changes: readonly { id: number; before: PresentBib; after: PresentBib }[],
): Promise<void> =>
  logChanges(
    tx,
    changes.map(({ id, before, after }) => ({
      who,
      now,
      raceid,
      what: 'bib changed',
      target: `registration ${id}`,
      before,
      after,
    })),
  )
