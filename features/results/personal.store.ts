import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

type Claim = {
  time_ms: number
  note: string
  proof: string
  state: string
  reason: string | null
  created_at: Date
}
/** Lists the results that a registration's runner submitted. */
export const listClaims = (db: Db, raceid: number, registrationid: number): Promise<Claim[]> =>
  named<Claim>(
    db,
    'claims of registration',
    `select time_ms, note, proof, state, reason, created_at
      from handed_in_results
      where raceid = $1 and registrationid = $2
      order by id`,
    [raceid, registrationid],
  )
export const eraseNotes = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update handed_in_results set note = '' where raceid = ${raceid} and registrationid = ${registrationid}`.execute(
    tx,
  )
}
type Filed = { content: string; pictures: string[]; state: string; decision: string | null; created_at: Date }
export const listProtestsFiled = (db: Db, raceid: number, registrationid: number): Promise<Filed[]> =>
  named<Filed>(
    db,
    'protests of registration',
    `select content, pictures, state, decision, created_at
      from result_protests
      where raceid = $1 and registrationid = $2
      order by id`,
    [raceid, registrationid],
  )
/** Erases the text and the pictures of a runner's protests. The protests and their decisions stay. */
export const eraseProtests = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update result_protests set content = '', pictures = '{}'
    where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
}

/**
 * Removes the document from a runner's results, so that nobody can look the runner up by it. If `anonymous`, it also
 * removes name, ages, age group and city.
 */
export const eraseResults = async (
  tx: Tx,
  raceid: number,
  registrationid: number,
  anonymous: boolean,
  now: Date,
): Promise<void> => {
  const name = anonymous
    ? sql`, name = null, age = null, age_in_year = null, agegroup = null, city = null, hide_name = true, hide_age = true`
    : sql``
  await sql`update results
        set document_ix = null${name}, updated_at = ${now}
        where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
}

export const adoptSubmissions = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update handed_in_results set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update result_protests set uid = ${to} where uid = ${from}`.execute(tx)
}
