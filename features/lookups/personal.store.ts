import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/**
 * Removes the document number from the runner of a game, so that nobody finds the runner by it. With `anonymous` the
 * runner also loses the name, the gender and `meta`, but not the event. `erased_at` keeps a later import from restoring
 * the removed values.
 */
export const eraseGameRunners = async (
  tx: Tx,
  raceid: number,
  idnum_ix: Buffer,
  anonymous: boolean,
  now: Date,
): Promise<void> => {
  const nameless = anonymous
    ? sql`, name = '', gender = null, event = coalesce(nullif(event, ''), meta ->> '项目', meta ->> '比赛项目', ''), meta = '{}'`
    : sql``
  await sql`update game_runners
    set idnum_ix = null, erased_at = ${now}, updated_at = ${now}${nameless}
    where raceid = ${raceid} and idnum_ix = ${idnum_ix}`.execute(tx)
}
