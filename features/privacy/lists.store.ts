import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { PrivateFile } from './retention.store.ts'

/** The results of a registration, by their ids. */
export const resultsOfRegistration = async (tx: Tx, raceid: number, registrationid: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('results')
      .select('id')
      .where('raceid', '=', raceid)
      .where('registrationid', '=', registrationid)
      .execute()
  ).map(({ id }) => id)

type Listed = { idnum_ix: Buffer; bib: string | null; prefix_bib: string | null }
/**
 * Lists that organisers brought, by number (games) and by bib (start lists): nobody is found in them any more, and
 * where the result loses its name, they lose theirs. `erased_at` keeps a list that is brought again from giving it
 * back.
 */
export const eraseFromLists = async (
  tx: Tx,
  raceid: number,
  { idnum_ix, bib, prefix_bib }: Listed,
  anonymous: boolean,
  now: Date,
): Promise<void> => {
  const nameless = anonymous
    ? sql`, name = '', gender = null, event = coalesce(nullif(event, ''), meta ->> '项目', meta ->> '比赛项目', ''), meta = '{}'`
    : sql``
  await sql`update game_runners
    set idnum_ix = null, erased_at = ${now}, updated_at = ${now}${nameless}
    where raceid = ${raceid} and idnum_ix = ${idnum_ix}`.execute(tx)
  if (anonymous && bib !== null)
    await sql`update timing_runners set name = null, age = null, age_in_year = null, club = null, erased_at = ${now} where raceid = ${raceid} and bib = ${`${prefix_bib ?? ''}${bib}`}`.execute(
      tx,
    )
}

/** The picture of an account goes where nobody else shows it: a team keeps its cover. */
export const takeAvatar = async (tx: Tx, uid: number): Promise<PrivateFile[]> =>
  (
    await sql<PrivateFile>`
      delete from files f using accounts a
      where a.uid = ${uid} and f.uid = ${uid} and not f.private
        and a.avatar = '/files/' || f.raceid || '/' || f.hash || '.' || f.ext
        and not exists (select 1 from accounts o where o.avatar = a.avatar and o.uid <> ${uid})
          and not exists (select 1 from teams t where t.raceid = f.raceid and t.cover = a.avatar)
      returning f.raceid, f.hash, f.ext, f.private`.execute(tx)
  ).rows
