import type { Db, Tx } from '#db/db.ts'
import type { Who } from '#seam/server/handle.ts'
import type { PresentBib } from './bibLog.service.ts'
import { changeBib } from './changeBib.service.ts'
import { nextFree, printed } from './rules.ts'
import { takenBibs } from './store.ts'

type Span = { prefix: string; from: number; to: number }
const textOf = ({ bib, prefix_bib }: PresentBib): string | null =>
  bib === null ? null : printed({ prefix: prefix_bib ?? '', bib })

/**
 * Gives a registration the next free number of a span. Returns null if no number is free or the registration may not
 * have one. A registration with a number keeps it.
 */
export const giveNext = async (
  tx: Tx,
  raceid: number,
  id: number,
  span: Span,
  by: { who: Who; now: Date },
): Promise<string | null> => {
  const given = await changeBib(tx, { raceid, id, ...span }, by, ({ bib }) => bib !== null)
  if ('kept' in given) return textOf(given.kept)
  return 'after' in given ? textOf(given.after) : null
}

export const nextFreeNumber = async (db: Db, raceid: number, span: Span): Promise<string | null> => {
  const next = nextFree({ ...span, width: 1 }, await takenBibs(db, raceid))
  return next ? printed(next) : null
}
