import { rowsFor } from '#db/pages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import type { VolunteerState } from './contract.ts'

export type VolunteerRow = {
  raceid: number
  id: number
  _key: string
  name: string
  idnum: Buffer
  idnum_mask: string
  idnum_ix: Buffer
  mobile: Buffer | null
  mobile_mask: string | null
  mobile_ix: Buffer | null
  post: string
  team: string
  place: string
  starts_at: Date | null
  ends_at: Date | null
  leader: string
  leader_mobile: Buffer | null
  leader_mask: string | null
  notes: string
  state: VolunteerState
  came_at: Date | null
  left_at: Date | null
  created_at: Date
  updated_at: Date
}
export type NewVolunteer = Omit<VolunteerRow, 'id' | 'came_at' | 'left_at'>

export const findVolunteer = async (on: Db | Tx, raceid: number, id: number): Promise<VolunteerRow | undefined> =>
  (await on
    .selectFrom('volunteers')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()) as VolunteerRow | undefined

export const lockVolunteer = async (tx: Tx, raceid: number, id: number): Promise<VolunteerRow | undefined> =>
  (await tx
    .selectFrom('volunteers')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as VolunteerRow | undefined

export const findVolunteerByKey = async (on: Db | Tx, raceid: number, key: string): Promise<VolunteerRow | undefined> =>
  (await on
    .selectFrom('volunteers')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('_key', '=', key)
    .executeTakeFirst()) as VolunteerRow | undefined

/** Lists the shifts of a document number, at most 50, the earliest first, without cancelled shifts. */
export const listShiftsOf = async (on: Db | Tx, raceid: number, numbers: readonly Buffer[]): Promise<VolunteerRow[]> =>
  (await on
    .selectFrom('volunteers')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('idnum_ix', 'in', numbers)
    .where('state', '!=', 'off')
    .orderBy(sql`starts_at nulls last`)
    .orderBy('id')
    .limit(50)
    .execute()) as VolunteerRow[]

/** Lists every shift of these document numbers, including cancelled shifts. */
export const listShiftsOfNumbers = async (
  on: Db | Tx,
  raceid: number,
  numbers: readonly Buffer[],
): Promise<VolunteerRow[]> =>
  numbers.length === 0
    ? []
    : ((await on
        .selectFrom('volunteers')
        .selectAll()
        .where('raceid', '=', raceid)
        .where('idnum_ix', 'in', numbers)
        .execute()) as VolunteerRow[])

const matching = (db: Db, raceid: number, q: string) => {
  const query = db.selectFrom('volunteers').where('raceid', '=', raceid)
  return q === ''
    ? query
    : query.where((eb) =>
        eb.or([holdsName(eb.ref('name'), q), holdsName(eb.ref('post'), q), holdsName(eb.ref('team'), q)]),
      )
}
export const listVolunteers = async (
  db: Db,
  filter: { raceid: number; q: string; after: number | undefined; limit: number },
): Promise<VolunteerRow[]> => {
  let query = matching(db, filter.raceid, filter.q).selectAll()
  if (filter.after !== undefined) query = query.where('id', '>', filter.after)
  return (await query.orderBy('id').limit(rowsFor(filter.limit)).execute()) as VolunteerRow[]
}
/** Lists the shifts of a race, at most `limit`, the earliest first. Shifts without a time come last. */
export const listShifts = async (
  db: Db,
  raceid: number,
  limit: number,
): Promise<Pick<VolunteerRow, 'id' | 'name' | 'post' | 'place' | 'starts_at' | 'ends_at' | 'state'>[]> =>
  (await db
    .selectFrom('volunteers')
    .select(['id', 'name', 'post', 'place', 'starts_at', 'ends_at', 'state'])
    .where('raceid', '=', raceid)
    .orderBy(sql`starts_at nulls last`)
    .orderBy(sql`ends_at nulls last`)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()) as never
export const countVolunteers = async (db: Db, raceid: number, q: string): Promise<number> =>
  Number(
    (
      await matching(db, raceid, q)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Locks the shift with the same person, post and beginning, if there is one. */
export const lockShift = async (
  tx: Tx,
  row: Pick<VolunteerRow, 'raceid' | 'idnum_ix' | 'post' | 'starts_at'>,
): Promise<{ id: number } | undefined> =>
  tx
    .selectFrom('volunteers')
    .select('id')
    .where('raceid', '=', row.raceid)
    .where('idnum_ix', '=', row.idnum_ix)
    .where('post', '=', row.post)
    .where(sql<boolean>`starts_at is not distinct from ${row.starts_at}`)
    .forUpdate()
    .executeTakeFirst()

export const insertVolunteer = async (tx: Tx, row: NewVolunteer): Promise<number | undefined> =>
  (
    await tx
      .insertInto('volunteers')
      .values(row)
      .onConflict((on) => on.constraint('one_row_per_shift').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const saveVolunteer = async (
  tx: Tx,
  raceid: number,
  id: number,
  row: Omit<NewVolunteer, 'raceid' | '_key' | 'created_at'>,
): Promise<void> => {
  await tx.updateTable('volunteers').set(row).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export const removeVolunteer = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('volunteers').where('raceid', '=', raceid).where('id', '=', id).execute()
}

/** Lists the shifts that a text at a desk may mean: a mobile number or its end, or a part of a name. */
export const findAtDesk = async (
  db: Db,
  raceid: number,
  { mobile, name }: { mobile: string | null; name: string },
  limit: number,
): Promise<VolunteerRow[]> =>
  (await db
    .selectFrom('volunteers')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('state', '!=', 'off')
    .where((eb) =>
      eb.or([holdsName(eb.ref('name'), name), ...(mobile === null ? [] : [eb('mobile_mask', 'like', mobile)])]),
    )
    .orderBy(sql`starts_at nulls last`)
    .orderBy('id')
    .limit(limit)
    .execute()) as VolunteerRow[]
export const signVolunteer = async (
  tx: Tx,
  raceid: number,
  id: number,
  times: Pick<VolunteerRow, 'came_at' | 'left_at'>,
): Promise<void> => {
  await tx.updateTable('volunteers').set(times).where('raceid', '=', raceid).where('id', '=', id).execute()
}
/** Tells whether anybody who volunteers has one of these mobiles. */
export const hasMobile = async (db: Db, raceid: number, mobiles: readonly Buffer[]): Promise<boolean> =>
  (await db
    .selectFrom('volunteers')
    .select('id')
    .where('raceid', '=', raceid)
    .where('mobile_ix', 'in', mobiles)
    .where('state', '!=', 'off')
    .limit(1)
    .executeTakeFirst()) !== undefined
