import { type Db, type Tx, named } from '#db/db.ts'

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
