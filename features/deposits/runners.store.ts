import { type Db, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

type Runner = { uid: number; runner: string; bib: string | null }
/**
 * Returns a function that gives the runner and the bib of an account. An account with several runners shows the first
 * paid registration, or else the first one. For an account without a registration, the name is empty and the bib is
 * null.
 */
export const runnersOf = async (
  db: Db,
  raceid: number,
  uids: readonly number[],
): Promise<(uid: number) => Omit<Runner, 'uid'>> => {
  const rows = await named<Runner>(
    db,
    'runners of deposits',
    `select distinct on (r.uid) r.uid, r.name as runner, coalesce(r.prefix_bib, '') || r.bib as bib
      from ${registrationRows.text} r where r.raceid = $1 and r.uid = any($2::bigint[]) and r.deleted_at is null
      order by r.uid, (r.pay_at is null), r.id`,
    [raceid, uids],
  )
  const known = new Map(rows.map((row) => [row.uid, row]))
  return (uid) => ({ runner: known.get(uid)?.runner ?? '', bib: known.get(uid)?.bib ?? null })
}
export const accountsOf = async (db: Db, raceid: number, ids: readonly number[]): Promise<number[]> =>
  (
    await named<{ uid: number }>(
      db,
      'accounts of registrations for deposits',
      `select r.uid from ${registrationRows.text} r
        where r.raceid = $1 and r.id = any($2::bigint[]) and r.deleted_at is null order by r.id`,
      [raceid, ids],
    )
  ).map(({ uid }) => uid)
