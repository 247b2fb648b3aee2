import type { Selectable } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import type { Prizes } from '#db/schema.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { PrizeState, PrizeWay } from '../rules.ts'
import type { GiftSettings } from '../store.ts'

export type PrizeRow = Omit<Selectable<Prizes>, 'names' | 'settings' | 'way' | 'state' | 'room'> & {
  room: 'luckydraws' | 'cards'
  names: Record<string, string>
  settings: GiftSettings
  way: PrizeWay
  state: PrizeState
}
export type NewPrize = Pick<
  PrizeRow,
  'room' | 'sourceid' | 'gift' | 'uid' | 'registrationid' | 'name' | 'names' | 'icon' | 'value' | 'way' | 'settings'
> & { claim_until: Date }

/** Writes won prizes, and returns them in the order of `rows`. */
export const insertPrizes = async (tx: Tx, raceid: number, rows: readonly NewPrize[], now: Date): Promise<PrizeRow[]> =>
  rows.length === 0
    ? []
    : ((await tx
        .insertInto('prizes')
        .values(
          rows.map(({ names, settings, ...row }) => ({
            ...row,
            names: jsonb(names),
            settings: jsonb(settings),
            raceid,
            _key: newKey(raceid),
            created_at: now,
            updated_at: now,
          })),
        )
        .returningAll()
        .execute()) as PrizeRow[])

/** Lists the latest 200 prizes of an account, in one race or in all races. */
export const listPrizesOf = (db: Db | Tx, uid: number, raceid: number | null): Promise<PrizeRow[]> =>
  named<PrizeRow>(
    db,
    'prizes: of account',
    `select * from prizes where uid = $1 and ($2::integer is null or raceid = $2) order by id desc limit 200`,
    [uid, raceid],
  )
export const lockPrize = async (tx: Tx, raceid: number, key: string): Promise<PrizeRow | undefined> =>
  (
    await named<PrizeRow>(tx, 'prizes: lock', 'select * from prizes where raceid = $1 and _key = $2 for update', [
      raceid,
      key,
    ])
  )[0]
export const lockPrizeById = async (tx: Tx, raceid: number, id: number): Promise<PrizeRow | undefined> =>
  (
    await named<PrizeRow>(tx, 'prizes: lock by id', 'select * from prizes where raceid = $1 and id = $2 for update', [
      raceid,
      id,
    ])
  )[0]
export const changePrize = async (
  tx: Tx,
  { raceid, id }: Pick<PrizeRow, 'raceid' | 'id'>,
  set: Partial<
    Pick<
      PrizeRow,
      'state' | 'contact' | 'contact_mask' | 'code' | 'carrier' | 'number' | 'done_at' | 'staffid' | 'claim_until'
    >
  >,
  now: Date,
): Promise<PrizeRow> =>
  (await tx
    .updateTable('prizes')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as PrizeRow

/** Takes back every prize that nobody claimed in time. */
export const returnPrizes = async (db: Db, now: Date): Promise<void> => {
  await named(
    db,
    'prizes: return',
    `update prizes set state = 'returned', updated_at = $1 where state = 'won' and claim_until <= $1`,
    [now],
  )
}
/** Erases the addresses of prizes that are sent, handed out, given or returned, and have not changed since `before`. */
export const eraseContacts = async (db: Db, before: Date): Promise<void> => {
  await named(
    db,
    'prizes: erase contacts',
    `update prizes set contact = '', contact_mask = '' where length(contact) > 0 and updated_at < $1
      and state in ('sent', 'handed', 'returned', 'given')`,
    [before],
  )
}

export type WinnerRow = PrizeRow & { winner: string | null; bib: string | null }
type WinnersWanted = {
  room: 'luckydraws' | 'cards'
  source?: number | undefined
  state?: string | undefined
  after?: number | undefined
  limit: number
}
/**
 * Lists prizes with the names of their winners, the newest first. The name comes from the registration that won. If the
 * prize names only an account, the name comes from a registration of this account.
 */
export const listWinners = (db: Db, raceid: number, wanted: WinnersWanted): Promise<WinnerRow[]> =>
  named<WinnerRow>(
    db,
    'prizes: winners',
    `select p.*, r.name as winner, coalesce(r.prefix_bib, '') || coalesce(r.bib, '') as bib
      from prizes p left join lateral (select name, prefix_bib, bib from ${registrationRows.text} one
        where one.raceid = p.raceid and (one.id = p.registrationid or (p.registrationid is null and one.uid = p.uid))
        order by one.id limit 1) r on true
      where p.raceid = $1 and p.room = $2 and ($3::integer is null or p.sourceid = $3)
        and ($4::text is null or p.state = $4) and ($5::bigint is null or p.id < $5)
      order by p.id desc limit $6`,
    [raceid, wanted.room, wanted.source ?? null, wanted.state ?? null, wanted.after ?? null, wanted.limit],
  )
export const countWinners = async (
  db: Db,
  raceid: number,
  { room, source, state }: Omit<WinnersWanted, 'limit' | 'after'>,
): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'prizes: count winners',
      `select count(*)::integer as n from prizes where raceid = $1 and room = $2
        and ($3::integer is null or sourceid = $3) and ($4::text is null or state = $4)`,
      [raceid, room, source ?? null, state ?? null],
    )
  )[0]!.n
