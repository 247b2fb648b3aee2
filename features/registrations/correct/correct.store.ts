import { type Tx, named } from '#db/db.ts'

export type CorrectionRow = {
  id: number
  registrationid: number
  fields: string[]
  before: Buffer
  after: Buffer
  undone_at: Date | null
}
/** Keeps a correction with its old and new values, sealed, so that staff can undo it. Returns its id. */
export const insertCorrection = async (
  tx: Tx,
  row: {
    raceid: number
    registrationid: number
    staffid: number | null
    reason: string
    fields: readonly string[]
    before: Buffer
    after: Buffer
    now: Date
  },
): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'registration corrections: insert',
      `insert into registration_corrections (raceid, registrationid, staffid, reason, fields, before, after, created_at)
        values ($1, $2, $3, $4, $5::text[], $6, $7, $8)
        returning id`,
      [row.raceid, row.registrationid, row.staffid, row.reason, row.fields, row.before, row.after, row.now],
    )
  )[0]!.id

export const findCorrection = async (tx: Tx, raceid: number, id: number): Promise<CorrectionRow | undefined> =>
  (
    await named<CorrectionRow>(
      tx,
      'registration corrections: one',
      `select id, registrationid, fields, before, after, undone_at
        from registration_corrections
        where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]

export const markUndone = async (
  tx: Tx,
  raceid: number,
  id: number,
  staffid: number | null,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'registration corrections: undone',
    'update registration_corrections set undone_at = $3, undone_by = $4 where raceid = $1 and id = $2',
    [raceid, id, now, staffid],
  )
}
