import { type Db, type Tx, named } from '#db/db.ts'

export type DeferralRow = { raceid: number; registrationid: number; to_raceid: number; inviteid: number }

export const insertDeferral = async (tx: Tx, row: DeferralRow, now: Date): Promise<void> => {
  await tx
    .insertInto('deferrals')
    .values({ ...row, created_at: now })
    .execute()
}

export const findDeferral = async (
  db: Db | Tx,
  raceid: number,
  registrationid: number,
): Promise<DeferralRow | undefined> =>
  (
    await named<DeferralRow>(
      db,
      'find deferral',
      'select raceid, registrationid, to_raceid, inviteid from deferrals where raceid = $1 and registrationid = $2',
      [raceid, registrationid],
    )
  )[0]

export const removeDeferral = async (
  tx: Tx,
  raceid: number,
  registrationid: number,
): Promise<DeferralRow | undefined> =>
  tx
    .deleteFrom('deferrals')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .returning(['raceid', 'registrationid', 'to_raceid', 'inviteid'])
    .executeTakeFirst()
