import { type Db, type Tx, named } from '#db/db.ts'
import type { Invitation } from './contract.ts'

const columns = 'raceid, id, code, label, eventid, uses, used, expires_at, price, direct, stopped_at'

/** Holds the invitations with these codes (normal form) until the transaction ends, in the order of their ids. */
export const lockByCode = (tx: Tx, raceid: number, codes: readonly string[]): Promise<Invitation[]> =>
  named<Invitation>(tx, 'lock invitations', `select ${columns} from invitations where raceid = $1 and code = any($2::text[]) order by id for update`, [raceid, codes])

/** The same by id. */
export const lockById = (tx: Tx, raceid: number, ids: readonly number[]): Promise<Invitation[]> =>
  named<Invitation>(tx, 'lock invitations by id', `select ${columns} from invitations where raceid = $1 and id = any($2::bigint[]) order by id for update`, [raceid, ids])

export const findByCode = async (db: Db | Tx, raceid: number, code: string): Promise<Invitation | undefined> =>
  (await named<Invitation>(db, 'find invitation', `select ${columns} from invitations where raceid = $1 and code = $2`, [raceid, code]))[0]

/** Counts uses (or, below zero, gives them back). `codes_are_not_overused` is the last guard. */
export const addUses = async (tx: Tx, raceid: number, ids: readonly number[], by: readonly number[]): Promise<void> => {
  await named(
    tx,
    'count invitation uses',
    `update invitations i set used = i.used + given.by from unnest($2::bigint[], $3::integer[]) as given (id, by) where i.raceid = $1 and i.id = given.id`,
    [raceid, ids, by],
  )
}
