import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'

/** Nothing of the person is left in it, and no two rows are alike, as one live registration per document demands. */
const noDocument = sql.raw(`decode(md5(raceid::text || ':' || id::text), 'hex')`)

/**
 * What erasing a class writes, and where anything of it is left. A reserved place keeps its data for the next edition.
 */
const columns: Record<'identity' | 'contact' | 'emergency' | 'proofs', { set: string; left: string }> = {
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

/** Erases a class of the registrations after one id, up to another; answers of how many. */
export const eraseClass = async (
  tx: Tx,
  raceid: number,
  of: keyof typeof columns,
  { after: from, upto }: { after: number; upto: number },
  now: Date,
): Promise<number> => {
  const { set, left } = columns[of]
  const [before, after] = set.split('$document')
  const assignments = after === undefined ? sql.raw(set) : sql`${sql.raw(before!)}${noDocument}${sql.raw(after)}`
  const done = await sql`update registrations
      set ${assignments}, updated_at = ${now}
      where raceid = ${raceid} and id > ${from} and id <= ${upto} and ${sql.raw(left)} and ${sql.raw(kept)}`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
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

/** How many registrations of a race hold something of each class: one reading of the race. */
export const countHeld = async (db: Db, raceid: number): Promise<Record<keyof typeof columns, number>> => {
  const counted = Object.entries(columns)
    .map(([name, { left }]) => `count(*) filter (where ${left})::integer as ${name}`)
    .join(', ')
  const { rows } = await sql<Record<keyof typeof columns, number>>`select ${sql.raw(counted)}
      from registrations
      where raceid = ${raceid}`.execute(db)
  return rows[0]!
}

export const hasRegistrations = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('registrations').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined
/** The deletion that a document has used is forgotten. */
export const eraseDeletion = async (tx: Tx, raceid: number, document_ix: Buffer): Promise<void> => {
  await tx
    .deleteFrom('registration_deletions')
    .where('raceid', '=', raceid)
    .where('document_ix', '=', document_ix)
    .execute()
}
