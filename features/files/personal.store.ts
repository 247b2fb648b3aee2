import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { accountRows } from '#features/accounts/public.store.ts'
import { teamCovers } from './public.store.ts'
import type { Merging } from '#contract/personal.ts'

type Gone = { raceid: number; hash: string; ext: string; private: boolean }
export const countedFiles = (uid: string): string => `select count(*)::integer from files f where f.uid = ${uid}`

type HeldFile = Gone & { name: string; created_at: Date }
export const listHeldFiles = (db: Db, uid: number): Promise<HeldFile[]> =>
  named<HeldFile>(
    db,
    'files of holder',
    'select raceid, hash, ext, private, name, created_at from files where uid = $1 order by created_at desc limit 200',
    [uid],
  )

/** Removes the row of an account's private file, and returns it. */
export const takeFile = async (tx: Tx, raceid: number, hash: string, uid: number): Promise<Gone[]> =>
  (
    await sql<Gone>`delete from files
      where raceid = ${raceid} and hash = ${hash} and uid = ${uid} and private
      returning raceid, hash, ext, private`.execute(tx)
  ).rows
/** Removes the row of a public picture that has this name, and returns it. */
export const takePublicFile = async (tx: Tx, raceid: number, hash: string, name: string): Promise<Gone[]> =>
  (
    await sql<Gone>`delete from files
      where raceid = ${raceid} and hash = ${hash} and name = ${name} and not private
      returning raceid, hash, ext, private`.execute(tx)
  ).rows
export const takeFilesOfAccount = async (tx: Tx, uid: number): Promise<Gone[]> =>
  (
    await sql<Gone>`delete from files
        where uid = ${uid} and private
        returning raceid, hash, ext, private`.execute(tx)
  ).rows
/** Removes the picture of an account, unless another account or the cover of a team shows the same picture. */
export const takeAvatar = async (tx: Tx, uid: number): Promise<Gone[]> => {
  const { rows } = await sql<{ avatar: string }>`
    select a.avatar from ${accountRows.sql} a
    where a.uid = ${uid} and a.avatar is not null
      and not exists (select 1 from ${accountRows.sql} o where o.avatar = a.avatar and o.uid <> ${uid})`.execute(tx)
  const [avatar, raceid, hash, ext] = /^\/files\/(\d{1,9})\/(.+)\.(\w+)$/.exec(rows[0]?.avatar ?? '') ?? []
  if (avatar === undefined) return []
  const gone = await sql<Gone>`
    delete from files
    where raceid = ${Number(raceid)} and hash = ${hash} and ext = ${ext} and uid = ${uid} and not private
      and not exists (select 1 from ${teamCovers.get().sql} t where t.raceid = ${Number(raceid)} and t.cover = ${avatar})
    returning raceid, hash, ext, private`.execute(tx)
  return gone.rows
}
/**
 * Removes the rows of at most `limit` private files of a race, and returns them. The caller removes the files later, so
 * that nobody sees a file that is being removed.
 */
export const takePrivateFiles = async (tx: Tx, raceid: number, limit: number): Promise<Gone[]> =>
  (
    await sql<Gone>`delete from files
      where (raceid, hash) in (select raceid, hash from files where raceid = ${raceid} and private limit ${limit})
      returning raceid, hash, ext, private`.execute(tx)
  ).rows

export const adoptFiles = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update files set uid = ${to} where uid = ${from}`.execute(tx)
}
