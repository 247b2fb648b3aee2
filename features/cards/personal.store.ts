import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

type HeldCards = { raceid: number; setid: number; name: string; cards: number; created_at: Date }
export const listHeldCards = (db: Db, uid: number): Promise<HeldCards[]> =>
  named<HeldCards>(
    db,
    'cards: of holder',
    `select p.raceid, p.setid, p.name, p.created_at,
        (select count(*)::integer from cards c where c.raceid = p.raceid and c.playerid = p.id) as cards
      from card_players p where p.uid = $1 order by p.raceid, p.setid limit 1000`,
    [uid],
  )
/**
 * Moves collections to another account of the same person. If both accounts collect the same set, the account that
 * stays gets the cards and the gift of both.
 */
export const adoptCards = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  const both = sql`kept.uid = ${to} and gone.uid = ${from} and gone.raceid = kept.raceid and gone.setid = kept.setid`
  await sql`update card_players kept set used = kept.used + gone.used, gift_at = coalesce(kept.gift_at, gone.gift_at),
      today = case when kept.day = gone.day then kept.today + gone.today when gone.day > kept.day then gone.today
        else kept.today end, day = greatest(kept.day, gone.day)
    from card_players gone where ${both}`.execute(tx)
  await sql`update cards c set playerid = kept.id from card_players kept, card_players gone
    where ${both} and c.raceid = gone.raceid and c.playerid = gone.id`.execute(tx)
  await sql`update card_demands d set playerid = kept.id from card_players kept, card_players gone
    where ${both} and d.raceid = gone.raceid and d.playerid = gone.id`.execute(tx)
  await sql`update card_players gone set uid = null, name = '' from card_players kept where ${both}`.execute(tx)
  await sql`update card_players set uid = ${to} where uid = ${from}`.execute(tx)
}
/** Removes an account from its collections. Its cards still count as drawn, and nobody holds them any more. */
export const forgetCollector = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update cards c set offer = null from card_players p where p.uid = ${uid} and c.raceid = p.raceid
    and c.playerid = p.id and c.offer is not null`.execute(tx)
  await sql`update card_players set uid = null, name = '' where uid = ${uid}`.execute(tx)
}
