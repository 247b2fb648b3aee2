import { type Db, named } from '#db/db.ts'
import { registrationRows, teamNames } from '#features/registrations/public.store.ts'

export type ShownEntry = { id: number; hide_name: boolean; hide_age: boolean; team: string | null }
/**
 * Reads the teams of registrations whose runners have a public device, and whether these runners hide their name or
 * age.
 */
export const listShownEntries = (db: Db, raceid: number, ids: readonly number[]): Promise<ShownEntry[]> =>
  named<ShownEntry>(
    db,
    'tracking: entries with a device',
    `select r.id, r.hide_name, r.hide_age, t.name as team
      from ${registrationRows.text} r
      left join ${teamNames.get().text} t on t.raceid = r.raceid and t.id = r.teamid
      where r.raceid = $1 and r.id = any($2::bigint[])`,
    [raceid, ids],
  )
