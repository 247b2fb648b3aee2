import type { Selectable } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import type { CardKinds, CardSets } from '#db/schema.ts'
import type { PrizeWay } from '#features/luckydraws/rules.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import type { CardChances } from './rules.ts'

type Texts = Record<string, string>
export type SetRow = Omit<
  Selectable<CardSets>,
  'names' | 'abouts' | 'chances' | 'gift_names' | 'gift_settings' | 'gift_way'
> & {
  names: Texts
  abouts: Texts
  chances: CardChances
  gift_names: Texts
  gift_settings: { couponid?: number; eventid?: number }
  gift_way: PrizeWay
}
export type KindRow = Omit<Selectable<CardKinds>, 'names'> & { names: Texts }

export const listSets = (on: Db | Tx, raceid: number): Promise<SetRow[]> =>
  named<SetRow>(on, 'cards: sets', 'select * from card_sets where raceid = $1 order by id', [raceid])
export const findSet = async (on: Db | Tx, raceid: number, id: number): Promise<SetRow | undefined> =>
  (await named<SetRow>(on, 'cards: set', 'select * from card_sets where raceid = $1 and id = $2', [raceid, id]))[0]
export const lockSet = async (tx: Tx, raceid: number, id: number): Promise<SetRow | undefined> =>
  (
    await named<SetRow>(
      tx,
      'cards: lock set',
      'select * from card_sets where raceid = $1 and id = $2 for no key update',
      [raceid, id],
    )
  )[0]
export const listKinds = (on: Db | Tx, raceid: number, setid?: number): Promise<KindRow[]> =>
  named<KindRow>(
    on,
    'cards: kinds',
    'select * from card_kinds where raceid = $1 and ($2::integer is null or setid = $2) order by setid, card',
    [raceid, setid ?? null],
  )
export type SetChange = Pick<
  SetRow,
  | 'name'
  | 'names'
  | 'about'
  | 'chances'
  | 'daily'
  | 'opens_at'
  | 'closes_at'
  | 'claim_days'
  | 'gift_name'
  | 'gift_names'
  | 'gift_icon'
  | 'gift_value'
  | 'gift_pieces'
  | 'gift_way'
  | 'gift_settings'
  | 'published_at'
> & { abouts?: Texts }
export const saveSet = async (
  tx: Tx,
  { raceid, id }: { raceid: number; id: number | undefined },
  { names, abouts, chances, gift_names, gift_settings, ...plain }: SetChange,
  now: Date,
): Promise<number> => {
  const set = {
    ...plain,
    names: jsonb(names),
    ...(abouts ? { abouts: jsonb(abouts) } : {}),
    chances: jsonb(chances),
    gift_names: jsonb(gift_names),
    gift_settings: jsonb(gift_settings),
    updated_at: now,
  }
  if (id === undefined)
    return (
      await tx
        .insertInto('card_sets')
        .values({ ...set, raceid, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await tx.updateTable('card_sets').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
  return id
}
/** Replaces the cards of a draft. */
export const saveKinds = async (
  tx: Tx,
  raceid: number,
  setid: number,
  kinds: readonly Omit<KindRow, 'raceid' | 'setid' | 'drawn'>[],
): Promise<void> => {
  await tx.deleteFrom('card_kinds').where('raceid', '=', raceid).where('setid', '=', setid).execute()
  await tx
    .insertInto('card_kinds')
    .values(kinds.map(({ names, ...kind }) => ({ ...kind, raceid, setid, names: jsonb(names) })))
    .execute()
}
export const countPlayers = async (on: Db | Tx, raceid: number): Promise<Map<number, number>> =>
  new Map(
    (
      await named<{ setid: number; n: number }>(
        on,
        'cards: count players',
        'select setid, count(*)::integer as n from card_players where raceid = $1 group by setid',
        [raceid],
      )
    ).map(({ setid, n }) => [setid, n]),
  )
/** Subtracts one gift of a set from the stock. Returns false if no gift is left. */
export const takeGift = async (tx: Tx, raceid: number, setid: number): Promise<boolean> =>
  (
    await named(
      tx,
      'cards: take gift',
      `update card_sets set gift_won = gift_won + 1 where raceid = $1 and id = $2 and gift_won < gift_pieces
        returning id`,
      [raceid, setid],
    )
  ).length > 0

/** Reads whether the person of an account is registered and has finished. Both actions may give cards. */
export const readChanceActions = async (
  on: Db | Tx,
  raceid: number,
  uid: number,
): Promise<{ registered: boolean; finished: boolean }> =>
  (
    await named<{ registered: boolean; finished: boolean }>(
      on,
      'cards: deeds',
      `select exists (select from ${registrationRows.text} r where r.raceid = $1 and r.uid = $2 and ${entered('r')})
          as registered,
        exists (select from ${registrationRows.text} r
          join ${resultRows.text} x on x.raceid = r.raceid and x.registrationid = r.id
          join ${sheetRows.text} h on h.raceid = x.raceid and h.eventid = x.eventid
          where r.raceid = $1 and r.uid = $2 and x.outcome = 'finished' and h.published_at is not null) as finished`,
      [raceid, uid],
    )
  )[0]!
