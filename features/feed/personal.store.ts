import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

type Held = { raceid: number; what: string; text: string; at: Date }
/** Lists the texts of an account in live feeds, for the copy of its data. */
export const listHeld = (db: Db, uid: number): Promise<Held[]> =>
  named<Held>(
    db,
    'feed: copy of an account',
    `select raceid, 'application' as what, name || ' ' || about as text, created_at as at
        from feed_reporters where uid = $1
      union all select raceid, 'entry', body, created_at from feed_entries where uid = $1 and state <> 'removed'
      union all select raceid, 'comment', body, created_at from feed_comments where uid = $1
      order by raceid, at`,
    [uid],
  )
/** Erases the texts of an account. Its entries leave the feeds, and their rows keep no text and no name. */
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('feed_comments').where('uid', '=', uid).execute()
  await tx.deleteFrom('feed_reporters').where('uid', '=', uid).execute()
  await tx.deleteFrom('feed_mutes').where('uid', '=', uid).execute()
  await sql`update feed_entries set state = 'removed', body = '', author = '', pictures = '[]', film = null, uid = null
    where uid = ${uid}`.execute(tx)
}
/** Moves entries, comments and marks to another account of the same person. */
export const adopt = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from feed_reporters gone where gone.uid = ${from} and exists (select 1 from feed_reporters kept
    where kept.raceid = gone.raceid and kept.uid = ${to})`.execute(tx)
  await sql`delete from feed_mutes gone where gone.uid = ${from} and exists (select 1 from feed_mutes kept
    where kept.raceid = gone.raceid and kept.uid = ${to})`.execute(tx)
  await sql`update feed_reporters set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update feed_mutes set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update feed_entries set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update feed_comments set uid = ${to} where uid = ${from}`.execute(tx)
}

/** Erases comments, marks, mutes and applications that are older than the number of days that their race sets. */
export const eraseOld = async (db: Db, now: Date): Promise<void> => {
  const old = sql`using feed_settings s where s.raceid = one.raceid
    and one.created_at < ${now}::timestamptz - make_interval(days => s.keep_days)`
  await sql`delete from feed_comments one ${old}`.execute(db)
  await sql`delete from feed_marks one ${old}`.execute(db)
  await sql`delete from feed_mutes one ${old}`.execute(db)
  await sql`delete from feed_reporters one ${old}`.execute(db)
}
