import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/**
 * Unlinks the runner of a game from this number, so that nobody finds them by it. Where the result loses its name, so
 * does the list. `erased_at` keeps a newly uploaded list from restoring the name.
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
