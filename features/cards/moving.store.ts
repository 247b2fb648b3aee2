import { type Db, type Tx, named } from '#db/db.ts'

export type CollectorRow = {
  id: number
  uid: number | null
  day: string | null
  today: number
  used: number
  name: string
  gift_at: Date | null
}
const playerColumns = 'id, uid, day, today, used, name, gift_at'
export const ensurePlayer = async (
  on: Db | Tx,
  raceid: number,
  setid: number,
  uid: number,
  now: Date,
): Promise<void> => {
  await named(
    on,
    'cards: new player',
    `insert into card_players (raceid, setid, uid, created_at) values ($1, $2, $3, $4)
      on conflict (raceid, setid, uid) do nothing`,
    [raceid, setid, uid, now],
  )
}
export const findPlayer = async (
  on: Db | Tx,
  raceid: number,
  setid: number,
  uid: number,
): Promise<CollectorRow | undefined> =>
  (
    await named<CollectorRow>(
      on,
      'cards: player',
      `select ${playerColumns} from card_players where raceid = $1 and setid = $2 and uid = $3`,
      [raceid, setid, uid],
    )
  )[0]
/** Locks the player of an account, so that two simultaneous calls of one account do not use the same card. */
export const lockPlayer = async (
  tx: Tx,
  raceid: number,
  setid: number,
  uid: number,
): Promise<CollectorRow | undefined> =>
  (
    await named<CollectorRow>(
      tx,
      'cards: lock player',
      `select ${playerColumns} from card_players where raceid = $1 and setid = $2 and uid = $3 for no key update`,
      [raceid, setid, uid],
    )
  )[0]
