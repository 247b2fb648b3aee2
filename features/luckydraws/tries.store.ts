import { type Db, type Tx, named } from '#db/db.ts'
import { randomBytes } from 'node:crypto'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import type { Chances, DrawOutcome } from './rules.ts'

export type DrawPlayerRow = { id: number; uid: number; person: Buffer; used: number; wins: number }
const playerColumns = 'id, uid, person, used, wins'
/** Makes the missing players of these accounts, and reads the players of all these accounts. */
export const ensurePlayers = async (
  on: Db | Tx,
  raceid: number,
  drawid: number,
  uids: readonly number[],
  now: Date,
): Promise<DrawPlayerRow[]> => {
  const read = () =>
    named<DrawPlayerRow>(
      on,
      'luckydraws: players',
      `select ${playerColumns} from luckydraw_players where raceid = $1 and drawid = $2 and uid = any($3::bigint[])`,
      [raceid, drawid, uids],
    )
  const found = await read()
  const known = new Set(found.map(({ uid }) => uid))
  const fresh = [...new Set(uids)].filter((uid) => !known.has(uid)).toSorted((a, b) => a - b)
  if (fresh.length === 0) return found
  await named(
    on,
    'luckydraws: new players',
    `insert into luckydraw_players (raceid, drawid, uid, person, created_at)
      select $1, $2, uid, person, $5 from unnest($3::bigint[], $4::bytea[]) as one (uid, person)
      on conflict (raceid, drawid, uid) do nothing`,
    [raceid, drawid, fresh, fresh.map(() => randomBytes(16)), now],
  )
  return read()
}
export type AccountFacts = { uid: number; registered: boolean; finished: boolean; shared: number }
const registeredText = `select distinct r.uid from ${registrationRows.text} r
  where r.raceid = $1 and r.uid = any($2::bigint[]) and ${entered('r')}`
const finishedText = `select distinct r.uid from ${registrationRows.text} r
  join ${resultRows.text} x on x.raceid = r.raceid and x.registrationid = r.id
  join ${sheetRows.text} h on h.raceid = x.raceid and h.eventid = x.eventid
  where r.raceid = $1 and r.uid = any($2::bigint[]) and x.outcome = 'finished' and h.published_at is not null`
/**
 * Reads the facts about accounts by which the draw gives chances. A fact that the draw does not use is false or 0.
 * PostgreSQL plans the query again for each list of accounts, because the tables are empty at first and grow while
 * people play.
 */
export const readFacts = async (
  on: Db | Tx,
  { raceid, id, chances }: { raceid: number; id: number; chances: Chances },
  uids: readonly number[],
): Promise<AccountFacts[]> => {
  const among = async (rule: 'registered' | 'finished', text: string): Promise<ReadonlySet<number>> =>
    new Set(
      chances[rule]
        ? (await named<{ uid: number }>(on, `luckydraws: ${rule}`, text, [raceid, uids])).map(({ uid }) => uid)
        : [],
    )
  const registered = await among('registered', registeredText)
  const finished = await among('finished', finishedText)
  const shared = new Map(
    (chances.shared
      ? await named<{ uid: number; n: number }>(
          on,
          'luckydraws: shared',
          `select p.uid, count(*)::integer as n from luckydraw_players p
            join luckydraw_shares s on s.raceid = p.raceid and s.playerid = p.id
            where p.raceid = $1 and p.drawid = $2 and p.uid = any($3::bigint[]) group by p.uid`,
          [raceid, id, uids],
        )
      : []
    ).map(({ uid, n }) => [uid, n]),
  )
  return uids.map((uid) => ({
    uid,
    registered: registered.has(uid),
    finished: finished.has(uid),
    shared: shared.get(uid) ?? 0,
  }))
}
/**
 * Records a friend for the player whose link the friend opened. Each friend counts once in a draw. A player who opens
 * their own link does not count.
 */
