import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import type { BanSource } from './rules.ts'

export type BanRow = {
  raceid: number
  id: number
  everywhere: boolean
  source: BanSource
  document_ix: Buffer
  idnum_mask: string
  name: string
  reason: string
  from_day: string
  until_day: string | null
  lifted_at: Date | null
  lift_reason: string | null
}
const columns = `raceid, id, everywhere, source, document_ix, idnum_mask, name, reason, from_day::text as from_day,
  until_day::text as until_day, lifted_at, lift_reason`

/** Lists the bans that count for a race: the bans of this race and the bans for every race, the newest first. */
export const listBans = (
  db: Db,
  raceid: number,
  {
    q,
    document_ixs,
    past,
    today,
    before,
    limit,
  }: {
    q: string
    /** The blind indexes of the documents that the search text may mean. */
    document_ixs: readonly Buffer[]
    past: boolean
    today: string
    before: number | undefined
    limit: number
  },
): Promise<BanRow[]> =>
  named<BanRow>(
    db,
    'list bans',
    `select ${columns} from bans
      where (raceid = $1 or everywhere) and ($2 = '' or name ~* $8
          or document_ix = any($3::bytea[]))
        and (lifted_at is not null or (until_day is not null and until_day < $4::date)) = $5::boolean
        and ($6::bigint is null or id < $6)
      order by id desc limit $7`,
    [raceid, q, document_ixs, today, past, before ?? null, limit, namePattern(q)],
  )
/** Lists the bans for a race, without lifted bans, for the check of a sign-up. */
export const listLive = (
  db: Db,
  raceid: number,
): Promise<{ document_ix: Buffer; from_day: string; until_day: string | null }[]> =>
  named(
    db,
    'live bans',
    `select document_ix, from_day::text as from_day, until_day::text as until_day from bans
      where (raceid = $1 or everywhere) and lifted_at is null`,
    [raceid],
  )
/** Lists the bans of one document for a race, without lifted bans. */
export const listLiveOf = (
  on: Db | Tx,
  raceid: number,
  document_ix: Buffer,
): Promise<{ from_day: string; until_day: string | null }[]> =>
  named(
    on,
    'live bans of document',
    `select from_day::text as from_day, until_day::text as until_day from bans
      where (raceid = $1 or everywhere) and document_ix = $2 and lifted_at is null`,
    [raceid, document_ix],
  )
export const findBans = (
  on: Db | Tx,
  raceid: number,
  source: BanSource,
  documents: readonly Buffer[],
): Promise<BanRow[]> =>
  named<BanRow>(
    on,
    'bans of documents',
    `select ${columns} from bans
      where raceid = $1 and source = $2 and document_ix = any($3::bytea[]) and lifted_at is null`,
    [raceid, source, documents],
  )
export const findBan = async (on: Db | Tx, raceid: number, id: number): Promise<BanRow | undefined> =>
  (
    await named<BanRow>(on, 'find ban', `select ${columns} from bans where (raceid = $1 or everywhere) and id = $2`, [
      raceid,
      id,
    ])
  )[0]
/** Locks a ban that counts for this race. Staff of another race may have written the ban for every race. */
export const lockBan = async (tx: Tx, raceid: number, id: number): Promise<BanRow | undefined> => {
  const found = await findBan(tx, raceid, id)
  if (!found) return undefined
  const [row] = await named<BanRow>(
    tx,
    'lock ban',
    `select ${columns} from bans where raceid = $1 and id = $2 for update`,
    [found.raceid, id],
  )
  // Meanwhile, staff of the ban's own race may have limited the ban to that race.
  return row && (row.raceid === raceid || row.everywhere) ? row : undefined
}

export type NewBan = Omit<BanRow, 'id' | 'lifted_at' | 'lift_reason'>
export const insertBan = async (tx: Tx, row: NewBan, staffid: number | null, now: Date): Promise<number> =>
  (
    await tx
      .insertInto('bans')
      .values({ ...row, staffid, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export const changeBan = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Pick<BanRow, 'name' | 'reason' | 'from_day' | 'until_day' | 'everywhere'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('bans')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const liftBan = async (tx: Tx, raceid: number, id: number, reason: string, now: Date): Promise<void> => {
  await tx
    .updateTable('bans')
    .set({ lifted_at: now, lift_reason: reason, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/** Removes bans that ended or were lifted before `before`. */
export const removeOldBans = async (db: Db, before: Date): Promise<void> => {
  await named(
    db,
    'remove old bans',
    `delete from bans where lifted_at < $1::timestamptz or until_day < ($1::timestamptz)::date`,
    [before],
  )
}
