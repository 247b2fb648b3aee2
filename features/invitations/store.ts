import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { Invitation } from './contract.ts'

const columns =
  'raceid, id, code, label, eventid, uses, used, expires_at, price, direct, source, stopped_at, ' +
  `encode(holder, 'hex') as holder`

export const lockByCode = (tx: Tx, raceid: number, codes: readonly string[]): Promise<Invitation[]> =>
  named<Invitation>(
    tx,
    'lock invitations',
    `select ${columns} from invitations where raceid = $1 and code = any($2::text[]) order by id for update`,
    [raceid, codes],
  )

export const findByCodes = (on: Db | Tx, raceid: number, codes: readonly string[]): Promise<Invitation[]> =>
  named<Invitation>(
    on,
    'invitations of codes',
    `select ${columns} from invitations where raceid = $1 and code = any($2::text[])`,
    [raceid, codes],
  )

export const lockById = (tx: Tx, raceid: number, ids: readonly number[]): Promise<Invitation[]> =>
  named<Invitation>(
    tx,
    'lock invitations by id',
    `select ${columns} from invitations where raceid = $1 and id = any($2::bigint[]) order by id for update`,
    [raceid, ids],
  )

export const findByCode = async (db: Db | Tx, raceid: number, code: string): Promise<Invitation | undefined> =>
  (
    await named<Invitation>(
      db,
      'find invitation',
      `select ${columns} from invitations where raceid = $1 and code = $2`,
      [raceid, code],
    )
  )[0]

export const findByIds = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<Invitation[]> =>
  named<Invitation>(
    on,
    'find invitations by id',
    `select ${columns} from invitations where raceid = $1 and id = any($2::bigint[]) order by id`,
    [raceid, ids],
  )

export const findById = async (db: Db | Tx, raceid: number, id: number): Promise<Invitation | undefined> =>
  (
    await named<Invitation>(
      db,
      'find invitation by id',
      `select ${columns} from invitations where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]

/**
 * Adds uses to invitations. A negative number gives uses back. The constraint `codes_are_not_overused` refuses an
 * overused code in any case.
 */
export const addUses = async (tx: Tx, raceid: number, ids: readonly number[], by: readonly number[]): Promise<void> => {
  await named(
    tx,
    'count invitation uses',
    `update invitations i set used = i.used + given.by from unnest($2::bigint[], $3::integer[]) as given (id, by)
      where i.raceid = $1 and i.id = given.id`,
    [raceid, ids, by],
  )
}

export type InvitationRow = Omit<Invitation, 'holder' | 'source'> & {
  source: string
  holder: Buffer | null
  created_at: Date
  updated_at: Date
  e_name: string | null
  e_names: unknown
}
const lines = (on: Db | Tx) =>
  on
    .selectFrom('invitations as i')
    .leftJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'i.raceid').onRef('e.id', '=', 'i.eventid'))
    .selectAll('i')
    .select(['e.name as e_name', 'e.names as e_names'])
export const findInvitationById = (on: Db | Tx, raceid: number, id: number): Promise<InvitationRow | undefined> =>
  lines(on).where('i.raceid', '=', raceid).where('i.id', '=', id).executeTakeFirst()
export const listInvitations = (
  db: Db,
  raceid: number,
  { q, code, before, limit }: { q: string; code: string; before: number | undefined; limit: number },
): Promise<InvitationRow[]> => {
  let query = lines(db).where('i.raceid', '=', raceid).orderBy('i.id', 'desc').limit(limit)
  if (q !== '') query = query.where(sql<boolean>`(position(${code} in i.code) > 0 or ${holdsName(sql`i.label`, q)})`)
  if (before !== undefined) query = query.where('i.id', '<', before)
  return query.execute()
}

/** The terms of a code. Without a source a new code is for direct entry, and an existing code keeps its source. */
export type Granted = Pick<Invitation, 'label' | 'eventid' | 'uses' | 'expires_at' | 'price' | 'direct'> &
  Partial<Pick<Invitation, 'source'>>
/** Writes new invitations. A code that exists already is left out. Returns the ids of the written invitations. */
export const insertInvitations = async (
  tx: Tx,
  raceid: number,
  codes: readonly string[],
  granted: Granted & { holder?: Buffer | null },
  now: Date,
): Promise<number[]> =>
  (
    await tx
      .insertInto('invitations')
      .values(codes.map((code) => ({ raceid, code, ...granted, created_at: now, updated_at: now })))
      .onConflict((on) => on.columns(['raceid', 'code']).doNothing())
      .returning('id')
      .execute()
  ).map(({ id }) => id)
export const listByIds = (tx: Tx, raceid: number, ids: readonly number[]): Promise<InvitationRow[]> =>
  lines(tx).where('i.raceid', '=', raceid).where('i.id', 'in', ids).orderBy('i.id').execute()
export const updateInvitation = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<Granted & { stopped_at: Date | null }>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

export const stopWithoutHolder = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set(({ fn, val }) => ({ holder: null, stopped_at: fn.coalesce('stopped_at', val(now)), updated_at: now }))
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('holder', 'is not', null)
    .execute()
}
