import { rowsFor } from '#db/pages.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { Declarations, Gear, Packages, Signatures } from '#db/schema.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { DeclarationKind } from './contract.ts'

export type GearRow = Selectable<Gear>
export type PackageRow = Selectable<Packages>
export type DeclarationRow = Selectable<Declarations>
export type SignatureRow = Selectable<Signatures>

/** Lists a race's equipment. With `eventid` the list holds only the equipment for the runners of this event. */
export const listGear = (on: Db | Tx, raceid: number, eventid?: number): Promise<GearRow[]> => {
  const query = on
    .selectFrom('gear')
    .selectAll()
    .where('raceid', '=', raceid)
    .orderBy('eventid')
    .orderBy('sort')
    .orderBy('id')
  return (eventid === undefined ? query : query.where('eventid', 'in', [0, eventid])).execute()
}
export const findGear = (on: Db | Tx, raceid: number, id: number): Promise<GearRow | undefined> =>
  on.selectFrom('gear').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
type GearWritten = {
  raceid: number
  eventid: number
  name: unknown
  note: unknown
  picture: string | null
  required: boolean
  sort: number
  updated_at: Date
}
export const saveGear = (
  tx: Tx,
  id: number | undefined,
  { raceid, name, note, ...row }: GearWritten,
): Promise<GearRow> => {
  const said = { ...row, name: jsonb(name), note: jsonb(note) }
  return id === undefined
    ? tx
        .insertInto('gear')
        .values({ ...said, raceid, created_at: row.updated_at })
        .returningAll()
        .executeTakeFirstOrThrow()
    : tx
        .updateTable('gear')
        .set(said)
        .where('raceid', '=', raceid)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
}
export const removeGear = async (tx: Tx, raceid: number, id: number): Promise<void> =>
  void (await tx.deleteFrom('gear').where('raceid', '=', raceid).where('id', '=', id).execute())

export const findTicks = (
  on: Db | Tx,
  raceid: number,
  registrationid: number,
): Promise<{ gearid: number; at: Date }[]> =>
  on
    .selectFrom('gear_ticks')
    .select(['gearid', 'at'])
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .execute()
/**
 * Saves the ticks of a registration and removes all its other ticks. A piece of equipment that was ticked already keeps
 * its time.
 */
export const saveTicks = async (
  tx: Tx,
  raceid: number,
  registrationid: number,
  gearids: readonly number[],
  now: Date,
): Promise<void> => {
  let gone = tx.deleteFrom('gear_ticks').where('raceid', '=', raceid).where('registrationid', '=', registrationid)
  if (gearids.length) gone = gone.where('gearid', 'not in', gearids)
  await gone.execute()
  if (gearids.length === 0) return
  await tx
    .insertInto('gear_ticks')
    .values(gearids.map((gearid) => ({ raceid, registrationid, gearid, at: now })))
    .onConflict((on) => on.columns(['raceid', 'registrationid', 'gearid']).doNothing())
    .execute()
}

export const listPackages = (on: Db | Tx, raceid: number): Promise<PackageRow[]> =>
  on.selectFrom('packages').selectAll().where('raceid', '=', raceid).orderBy('sort').orderBy('id').execute()
export const findPackage = (on: Db | Tx, raceid: number, id: number): Promise<PackageRow | undefined> =>
  on.selectFrom('packages').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
type PackageWritten = {
  raceid: number
  eventid: number
  name: unknown
  contents: unknown
  place: unknown
  bring: unknown
  from_at: Date | null
  until_at: Date | null
  service: string
  sort: number
  lat: number | null
  lon: number | null
  updated_at: Date
}
export const savePackage = (
  tx: Tx,
  id: number | undefined,
  { raceid, name, contents, place, bring, ...row }: PackageWritten,
): Promise<PackageRow> => {
  const said = { ...row, name: jsonb(name), contents: jsonb(contents), place: jsonb(place), bring: jsonb(bring) }
  return id === undefined
    ? tx
        .insertInto('packages')
        .values({ ...said, raceid, created_at: row.updated_at })
        .returningAll()
        .executeTakeFirstOrThrow()
    : tx
        .updateTable('packages')
        .set(said)
        .where('raceid', '=', raceid)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
}
export const removePackage = async (tx: Tx, raceid: number, id: number): Promise<void> =>
  void (await tx.deleteFrom('packages').where('raceid', '=', raceid).where('id', '=', id).execute())

