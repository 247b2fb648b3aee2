import { type Db, type Tx, named } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readable } from '#db/readable.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

export const resultRows = readable('results', [
  'raceid',
  'id',
  '_key',
  'eventid',
  'bib',
  'registrationid',
  'document_ix',
  'name',
  'gender',
  'age',
  'agegroup',
  'outcome',
  'reason',
  'gun_ms',
  'net_ms',
  'splits',
  'doubts',
  'timed',
  'original',
  'hide_name',
  'hide_age',
  'country',
  'club',
  'team',
  'field',
  'stopped_ms',
  'updated_at',
])

export const sheetRows = readable('result_sheets', [
  'raceid',
  'eventid',
  'points',
  'clock',
  'split_clock',
  'published_at',
  'updated_at',
])

/** The submitted results, with the state of their decision. */
export const handedInRows = readable('handed_in_results', ['raceid', 'state'])

export const protestRows = readable('result_protests', ['raceid', 'state'])

export const rankingInputRows = readable('ranking_inputs', ['raceid', 'eventid', 'version'])

/** Tells whether any event of a race has results. */
export const hasSheets = async (tx: Tx, raceid: number): Promise<boolean> =>
  (await tx.selectFrom('result_sheets').select('eventid').where('raceid', '=', raceid).limit(1).executeTakeFirst()) !==
  undefined

/**
 * A column of an SQL statement: the certificate definition that counts for a result, and its version. `result` is the
 * alias of the results in the statement, `now` the parameter with the present moment.
 */
export const certificateVersion =
  needed<(at: { result: string; now: string }) => string>('the version of a certificate')

export type RegistrationResult = {
  registrationid: number
  bib: string
  name: string | null
  outcome: 'finished' | 'running' | 'dnf' | 'dns' | 'dsq'
  gun_ms: number | null
  net_ms: number | null
  /** The values by which `withRanks` (ranking/ranks.service.ts) finds the ranks. */ raceid: number
  eventid: number
  id: number
  inputs_version: string | null
}
/** Lists the results of these registrations, published or not. */
export const listRegistrationResults = (
  db: Db,
  raceid: number,
  ids: readonly number[],
): Promise<RegistrationResult[]> =>
  named<RegistrationResult>(
    db,
    'results of registrations',
    `select r.raceid, r.eventid, r.id, t.version as inputs_version, r.registrationid, r.bib, r.name, r.outcome,
        r.gun_ms, r.net_ms
      from results r
      left join ranking_inputs t on t.raceid = r.raceid and t.eventid = r.eventid
      where r.raceid = $1 and r.registrationid = any($2::bigint[])`,
    [raceid, ids],
  )
export const resultsOfRegistration = async (tx: Tx, raceid: number, registrationid: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('results')
      .select('id')
      .where('raceid', '=', raceid)
      .where('registrationid', '=', registrationid)
      .execute()
  ).map(({ id }) => id)

/**
 * Records on the results of registrations whether the runner wishes to hide name or age. A name that staff hide stays
 * hidden.
 */
export const saveWishOfResults = async (
  tx: Tx,
  raceid: number,
  registrationids: readonly number[],
  { hide_name, hide_age }: { hide_name: boolean; hide_age: boolean },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'wish of results',
    `update results r
      set hide_age = $4, updated_at = $5,
        hide_name = $3 or exists (select from result_corrections c
          where c.raceid = r.raceid and c.eventid = r.eventid and c.bib = r.bib and c.kind = 'name'
            and c.undone_at is null and (c.change ->> 'hidden')::boolean)
      where r.raceid = $1 and r.registrationid = any($2::bigint[])`,
    [raceid, registrationids, hide_name, hide_age, now],
  )
}

/** Tells whether a public key belongs to a result or a registration of a race. */
export const isKeyOfRunner = async (db: Db, raceid: number, key: string): Promise<boolean> => {
  const result = await db
    .selectFrom('results')
    .select('id')
    .where('raceid', '=', raceid)
    .where('_key', '=', key)
    .executeTakeFirst()
  if (result) return true
  const registration = await db
    .selectFrom(registrationRows.as('r'))
    .select('r.id')
    .where('r.raceid', '=', raceid)
    .where('r._key', '=', key)
    .executeTakeFirst()
  return registration !== undefined
}
