import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { DataClass, RaceClass } from './rules.ts'

/** Nothing of the person is left in it, and no two rows are alike, as one live registration per document demands. */
const noDocument = sql.raw(`decode(md5(raceid::text || ':' || id::text), 'hex')`)

/**
 * What erasing a class writes, and where anything of it is left. A reserved place keeps its data for the next edition.
 */
const columns: Record<Exclude<RaceClass, 'health'>, { set: string; left: string }> = {
  identity: {
    set: `idnum = '', idnum_mask = '', idnum_ix = '', document_ix = $document, birth = null, name_ix = null, province_of_document = null, national = null, country = ''`,
    left: `length(idnum) > 0`,
  },
  contact: {
    set: `mobile = null, mobile_ix = null, mobile_mask = null, email = null, address = null, province = null, city = null, area = null`,
    left: `(mobile is not null or email is not null or address is not null or province is not null)`,
  },
  emergency: {
    set: `emername = null, emertel = null, emerrelationship = null, guardian = null`,
    left: `(emername is not null or emertel is not null or guardian is not null)`,
  },
  proofs: { set: `qualifying = null`, left: `qualifying is not null` },
}
const kept = `not (state = 'delay' and deleted_at is null and closed_at is null)`

/**
 * Erases a class of the registrations after `upto`, so many at a time; answers how far it came. Undefined at the end.
 */
export const eraseSome = async (
  tx: Tx,
  raceid: number,
  of: RaceClass,
  upto: number,
  limit: number,
  now: Date,
): Promise<{ upto: number; erased: number } | undefined> => {
  const { rows } = await sql<{
    upto: number | null
  }>`select max(id) as upto
    from (select id from registrations where raceid = ${raceid} and id > ${upto} order by id limit ${limit}) s`.execute(
    tx,
  )
  const next = rows[0]?.upto ?? null
  if (next === null) return undefined
  if (of === 'health') {
    const gone = await sql`delete from signatures
        where raceid = ${raceid} and registrationid > ${upto} and registrationid <= ${next}`.execute(tx)
    return { upto: next, erased: Number(gone.numAffectedRows ?? 0) }
  }
  const { set, left } = columns[of]
  const [before, after] = set.split('$document')
  const assignments = after === undefined ? sql.raw(set) : sql`${sql.raw(before!)}${noDocument}${sql.raw(after)}`
  const done = await sql`update registrations
      set ${assignments}, updated_at = ${now}
      where raceid = ${raceid} and id > ${upto} and id <= ${next} and ${sql.raw(left)} and ${sql.raw(kept)}`.execute(tx)
  return { upto: next, erased: Number(done.numAffectedRows ?? 0) }
}
/** Everything of one registration but what is its own: event, bib, state, money. */
export const eraseRegistrationRow = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  const sets = Object.values(columns).map(({ set }) => set)
  const [before, after] = sets.join(', ').split('$document')
  await sql`
    update registrations
    set ${sql.raw(before!)}${noDocument}${sql.raw(after!)}, name = '', enname = null, answers = '{}',
      hide_name = true, hide_age = true, age_on_race_day = null, age_in_race_year = null, erased_at = ${now},
      updated_at = ${now}
    where raceid = ${raceid} and id = ${id}`.execute(tx)
}

export type DueRace = { raceid: number; time: Date }
/** Races that are over, with the classes whose erasing is not whole. */
export const listOver = async (db: Db, now: Date): Promise<DueRace[]> =>
  (await db.selectFrom('races').select(['id', 'time']).where('time', '<', now).orderBy('time').execute()).map(
    ({ id, time }) => ({ raceid: id, time }),
  )
export type RunRow = {
  raceid: number
  class: string
  upto: number
  erased: number
  started_at: Date
  done_at: Date | null
}
export const listRuns = (db: Db, raceid: number | undefined): Promise<RunRow[]> => {
  const query = db.selectFrom('retention_runs').selectAll()
  return (raceid === undefined ? query : query.where('raceid', '=', raceid)).execute() as Promise<RunRow[]>
}
export const saveRun = async (tx: Tx, row: RunRow): Promise<void> => {
  const { raceid: _, class: __, ...set } = row
  await tx
    .insertInto('retention_runs')
    .values(row)
    .onConflict((clash) => clash.columns(['raceid', 'class']).doUpdateSet(set))
    .execute()
}

export type Remaining = Record<RaceClass, number>
/** How many registrations of a race hold something of each class: one reading of the race. */
export const countRemaining = async (db: Db, raceid: number): Promise<Remaining> => {
  const counted = Object.entries(columns)
    .map(([name, { left }]) => `count(*) filter (where ${left})::integer as ${name}`)
    .join(', ')
  const [row] = (
    await sql<Remaining>`select ${sql.raw(counted)},
        (select count(distinct registrationid)::integer from signatures where raceid = ${raceid}) as health
      from registrations
      where raceid = ${raceid}`.execute(db)
  ).rows
  return row!
}
export const countHouse = async (db: Db, of: DataClass): Promise<number> =>
  Number(
    (
      await sql<{
        n: number
      }>`select greatest(reltuples, 0)::bigint as n from pg_class where oid = ${of}::regclass`.execute(db)
    ).rows[0]!.n,
  )

export type PrivateFile = { raceid: number; hash: string; ext: string; private: boolean }
/** Private files of a race, some at a time: their rows go first, so that nobody is shown what is on its way out. */
export const takePrivateFiles = async (tx: Tx, raceid: number, limit: number): Promise<PrivateFile[]> =>
  (
    await sql<PrivateFile>`delete from files
      where (raceid, hash) in (select raceid, hash from files where raceid = ${raceid} and private limit ${limit})
      returning raceid, hash, ext, private`.execute(tx)
  ).rows

/**
 * Messages older than this go, by their age, some at a time; those that stand in nobody's box (codes) a month after
 * they were sent.
 */
export const removeMessages = async (
  db: Db,
  { before, codesBefore }: { before: Date; codesBefore: Date },
  limit: number,
): Promise<number> =>
  Number(
    (
      await sql`delete from messages
        where id in (select id from messages where created_at < greatest(${before}::timestamptz, ${codesBefore}::timestamptz) and (created_at < ${before} or uid is null) order by created_at limit ${limit})`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  )
/**
 * The log grows in the order of its ids: the first ones are the oldest. Fewer than `limit` means that the rest is
 * younger.
 */
export const removeLog = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from log
        where id in (select id from (select id, at from log order by id limit ${limit}) s where at < ${before})`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  )