export const findPlayerById = async (on: Db | Tx, raceid: number, id: number): Promise<CollectorRow | undefined> =>
  (
    await named<CollectorRow>(
      on,
      'cards: player by id',
      `select ${playerColumns} from card_players where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]
export const changePlayer = async (
  tx: Tx,
  raceid: number,
  { id, day, today, used, name, gift_at }: CollectorRow,
): Promise<void> => {
  await named(
    tx,
    'cards: change player',
    `update card_players set day = $3, today = $4, used = $5, name = $6, gift_at = $7 where raceid = $1 and id = $2`,
    [raceid, id, day, today, used, name, gift_at],
  )
}

/** Subtracts one piece of a card from the stock. Returns false if no piece is left. */
export const takePiece = async (tx: Tx, raceid: number, setid: number, card: number): Promise<boolean> =>
  (
    await named(
      tx,
      'cards: take piece',
      `update card_kinds set drawn = drawn + 1 where raceid = $1 and setid = $2 and card = $3 and drawn < pieces
        returning card`,
      [raceid, setid, card],
    )
  ).length > 0
export const insertCard = async (
  tx: Tx,
  raceid: number,
  { setid, card, playerid }: { setid: number; card: number; playerid: number },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'cards: insert',
    'insert into cards (raceid, setid, card, playerid, created_at) values ($1, $2, $3, $4, $5)',
    [raceid, setid, card, playerid, now],
  )
}
export type OwnRow = { card: number; n: number; offered: number; used: number }
export const countOwn = (on: Db | Tx, raceid: number, playerid: number): Promise<OwnRow[]> =>
  named<OwnRow>(
    on,
    'cards: own',
    `select card, count(*) filter (where used_at is null)::integer as n,
        count(*) filter (where offer is not null)::integer as offered,
        count(*) filter (where used_at is not null)::integer as used
      from cards where raceid = $1 and playerid = $2 group by card order by card`,
    [raceid, playerid],
  )
export type HeldCardRow = { id: number; setid: number; card: number; playerid: number; turn: number }
const cardColumns = 'id, setid, card, playerid, turn'
/** Finds a card of a player that is neither offered nor used. */
export const findFree = async (
  tx: Tx,
  raceid: number,
  playerid: number,
  card: number,
): Promise<HeldCardRow | undefined> =>
  (
    await named<HeldCardRow>(
      tx,
      'cards: free',
      `select ${cardColumns} from cards where raceid = $1 and playerid = $2 and card = $3 and offer is null
        and used_at is null order by id limit 1 for no key update`,
      [raceid, playerid, card],
    )
  )[0]
export const offerCard = async (tx: Tx, raceid: number, id: number, offer: Buffer): Promise<void> => {
  await named(tx, 'cards: offer', 'update cards set offer = $3 where raceid = $1 and id = $2', [raceid, id, offer])
}
export const stopOffers = async (tx: Tx, raceid: number, playerid: number, card: number): Promise<void> => {
  await named(
    tx,
    'cards: stop offers',
    'update cards set offer = null where raceid = $1 and playerid = $2 and card = $3 and offer is not null',
    [raceid, playerid, card],
  )
}
export const findOffered = async (on: Db | Tx, raceid: number, offer: Buffer): Promise<HeldCardRow | undefined> =>
  (
    await named<HeldCardRow>(
      on,
      'cards: offered',
      `select ${cardColumns} from cards where raceid = $1 and offer = $2`,
      [raceid, offer],
    )
  )[0]
/**
 * Moves the card of a link to another player. One statement finds and moves the card, so only one of several
 * simultaneous callers moves it. The result is undefined if the link offers no card any more, or if the player `to`
 * already holds the card.
 */
export const moveOffered = async (
  tx: Tx,
  raceid: number,
  offer: Buffer,
  to: number,
): Promise<HeldCardRow | undefined> =>
  (
    await named<HeldCardRow>(
      tx,
      'cards: move offered',
      `update cards set playerid = $3, offer = null, turn = turn + 1
        where raceid = $1 and offer = $2 and playerid <> $3 returning ${cardColumns}`,
      [raceid, offer, to],
    )
  )[0]
export const moveCard = async (tx: Tx, raceid: number, id: number, to: number): Promise<void> => {
  await named(tx, 'cards: move', 'update cards set playerid = $3, turn = turn + 1 where raceid = $1 and id = $2', [
    raceid,
    id,
    to,
  ])
}
export const insertMove = async (
  tx: Tx,
  raceid: number,
  move: { cardid: number; from: number; to: number; turn: number; demandid: number | null },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'cards: insert move',
    `insert into card_moves (raceid, cardid, from_player, to_player, turn, demandid, at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [raceid, move.cardid, move.from, move.to, move.turn, move.demandid, now],
  )
}
export const useCards = async (tx: Tx, raceid: number, ids: readonly number[], now: Date): Promise<void> => {
  await named(tx, 'cards: use', 'update cards set used_at = $3 where raceid = $1 and id = any($2::bigint[])', [
    raceid,
    ids,
    now,
  ])
}

export type DemandRow = { id: number; setid: number; card: number; playerid: number; cardid: number | null }
const demandColumns = 'id, setid, card, playerid, cardid'
export const insertDemand = async (
  tx: Tx,
  raceid: number,
  { setid, card, playerid, link }: { setid: number; card: number; playerid: number; link: Buffer },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'cards: insert demand',
    'insert into card_demands (raceid, setid, card, playerid, link, created_at) values ($1, $2, $3, $4, $5, $6)',
    [raceid, setid, card, playerid, link, now],
  )
}
export const findDemand = async (on: Db | Tx, raceid: number, link: Buffer): Promise<DemandRow | undefined> =>
  (
    await named<DemandRow>(
      on,
      'cards: demand',
      `select ${demandColumns} from card_demands where raceid = $1 and link = $2`,
      [raceid, link],
    )
  )[0]
export const lockDemand = async (tx: Tx, raceid: number, id: number): Promise<DemandRow | undefined> =>
  (
    await named<DemandRow>(
      tx,
      'cards: lock demand',
      `select ${demandColumns} from card_demands where raceid = $1 and id = $2 for no key update`,
      [raceid, id],
    )
  )[0]
export const answerDemand = async (
  tx: Tx,
  raceid: number,
  { id, cardid }: { id: number; cardid: number },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'cards: answer demand',
    'update card_demands set cardid = $3, answered_at = $4 where raceid = $1 and id = $2',
    [raceid, id, cardid, now],
  )
}
