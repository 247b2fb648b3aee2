import { type Tx, named } from '#db/db.ts'
import type { CorrectedPerson } from '#features/registrations/correct/correct.service.ts'

export const listResultsOfRegistration = (
  tx: Tx,
  raceid: number,
  registrationid: number,
): Promise<{ id: number; eventid: number }[]> =>
  named(
    tx,
    'results: of a corrected registration',
    'select id, eventid from results where raceid = $1 and registrationid = $2 order by id',
    [raceid, registrationid],
  )

/** Writes the corrected person to the results. An imported age group stays as it is. */
export const writePerson = async (
  tx: Tx,
  { raceid, name, gender, age, age_in_year, idnum_ix }: CorrectedPerson,
  ids: readonly number[],
  agegroup: string | null,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'results: person corrected',
    `update results
      set name = $3, gender = $4, age = $5, age_in_year = $6, agegroup = case when agegroup_given then agegroup else $7 end,
        document_ix = case when document_ix is null then null else $8::bytea end, updated_at = $9
      where raceid = $1 and id = any($2::bigint[])`,
    [raceid, ids, name, gender === 'male' ? 'M' : 'F', age, age_in_year, agegroup, idnum_ix, now],
  )
}
