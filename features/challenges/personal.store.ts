import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

/** Lists the sign-ups of an account with their proofs, for its copy. */
export const listChallengeRecords = (db: Db, uid: number): Promise<Record<string, unknown>[]> =>
  named(
    db,
    'challenges: copy of an account',
    `select s.raceid, s.challengeid, s.name, s.consent_at, s.withdrawn_at,
        coalesce((select jsonb_agg(jsonb_build_object('day', p.day, 'proof', p.proof, 'metres', p.metres, 'state', p.state,
            'photo', p.photo, 'note', p.note) order by p.id)
          from challenge_proofs p where p.raceid = s.raceid and p.signupid = s.id), '[]'::jsonb) as proofs
      from challenge_signups s where s.uid = $1 order by s.raceid, s.id`,
    [uid],
  )
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('challenge_signups').where('uid', '=', uid).execute()
}
/**
 * Moves sign-ups to another account of the same person. If both accounts take part in one challenge, only one sign-up
 * stays. It is the sign-up with the larger number of proofs that count. With equal numbers it is the sign-up of `to`.
 */
export const adoptSignups = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  const proofs = (signup: string) =>
    sql.raw(`(select count(*) from challenge_proofs p where p.raceid = ${signup}.raceid and p.signupid = ${signup}.id
      and p.state = 'counts')`)
  await sql`delete from challenge_signups gone using challenge_signups other
    where gone.uid = ${to} and other.uid = ${from} and gone.raceid = other.raceid
      and gone.challengeid = other.challengeid and ${proofs('gone')} < ${proofs('other')}`.execute(tx)
  await sql`delete from challenge_signups gone where gone.uid = ${from} and exists (
    select 1 from challenge_signups kept where kept.raceid = gone.raceid and kept.challengeid = gone.challengeid
      and kept.uid = ${to})`.execute(tx)
  await sql`update challenge_signups set uid = ${to} where uid = ${from}`.execute(tx)
}
/** Erases the sketches of challenges that ended before a day. */
export const eraseSketches = async (db: Db, before: string): Promise<void> => {
  await sql`update challenge_proofs p set sketch = null, began_at = null from challenges c
    where c.raceid = p.raceid and c.id = p.challengeid and p.sketch is not null and c.ends_on < ${before}::date`.execute(
    db,
  )
}
