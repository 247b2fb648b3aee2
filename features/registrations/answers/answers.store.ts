import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'

/** A sealed answer to a personal field. `file` is the hash of the private file that the answer names. */
export type PersonalAnswer = { name: string; class: string; answer: Buffer; file: string | null }

/** Writes personal answers of registrations. The statement finds each registration by its key. */
export const insertPersonalAnswers = async (
  tx: Tx,
  raceid: number,
  rows: readonly (PersonalAnswer & { _key: string })[],
): Promise<void> => {
  if (rows.length === 0) return
  await named(
    tx,
    'insert personal answers',
    `insert into personal_answers (raceid, registrationid, name, class, answer, file)
     select r.raceid, r.id, given.name, given.class, given.answer, given.file
     from unnest($2::text[], $3::text[], $4::text[], $5::bytea[], $6::text[])
       as given (_key, name, class, answer, file)
     join registrations r on r.raceid = $1 and r._key = given._key`,
    [
      raceid,
      rows.map(({ _key }) => _key),
      rows.map(({ name }) => name),
      rows.map((row) => row.class),
      rows.map(({ answer }) => answer),
      rows.map(({ file }) => file),
    ],
  )
}

/** Replaces all personal answers of a registration. The caller has locked the registration. */
export const replacePersonalAnswers = async (
  tx: Tx,
  raceid: number,
  { id, _key }: { id: number; _key: string },
  answers: readonly PersonalAnswer[],
): Promise<void> => {
  await erasePersonalAnswers(tx, raceid, id)
  await insertPersonalAnswers(
    tx,
    raceid,
    answers.map((answer) => ({ ...answer, _key })),
  )
}

/** Erases all personal answers of one registration, and returns the hashes of their files. */
export const erasePersonalAnswers = async (tx: Tx, raceid: number, id: number): Promise<string[]> =>
  (
    await named<{ file: string | null }>(
      tx,
      'erase personal answers',
      'delete from personal_answers where raceid = $1 and registrationid = $2 returning file',
      [raceid, id],
    )
  ).flatMap(({ file }) => file ?? [])

/**
 * Erases the answers of one class of personal data. It covers the registrations after one id, up to another id, except
 * live registrations with a reserved place. Returns the number of erased answers.
 */
export const eraseAnswersOfClass = async (
  tx: Tx,
  raceid: number,
  of: string,
  { after, upto }: { after: number; upto: number },
): Promise<number> => {
  const done = await sql`delete from personal_answers p
    where p.raceid = ${raceid} and p.class = ${of} and p.registrationid > ${after} and p.registrationid <= ${upto}
      and not exists (select 1 from registrations r where r.raceid = p.raceid and r.id = p.registrationid
        and r.state = 'delay' and r.deleted_at is null and r.closed_at is null)`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

export const countAnswersOfClass = async (db: Db, raceid: number): Promise<Record<string, number>> => {
  const { rows } = await sql<{ class: string; count: number }>`
    select class, count(distinct registrationid)::integer as count
    from personal_answers where raceid = ${raceid} group by class`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.class, row.count]))
}

/**
 * Counts, for each of these fields, the registrations that answered the field, deleted registrations included. A field
 * without answers is not in the result.
 */
export const countAnswered = async (
  on: Db | Tx,
  raceid: number,
  names: readonly string[],
): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, sum(count)::integer as count from (
      select name, count(*) as count from personal_answers
      where raceid = ${raceid} and name = any(${[...names]}::text[]) group by name
      union all
      select key as name, count(*) as count from registrations, jsonb_object_keys(answers) as key
      where raceid = ${raceid} and answers <> '{}'::jsonb and key = any(${[...names]}::text[]) group by key
    ) as counted group by name`.execute(on)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/**
 * Lists the registrations that hold an open answer to a field, in the order of their ids. The list begins after the id
 * `after`.
 */
export const listOpenAnswers = async (
  tx: Tx,
  raceid: number,
  name: string,
  after: number,
  limit: number,
): Promise<{ id: number; _key: string; answer: string }[]> =>
  named(
    tx,
    'list open answers',
    `select id, _key, answers ->> $2 as answer from registrations
     where raceid = $1 and id > $3 and answers <> '{}'::jsonb and answers ? $2 order by id limit $4 for update`,
    [raceid, name, after, limit],
  )
/** Removes the open answers to a field that has become personal and is sealed from this moment on. */
export const takeOpenAnswers = async (
  tx: Tx,
  raceid: number,
  name: string,
  ids: readonly number[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'take open answers',
    `update registrations set answers = answers - $2::text, updated_at = $4
     where raceid = $1 and id = any($3::bigint[])`,
    [raceid, name, ids, now],
  )
}
