import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

type AboutPhotos = {
  followed: { raceid: number; bib: string; created_at: Date }[]
  kept: { raceid: number; photoid: number; created_at: Date }[]
  reported: { raceid: number; photoid: number; own: boolean; reason: string; state: string; created_at: Date }[]
}
export const listAboutPhotos = async (db: Db, uid: number): Promise<AboutPhotos> => {
  const [followed, kept, reported] = await Promise.all([
    named<AboutPhotos['followed'][number]>(
      db,
      'bibs followed by holder',
      'select raceid, bib, created_at from photo_subscriptions where uid = $1 order by created_at desc limit 1000',
      [uid],
    ),
    named<AboutPhotos['kept'][number]>(
      db,
      'photos kept by holder',
      'select raceid, photoid, created_at from photo_favourites where uid = $1 order by created_at desc limit 1000',
      [uid],
    ),
    named<AboutPhotos['reported'][number]>(
      db,
      'photos reported by holder',
      `select raceid, photoid, own, reason, state, created_at
        from photo_reports
        where uid = $1
        order by created_at desc
        limit 1000`,
      [uid],
    ),
  ])
  return { followed, kept, reported }
}
export const eraseAboutPhotos = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('photo_subscriptions').where('uid', '=', uid).execute()
  await tx.deleteFrom('photo_favourites').where('uid', '=', uid).execute()
  await tx.updateTable('photo_reports').set({ reason: '' }).where('uid', '=', uid).execute()
}

export const countedFavourites = (uid: string): string =>
  `select count(*)::integer from photo_favourites f where f.uid = ${uid}`
/**
 * Moves favourites, followed bibs and reports to another account of the same person. It skips favourites, bibs and
 * reports that the other account already has.
 */
export const adoptAboutPhotos = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from photo_favourites gone
    where gone.uid = ${from} and exists (select 1 from photo_favourites kept
      where kept.raceid = gone.raceid and kept.photoid = gone.photoid and kept.uid = ${to})`.execute(tx)
  await sql`update photo_favourites set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`delete from photo_subscriptions gone
    where gone.uid = ${from} and exists (select 1 from photo_subscriptions kept
      where kept.raceid = gone.raceid and kept.bib = gone.bib and kept.uid = ${to})`.execute(tx)
  await sql`update photo_subscriptions set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`delete from photo_reports gone
    where gone.uid = ${from} and exists (select 1 from photo_reports kept
      where kept.raceid = gone.raceid and kept.photoid = gone.photoid and kept.uid = ${to})`.execute(tx)
  await sql`update photo_reports set uid = ${to} where uid = ${from}`.execute(tx)
}
