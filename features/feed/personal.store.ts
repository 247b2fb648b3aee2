import { sql } from 'kysely'
import { takeByRace } from '#db/sharing/byRace.ts'
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
/**
 * Erases what an account wrote. Its entries leave the feeds, and their rows keep no text and no name. A sweep then removes
 * their pictures and films.
 */
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('feed_comments').where('uid', '=', uid).execute()
  await tx.deleteFrom('feed_reporters').where('uid', '=', uid).execute()
  await tx.deleteFrom('feed_mutes').where('uid', '=', uid).execute()
  await sql`update feed_entries set state = 'removed', body = '', author = '', pinned_at = null, uid = null
    where uid = ${uid}`.execute(tx)
}
/**
 * Moves applications, mutes, entries and comments to another account of the same person. If both accounts have an
 * application in a race, or both have a mute, the account that stays keeps its own.
 */
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
  const spans = await db.selectFrom('feed_settings').select('keep_days').distinct().execute()
  for (const { keep_days } of spans) {
    const old = sql`using feed_settings s
      where s.raceid = one.raceid and s.keep_days = ${keep_days}
        and one.created_at < ${new Date(now.getTime() - keep_days * 86_400_000)}`
    await sql`delete from feed_comments one ${old}`.execute(db)
    await sql`delete from feed_marks one ${old}`.execute(db)
    await sql`delete from feed_mutes one ${old}`.execute(db)
    await sql`delete from feed_reporters one ${old}`.execute(db)
  }
}

/** Erases text and person of entries that a release before this rule removed. */
export const eraseRemoved = async (db: Db): Promise<void> => {
  await sql`update feed_entries set body = '', author = '', uid = null, why = null
    where state = 'removed' and (body <> '' or author <> '' or uid is not null)`.execute(db)
}

/** Lists entries whose age exceeds their race's `entry_days`. */
export const listOutdated = (db: Db, now: Date, limit: number): Promise<{ raceid: number; id: number }[]> =>
  named(
    db,
    'feed: outdated entries',
    `select e.raceid, e.id from feed_entries e join feed_settings s on s.raceid = e.raceid
      where s.entry_days is not null and e.state <> 'removed'
        and e.created_at < $1::timestamptz - make_interval(days => s.entry_days)
      order by e.raceid, e.id limit $2`,
    [now, limit],
  )
type Cleared = { raceid: number; pictures: string[]; film: { key: string; type: string } | null }
/**
 * Takes the pictures and films from removed entries. Returns the films, and the pictures that no other entry of the
 * race shows. Locks the rows until the transaction ends.
 */
export const takeMedia = (tx: Tx, limit: number): Promise<Cleared[]> =>
  takeByRace(
    limit,
    async (but) =>
      (
        await named<{ raceid: number }>(
          tx,
          'feed: race with media of removed entries',
          `select raceid from feed_entries
            where state = 'removed' and (pictures <> '[]' or film is not null) and raceid <> all($1::int[])
            order by raceid, id limit 1`,
          [but],
        )
      )[0]?.raceid,
    (raceid, most) =>
      named<Cleared>(
        tx,
        'feed: media of removed entries',
        `with gone as (
            select id, pictures, film from feed_entries
            where raceid = $1 and state = 'removed' and (pictures <> '[]' or film is not null)
            order by id limit $2 for update skip locked),
          cleared as (
            update feed_entries e set pictures = '[]', film = null from gone
            where e.raceid = $1 and e.id = gone.id)
          select $1::int as raceid, film, array(
            select p->>'path' from jsonb_array_elements(gone.pictures) p
            where not exists (select 1 from feed_entries o where o.raceid = $1 and o.state <> 'removed'
              and o.pictures @> jsonb_build_array(jsonb_build_object('path', p->>'path')))) as pictures
          from gone`,
        [raceid, most],
      ),
  )
