import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

export const countedPrizes = (uid: string): string => `select count(*)::integer from prizes p where p.uid = ${uid}`

type HeldPrize = {
  raceid: number
  name: string
  state: string
  contact: Buffer | null
  code: string | null
  created_at: Date
}
export const listHeldPrizes = (db: Db, uid: number): Promise<HeldPrize[]> =>
  named<HeldPrize>(
    db,
    'prizes: of holder',
    'select raceid, name, state, contact, code, created_at from prizes where uid = $1 order by id desc limit 1000',
    [uid],
  )
type HeldTries = { raceid: number; drawid: number; used: number; wins: number; created_at: Date }
export const listHeldTries = (db: Db, uid: number): Promise<HeldTries[]> =>
  named<HeldTries>(
    db,
    'luckydraws: tries of holder',
    `select raceid, drawid, used, wins, created_at from luckydraw_players where uid = $1 order by raceid, drawid limit 1000`,
    [uid],
  )
/**
 * Moves players, opened links, entries and prizes to another account of the same person. If both accounts played in one
 * draw, the account that stays gets the used chances of both. The tries of the account that does not stay are kept in
 * the log without an account.
 */
export const adoptPlayers = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update luckydraw_players kept set used = kept.used + gone.used, wins = kept.wins + gone.wins
    from luckydraw_players gone where kept.uid = ${to} and gone.uid = ${from} and gone.raceid = kept.raceid
      and gone.drawid = kept.drawid`.execute(tx)
  await sql`update luckydraw_players gone set uid = null where gone.uid = ${from} and exists (select from
    luckydraw_players kept where kept.uid = ${to} and kept.raceid = gone.raceid
      and kept.drawid = gone.drawid)`.execute(tx)
  await sql`update luckydraw_players set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`delete from luckydraw_shares gone where gone.uid = ${from} and exists (select from luckydraw_shares kept
    where kept.uid = ${to} and kept.raceid = gone.raceid and kept.drawid = gone.drawid)`.execute(tx)
  await sql`update luckydraw_shares set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update luckydraw_entries set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update prizes set uid = ${to} where uid = ${from}`.execute(tx)
}
/**
 * Assignments that empty the address of a prize, unless the prize must still be sent there. A later job erases the
 * address of such a prize.
 */
const keptWhileOwed = sql.raw(
  `contact = case when state = 'claimed' then contact else ''::bytea end,
   contact_mask = case when state = 'claimed' then contact_mask else '' end`,
)
/** Lists the prizes of an account, or of one registration, that wait to be sent to an address. */
export const listUnsentPrizes = async (
  db: Db,
  { uid, raceid, registrationid }: { uid: number; raceid?: number; registrationid?: number },
): Promise<{ raceid: number; name: string; names: unknown }[]> =>
  (
    await sql<{ raceid: number; name: string; names: unknown }>`select raceid, name, names from prizes
      where state = 'claimed' and length(contact) > 0 and ${
        registrationid === undefined
          ? sql`uid = ${uid}`
          : sql`raceid = ${raceid!} and registrationid = ${registrationid}`
      } order by id limit 100`.execute(db)
  ).rows
/** Removes the addresses of prizes whose winner was erased before the prize was sent. */
export const erasePrizesOfErased = async (tx: Tx): Promise<void> => {
  await sql`update prizes set contact = ''::bytea, contact_mask = ''
    where uid is null and registrationid is null and state <> 'claimed' and length(contact) > 0`.execute(tx)
}
/** Takes an account out of draws. The public log keeps the tries of the account under random names. */
export const forgetPlayer = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update luckydraw_players set uid = null where uid = ${uid}`.execute(tx)
  await sql`delete from luckydraw_shares where uid = ${uid}`.execute(tx)
  await sql`update luckydraw_entries set uid = 0, salt = '' where uid = ${uid}`.execute(tx)
  await sql`update prizes set uid = null, code = null, ${keptWhileOwed} where uid = ${uid}`.execute(tx)
}
/** Takes a registration out of draws on stage. The frozen list keeps the hash that stands for the registration. */
export const forgetEntrant = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`delete from luckydraw_presences where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
  await sql`update luckydraw_entries set salt = '' where raceid = ${raceid}
    and registrationid = ${registrationid}`.execute(tx)
  await sql`update prizes set registrationid = null, ${keptWhileOwed} where raceid = ${raceid}
    and registrationid = ${registrationid}`.execute(tx)
}
