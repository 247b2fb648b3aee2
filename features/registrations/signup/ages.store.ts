import { type Db, named } from '#db/db.ts'

export type BirthRow = { id: number; birth: Buffer; age_in_race_year: number | null }
/** Lists sealed birth dates of an event in the order of the registration ids, beginning after the id `after`. */
export const listBirths = (
  db: Db,
  raceid: number,
  eventid: number,
  after: number,
  limit: number,
): Promise<BirthRow[]> =>
  named<BirthRow>(
    db,
    'registrations: births of an event',
    `select id, birth, age_in_race_year from registrations
     where raceid = $1 and eventid = $2 and birth is not null and id > $3
     order by id limit $4`,
    [raceid, eventid, after, limit],
  )

export const writeAges = async (
  db: Db,
  raceid: number,
  counted: readonly { id: number; age: number }[],
): Promise<void> => {
  await named(
    db,
    'registrations: ages by year',
    `update registrations r set age_in_race_year = one.age
     from unnest($2::bigint[], $3::int[]) as one (id, age)
     where r.raceid = $1 and r.id = one.id`,
    [raceid, counted.map(({ id }) => id), counted.map(({ age }) => age)],
  )
}