/** Lists every version of a race's declarations, of one kind or of all kinds. */
export const listDeclarations = (on: Db | Tx, raceid: number, kind?: DeclarationKind): Promise<DeclarationRow[]> => {
  const query = on
    .selectFrom('declarations')
    .selectAll()
    .where('raceid', '=', raceid)
    .orderBy('kind')
    .orderBy('eventid')
    .orderBy('version', 'desc')
  return (kind === undefined ? query : query.where('kind', '=', kind)).execute()
}
export const findDeclaration = (on: Db | Tx, raceid: number, id: number): Promise<DeclarationRow | undefined> =>
  on.selectFrom('declarations').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
export const insertDeclaration = (
  tx: Tx,
  row: Omit<Insertable<Declarations>, 'title' | 'body' | 'questions'> & {
    title: unknown
    body: unknown
    questions: unknown
  },
): Promise<DeclarationRow> =>
  tx
    .insertInto('declarations')
    .values({ ...row, title: jsonb(row.title), body: jsonb(row.body), questions: jsonb(row.questions) })
    .returningAll()
    .executeTakeFirstOrThrow()
export const changeDeclaration = (
  tx: Tx,
  raceid: number,
  id: number,
  change: Pick<Updateable<Declarations>, 'from_at' | 'until_at' | 'updated_at'>,
): Promise<DeclarationRow> =>
  tx
    .updateTable('declarations')
    .set(change)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findSignature = (
  on: Db | Tx,
  raceid: number,
  registrationid: number,
  kind: DeclarationKind,
): Promise<SignatureRow | undefined> =>
  on
    .selectFrom('signatures')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .where('kind', '=', kind)
    .executeTakeFirst()
/** Saves a signature. Returns false if the registration has already signed a declaration of this kind. */
export const insertSignature = async (tx: Tx, row: Insertable<Signatures>): Promise<boolean> =>
  (await tx
    .insertInto('signatures')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'registrationid', 'kind']).doNothing())
    .returning('at')
    .executeTakeFirst()) !== undefined

const isEntered = sql.raw<boolean>(entered('r'))
/**
 * Counts the signers whose registrations are entered, and the signers among them who should see a doctor, by kind and
 * event.
 */
export const countSignatures = async (
  on: Db,
  raceid: number,
): Promise<{ kind: string; eventid: number; signed: number; doctor: number }[]> =>
  on
    .selectFrom('signatures as s')
    .innerJoin(registrationRows.as('r'), (join) =>
      join.onRef('r.raceid', '=', 's.raceid').onRef('r.id', '=', 's.registrationid'),
    )
    .select([
      's.kind',
      'r.eventid',
      sql<number>`count(*)::integer`.as('signed'),
      sql<number>`(count(*) filter (where s.doctor))::integer`.as('doctor'),
    ])
    .where('s.raceid', '=', raceid)
    .where(isEntered)
    .groupBy(['s.kind', 'r.eventid'])
    .execute()
export const countEntered = async (on: Db, raceid: number): Promise<{ eventid: number; registrations: number }[]> =>
  on
    .selectFrom(registrationRows.as('r'))
    .select(['r.eventid', sql<number>`count(*)::integer`.as('registrations')])
    .where('r.raceid', '=', raceid)
    .where(isEntered)
    .groupBy('r.eventid')
    .execute()

export const listSigners = async (
  on: Db,
  filter: {
    raceid: number
    kind: DeclarationKind
    doctor?: boolean | undefined
    before?: { at: Date; id: number } | undefined
    limit: number
  },
) => {
  let query = on
    .selectFrom('signatures as s')
    .innerJoin(registrationRows.as('r'), (join) =>
      join.onRef('r.raceid', '=', 's.raceid').onRef('r.id', '=', 's.registrationid'),
    )
    .innerJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'r.raceid').onRef('e.id', '=', 'r.eventid'))
    .select([
      's.registrationid',
      'r._key',
      'r.name',
      'e.name as event',
      'e.names as event_names',
      'r.bib',
      'r.prefix_bib',
      's.at',
      's.version',
      's.doctor',
    ])
    .where('s.raceid', '=', filter.raceid)
    .where('s.kind', '=', filter.kind)
    .orderBy('s.at', 'desc')
    .orderBy('s.registrationid', 'desc')
    .limit(rowsFor(filter.limit))
  if (filter.doctor) query = query.where('s.doctor', '=', true)
  if (filter.before)
    query = query.where(sql<boolean>`(s.at, s.registrationid) < (${filter.before.at}, ${filter.before.id})`)
  return query.execute()
}
export const findSigner = (on: Db, raceid: number, registrationid: number) =>
  on
    .selectFrom(registrationRows.as('registrations'))
    .select(['name', '_key'])
    .where('raceid', '=', raceid)
    .where('id', '=', registrationid)
    .executeTakeFirst()
