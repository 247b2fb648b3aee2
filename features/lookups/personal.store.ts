import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/**
 * Nobody is found in the list of a game by this number any more; where the result loses its name, the list does.
 * `erased_at` keeps a list that is brought again from giving it back.
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