export const countShare = async (
  on: Db | Tx,
  raceid: number,
  drawid: number,
  person: Buffer,
  uid: number,
  now: Date,
): Promise<void> => {
  await named(
    on,
    'luckydraws: share',
    `insert into luckydraw_shares (raceid, drawid, playerid, uid, at)
      select $1, $2, id, $4, $5 from luckydraw_players
      where raceid = $1 and drawid = $2 and person = $3 and uid is not null and uid <> $4
      on conflict (raceid, drawid, uid) do nothing`,
    [raceid, drawid, person, uid, now],
  )
}

export type TryRow = {
  n: number
  playerid: number
  k: number
  own: Buffer
  fell: number | null
  fate: DrawOutcome
  chain: Buffer
}
/** Finds the stored tries that have the player and the random number of a try in `asked`. */
export const findTries = (
  tx: Tx,
  raceid: number,
  asked: readonly { playerid: number; own: Buffer }[],
): Promise<TryRow[]> =>
  named<TryRow>(
    tx,
    'luckydraws: known tries',
    `select t.n, t.playerid, t.k, t.own, t.fell, t.fate, t.chain
      from unnest($2::integer[], $3::bytea[]) as one (playerid, own)
      join luckydraw_tries t on t.raceid = $1 and t.playerid = one.playerid and t.own = one.own`,
    [raceid, asked.map(({ playerid }) => playerid), asked.map(({ own }) => own)],
  )
export const insertTries = async (
  tx: Tx,
  raceid: number,
  drawid: number,
  rows: readonly TryRow[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'luckydraws: insert tries',
    `insert into luckydraw_tries (raceid, drawid, n, playerid, k, own, fell, fate, chain, at)
      select $1, $2, n, playerid, k, own, fell, fate, chain, $10
      from unnest($3::integer[], $4::integer[], $5::integer[], $6::bytea[], $7::integer[], $8::text[], $9::bytea[])
        as one (n, playerid, k, own, fell, fate, chain)`,
    [
      raceid,
      drawid,
      rows.map(({ n }) => n),
      rows.map(({ playerid }) => playerid),
      rows.map(({ k }) => k),
      rows.map(({ own }) => own),
      rows.map(({ fell }) => fell),
      rows.map(({ fate }) => fate),
      rows.map(({ chain }) => chain),
      now,
    ],
  )
}
export const countPlayed = async (
  tx: Tx,
  raceid: number,
  players: readonly { id: number; used: number; wins: number }[],
): Promise<void> => {
  await named(
    tx,
    'luckydraws: count played',
    `update luckydraw_players p set used = one.used, wins = one.wins
      from unnest($2::integer[], $3::integer[], $4::integer[]) as one (id, used, wins)
      where p.raceid = $1 and p.id = one.id`,
    [raceid, players.map(({ id }) => id), players.map(({ used }) => used), players.map(({ wins }) => wins)],
  )
}
export const saveTries = async (
  tx: Tx,
  raceid: number,
  drawid: number,
  tries: number,
  chain: Buffer,
): Promise<void> => {
  await named(
    tx,
    'luckydraws: count tries',
    'update luckydraws set tries = $3, chain = $4 where raceid = $1 and id = $2',
    [raceid, drawid, tries, chain],
  )
}
export type TryLogRow = TryRow & { person: Buffer }
/** Reads the log of a draw, a page at a time. */
export const listLog = (db: Db, raceid: number, drawid: number, after: number, limit: number): Promise<TryLogRow[]> =>
  named<TryLogRow>(
    db,
    'luckydraws: log',
    `select t.n, t.playerid, t.k, t.own, t.fell, t.fate, t.chain, p.person
      from luckydraw_tries t join luckydraw_players p on p.raceid = t.raceid and p.id = t.playerid
      where t.raceid = $1 and t.drawid = $2 and t.n > $3 order by t.n limit $4`,
    [raceid, drawid, after, limit],
  )
