import { type Insertable, type Selectable, type UpdateObject, sql } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { CertificateExports, CertificatePictures, DB } from '#db/schema.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

export type CertificateExportRow = Selectable<CertificateExports>
export type PictureRow = Selectable<CertificatePictures>
type Key = { raceid: number; id: number }

export const insertExport = async (
  tx: Tx,
  row: Omit<Insertable<CertificateExports>, 'definition'> & { definition: object },
): Promise<number> =>
  (
    await tx
      .insertInto('certificate_exports')
      .values({ ...row, definition: jsonb(row.definition) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const exportsOf = (db: Db | Tx, raceid: number) =>
  db.selectFrom('certificate_exports').selectAll().where('raceid', '=', raceid).where('state', '<>', 'ending')
export const findExport = (db: Db | Tx, { raceid, id }: Key): Promise<CertificateExportRow | undefined> =>
  exportsOf(db, raceid).where('id', '=', id).executeTakeFirst()
/** Locks an export until the transaction ends, so that only one of two simultaneous runs of the job saves pictures. */
export const lockExport = (tx: Tx, { raceid, id }: Key): Promise<CertificateExportRow | undefined> =>
  exportsOf(tx, raceid).where('id', '=', id).forUpdate().executeTakeFirst()
/**
 * Selects the exports that were removed or have ended. `begun` is the moment before which a failed export without an end
 * began, if its time is over.
 */
const overExports = (db: Db | Tx, begun: Date, now: Date) =>
  db
    .selectFrom('certificate_exports')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'ending'),
        eb.and([eb('state', 'in', ['ready', 'failed']), eb('expires_at', '<=', now)]),
        eb.and([eb('state', '=', 'failed'), eb('expires_at', 'is', null), eb('began_at', '<=', begun)]),
      ]),
    )
/** Finds an export that was removed or has ended, and locks it until the transaction ends. */
export const lockEnding = (
  tx: Tx,
  { raceid, id }: Key,
  begun: Date,
  now: Date,
): Promise<CertificateExportRow | undefined> =>
  overExports(tx, begun, now)
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
/** Lists the exports of all races that were removed or have ended. */
export const listOver = (db: Db, begun: Date, now: Date): Promise<Key[]> =>
  overExports(db, begun, now).select(['raceid', 'id']).orderBy('raceid').orderBy('id').execute()
export const findUnderWay = (
  db: Db | Tx,
  raceid: number,
  eventid: number,
  certificateid: number,
): Promise<CertificateExportRow | undefined> =>
  exportsOf(db, raceid)
    .where('eventid', '=', eventid)
    .where('certificateid', '=', certificateid)
    .where('state', '=', 'drawing')
    .executeTakeFirst()
/** Finds the export that has waited longest, in all races. Only this statement and `listOver` do not name a race. */
export const findOldestDrawing = (db: Db): Promise<CertificateExportRow | undefined> =>
  db
    .selectFrom('certificate_exports')
    .selectAll()
    .where('state', '=', 'drawing')
    .orderBy('began_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const updateExport = async (
  tx: Tx,
  { raceid, id }: Key,
  change: UpdateObject<DB, 'certificate_exports'>,
): Promise<void> => {
  await tx.updateTable('certificate_exports').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}
export const keepDefinition = (definition: object) => jsonb(definition)

export type ListedExport = CertificateExportRow & { pictures: number; bytes: number }
/** Lists exports, the newest first. `before` is the last id that the caller has seen. */
export const listExports = (
  db: Db,
  raceid: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedExport[]> => {
  const query = exportsOf(db, raceid)
    .select(
      sql<number>`(select count(*)::integer from certificate_pictures p where p.raceid = certificate_exports.raceid and p.exportid = certificate_exports.id)`.as(
        'pictures',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(p.bytes), 0)::bigint from certificate_pictures p where p.raceid = certificate_exports.raceid and p.exportid = certificate_exports.id)`.as(
        'bytes',
      ),
    )
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
}

const picturesOf = (db: Db | Tx, { raceid, id }: Key) =>
  db.selectFrom('certificate_pictures').selectAll().where('raceid', '=', raceid).where('exportid', '=', id)
export const findPictures = (db: Db | Tx, key: Key, holderids: readonly number[]): Promise<PictureRow[]> =>
  holderids.length === 0 ? Promise.resolve([]) : picturesOf(db, key).where('holderid', 'in', holderids).execute()
/**
 * Lists the pictures that a round has not visited, because their runner has no right to a certificate any more or hides
 * the name.
 */
export const listUnmet = (db: Db | Tx, key: Key, round: number, limit: number): Promise<PictureRow[]> =>
  picturesOf(db, key).where('round', '<', round).orderBy('holderid').limit(limit).execute()
export const listPictures = (db: Db | Tx, key: Key, limit: number): Promise<PictureRow[]> =>
  picturesOf(db, key).orderBy('holderid').limit(limit).execute()
export const dropPictures = async (db: Db | Tx, { raceid, id }: Key, holderids: readonly number[]): Promise<void> => {
  if (holderids.length > 0)
    await db
      .deleteFrom('certificate_pictures')
      .where('raceid', '=', raceid)
      .where('exportid', '=', id)
      .where('holderid', 'in', holderids)
      .execute()
}
export const savePictures = async (tx: Tx, rows: readonly Insertable<CertificatePictures>[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('certificate_pictures')
    .values([...rows])
    .onConflict((on) =>
      on.columns(['raceid', 'exportid', 'holderid']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        digest: eb.ref('excluded.digest'),
        bytes: eb.ref('excluded.bytes'),
        crc: eb.ref('excluded.crc'),
        round: eb.ref('excluded.round'),
      })),
    )
    .execute()
}
/** Lists all exports of a race, also those that are being removed. */
export const listExportsOfRace = (
  db: Db,
  raceid: number,
): Promise<Pick<CertificateExportRow, 'id' | 'kind' | 'format'>[]> =>
  db.selectFrom('certificate_exports').select(['id', 'kind', 'format']).where('raceid', '=', raceid).execute()
export const isDrawing = async (db: Db, raceid: number): Promise<boolean> =>
  (await db
    .selectFrom('certificate_exports')
    .select('id')
    .where('raceid', '=', raceid)
    .where('state', '=', 'drawing')
    .executeTakeFirst()) !== undefined
export const removeExport = async (tx: Tx, { raceid, id }: Key): Promise<void> => {
  await tx.deleteFrom('certificate_exports').where('raceid', '=', raceid).where('id', '=', id).execute()
}

/**
 * Finds the time of the last change among the event's registrations that have or had a certificate. The function leaves
 * out a registration that has a price and was never paid.
 */
export const entriesChangedAt = async (db: Db, raceid: number, eventid: number): Promise<Date | null> =>
  (
    await db
      .selectFrom(registrationRows.as('registrations'))
      .select((eb) => eb.fn.max('updated_at').as('at'))
      .where('raceid', '=', raceid)
      .where('eventid', '=', eventid)
      .where((eb) => eb.or([eb('price', '=', 0), eb('pay_at', 'is not', null)]))
      .executeTakeFirst()
  )?.at ?? null
