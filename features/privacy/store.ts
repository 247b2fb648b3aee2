import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { sessionRows } from '#db/sessions.ts'
import type { DataClass } from './rules.ts'

export const insertConsentChange = async (
  tx: Tx,
  row: {
    raceid: number
    registrationid: number
    name: string
    given: boolean
    version: string
    hash: string | null
    uid: number
    at: Date
  },
): Promise<void> => {
  await tx.insertInto('consent_changes').values(row).execute()
}
export const listConsentChanges = (db: Db, raceid: number, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('consent_changes')
        .selectAll()
        .where('registrationid', 'in', ids)
        .where('raceid', '=', raceid)
        .orderBy('id')
        .execute()

export const insertExport = async (
  tx: Tx,
  row: { token_hash: Buffer; uid: number; session: number; created_at: Date; expires_at: Date },
): Promise<void> => {
  await tx.deleteFrom('exports').where('expires_at', '<=', row.created_at).execute()
  await tx.insertInto('exports').values(row).execute()
}
/**
 * Uses up a link and returns its account. Returns undefined if the link has expired, or if the session that asked for
 * the link is over.
 */
export const takeExport = async (db: Db, token_hash: Buffer, now: Date): Promise<{ uid: number } | undefined> =>
  (
    await sql<{ uid: number }>`
      delete from exports e using ${sessionRows.sql} s
      where e.token_hash = ${token_hash} and e.expires_at > ${now} and s.id = e.session and s.uid = e.uid
        and s.expires_at > ${now}
      returning e.uid`.execute(db)
  ).rows[0]

export type ErasureRow = {
  id: number
  uid: number
  scope: 'registration' | 'person' | 'account'
  raceid: number | null
  registrationid: number | null
  person: string | null
  anonymous: boolean
  asked_at: Date
  due_at: Date
  withdrawn_at: Date | null
  done_at: Date | null
  report: unknown
}
const erasures = (on: Db | Tx) => on.selectFrom('erasures').selectAll()
const asErasures = (rows: unknown): ErasureRow[] => rows as ErasureRow[]
export const listErasures = async (on: Db | Tx, uid: number): Promise<ErasureRow[]> =>
  asErasures(await erasures(on).where('uid', '=', uid).orderBy('id', 'desc').limit(50).execute())
export const lockErasure = async (tx: Tx, id: number): Promise<ErasureRow | undefined> =>
  asErasures(await erasures(tx).where('id', '=', id).forUpdate().execute())[0]
export const listDueErasures = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('erasures')
      .select('id')
      .where('due_at', '<=', now)
      .where('done_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .orderBy('due_at')
      .limit(100)
      .execute()
  ).map(({ id }) => id)
export const insertErasure = async (
  tx: Tx,
  row: Omit<ErasureRow, 'id' | 'withdrawn_at' | 'done_at' | 'report'>,
): Promise<ErasureRow> =>
  (await tx.insertInto('erasures').values(row).returningAll().executeTakeFirstOrThrow()) as ErasureRow
export const saveErasure = async (
  tx: Tx,
  id: number,
  set: { withdrawn_at?: Date; done_at?: Date; due_at?: Date; report?: object },
): Promise<void> => {
  const { report, ...rest } = set
  await tx
    .updateTable('erasures')
    .set({ ...rest, ...(report === undefined ? {} : { report: JSON.stringify(report) }) })
    .where('id', '=', id)
    .execute()
}
export const countAsked = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from erasures
      where raceid = ${raceid} and done_at is null and withdrawn_at is null`.execute(db)
  ).rows[0]!.n

export type DaysRow = { raceid: number; class: DataClass; days: number }
export const listDays = async (db: Db, raceids: readonly number[]): Promise<DaysRow[]> =>
  (await db
    .selectFrom('retention')
    .select(['raceid', 'class', 'days'])
    .where('raceid', 'in', raceids)
    .execute()) as DaysRow[]
export const saveDays = async (
  tx: Tx,
  raceid: number,
  of: DataClass,
  days: number | null,
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('retention').where('raceid', '=', raceid).where('class', '=', of).execute()
  if (days !== null) await tx.insertInto('retention').values({ raceid, class: of, days, updated_at: now }).execute()
}
