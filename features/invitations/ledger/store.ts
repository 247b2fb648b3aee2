import { type Db, named } from '#db/db.ts'
import type { OpenCode } from './rules.ts'

/**
 * Lists the places that codes may still give without the public draw: one row for each event with such codes, and one
 * row for the codes for any event. If a code of a row has no limit, `left` of the row is null.
 */
export const listOpenCodes = (db: Db, raceid: number, now: Date): Promise<OpenCode[]> =>
  named<OpenCode>(
    db,
    'ledger: open codes',
    `select eventid, case when bool_or(uses is null) then null else sum(uses - used)::integer end as left
      from invitations
      where raceid = $1 and source <> 'public' and (stopped_at is null or stopped_at > $2)
        and (expires_at is null or expires_at > $2) and (uses is null or uses > used)
      group by eventid`,
    [raceid, now],
  )
