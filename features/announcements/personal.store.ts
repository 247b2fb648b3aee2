import { type Db, type Tx, named } from '#db/db.ts'
import type { Text } from '#contract/words.ts'

/** Lists the announcements that a registration got, for the copy of its data. */
export const listGot = (db: Db, raceid: number, registrationid: number): Promise<{ title: Text; at: Date | null }[]> =>
  named<{ title: Text; at: Date | null }>(
    db,
    'announcements: of registration',
    `select a.title, r.at from announcement_rows r
     join announcements a on a.raceid = r.raceid and a.id = r.announcementid
     where r.raceid = $1 and r.registrationid = $2 and r.outcome = 'sent' order by a.id`,
    [raceid, registrationid],
  )
export const removeReadersOf = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await tx
    .deleteFrom('announcement_rows')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .execute()
}
