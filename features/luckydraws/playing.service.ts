import { type Db, type Tx, planForParameters } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { inNamedBatches } from '#db/sharing/batch.ts'
import type { PrizeRow } from './prizes/prizes.store.ts'
import { givePrizes } from './prizes/prizes.service.ts'
import { type PlayerState, type Running, chancesOf, decideTry, isDrawOpen, totalOf } from './rules.ts'
import { type DrawRow, type GiftRow, countWon, listGifts, lockDraw } from './store.ts'
import {
  type DrawPlayerRow,
  type TryRow,
  countPlayed,
  saveTries,
  findTries,
  insertTries,
  ensurePlayers,
  readFacts,
} from './tries.store.ts'

/**
 * One try that waits for its batch. One transaction decides a batch. Before the batch, the caller finds out by the
 * account's mobile whether the account `volunteered`.
 */
export type WaitingTry = {
  raceid: number
  drawid: number
  uid: number
  own: Buffer
  volunteered: boolean
  now: Date
}
type WhyNoTry = 'draw_not_found' | 'draw_not_open' | 'no_chance_left'
export type Played = { row: TryRow; person: Buffer; left: number; prize: PrizeRow | undefined }
export type TryOutcome = { played: Played } | { refused: WhyNoTry }

const MOST = 500
/**
 * For a batch of more tries than this number, PostgreSQL plans each statement for its parameters. For a smaller batch
 * the planning would take longer than it saves.
 */
const FEW = 10
const DAY = 86_400_000

/** The facts that decide the tries of a batch. The server reads them under the lock on the draw's row. */
type Table = {
  draw: DrawRow
  gifts: readonly GiftRow[]
  running: Running
  players: Map<number, DrawPlayerRow & PlayerState>
  totals: Map<number, number>
}
const openTable = async (tx: Tx, seal: Seal, waiting: readonly WaitingTry[], now: Date): Promise<Table | WhyNoTry> => {
  const { raceid, drawid } = waiting[0]!
  if (waiting.length > FEW) await planForParameters(tx)
  const draw = await lockDraw(tx, raceid, drawid)
  if (!draw || draw.state === 'draft' || draw.kind === 'stage') return 'draw_not_found'
  const uids = [...new Set(waiting.map(({ uid }) => uid))]
  const [gifts, players, facts] = [
    await listGifts(tx, raceid, drawid),
    await ensurePlayers(tx, raceid, drawid, uids, now),
    await readFacts(tx, draw, uids),
  ]
  const volunteers = new Set(waiting.filter(({ volunteered }) => volunteered).map(({ uid }) => uid))
  const secret = draw.secret ? seal.open(raceScope(raceid), 'draw seed', draw.secret) : ''
  return {
    draw,
    gifts,
    running: {
      seed: Buffer.from(secret, 'hex'),
      gifts,
      wins_each: draw.wins_each,
      won: new Map(gifts.map(({ gift, won }) => [gift, won])),
      n: draw.tries,
      chain: draw.chain!,
    },
    players: new Map(players.map((player) => [player.uid, player])),
    totals: new Map(
      facts.map(({ uid, ...reached }) => [
        uid,
        totalOf(chancesOf(draw.chances, { ...reached, volunteered: volunteers.has(uid) })),
      ]),
    ),
  }
}

type Fresh = { row: TryRow; uid: number }
/** Writes the new tries together with the prizes that they win. Returns the prizes by the number of the try. */
const writeTries = async (tx: Tx, { draw, gifts, running, players }: Table, fresh: readonly Fresh[], now: Date) => {
  const { raceid, id } = draw
  await insertTries(
    tx,
    raceid,
    id,
    fresh.map(({ row }) => row),
    now,
  )
  await countPlayed(tx, raceid, [...new Set(fresh.map(({ uid }) => players.get(uid)!))])
  const wins = fresh.filter(({ row }) => row.fate === 'won')
  const counted = Map.groupBy(wins, ({ row }) => row.fell!)
  await countWon(
    tx,
    raceid,
    id,
    [...counted].map(([gift, { length }]) => ({ gift, n: length })),
  )
  await saveTries(tx, raceid, id, running.n, Buffer.from(running.chain))
  const claim_until = new Date(now.getTime() + draw.claim_days * DAY)
  const prizes = await givePrizes(
    tx,
    raceid,
    wins.map(({ row, uid }) => {
      const { gift, name, names, icon, value, way, settings } = gifts.find((one) => one.gift === row.fell)!
      const prize = { gift, name, names, icon, value, way, settings, uid, registrationid: null, claim_until }
      return { room: 'luckydraws' as const, sourceid: id, ...prize }
    }),
    now,
  )
  return new Map(wins.map(({ row }, at) => [row.n, prizes[at]!]))
}

/** Decides a batch of tries of one draw, in the order in which they came. */
const decideBatch = async (tx: Tx, seal: Seal, waiting: readonly WaitingTry[]): Promise<TryOutcome[]> => {
  const now = waiting.reduce((last, one) => (one.now > last ? one.now : last), waiting[0]!.now)
  const table = await openTable(tx, seal, waiting, now)
  if (typeof table === 'string') return waiting.map(() => ({ refused: table }))
  const { draw, running, players, totals } = table
  const nameOf = (playerid: number, own: Buffer) => `${playerid} ${own.toString('hex')}`
  const asked = waiting.map(({ uid, own }) => ({ playerid: players.get(uid)!.id, own }))
  const known = new Map((await findTries(tx, draw.raceid, asked)).map((row) => [nameOf(row.playerid, row.own), row]))
  const fresh: Fresh[] = []
  const rows = waiting.map(({ uid, own }): TryRow | WhyNoTry => {
    const player = players.get(uid)!
    const before = known.get(nameOf(player.id, own))
    if (before) return before
    // The server's clock at the latest try of the batch decides whether the draw is open.
    if (!isDrawOpen(draw, now)) return 'draw_not_open'
    if (player.used >= (totals.get(uid) ?? 0)) return 'no_chance_left'
    const decided = decideTry(running, player, own)
    const row: TryRow = { ...decided, playerid: player.id, own, chain: Buffer.from(decided.chain) }
    known.set(nameOf(player.id, own), row)
    fresh.push({ row, uid })
    return row
  })
  const prizes = fresh.length > 0 ? await writeTries(tx, table, fresh, now) : new Map<number, PrizeRow>()
  return rows.map((row, at): TryOutcome => {
    if (typeof row === 'string') return { refused: row }
    const { uid } = waiting[at]!
    const player = players.get(uid)!
    const left = Math.max(0, (totals.get(uid) ?? 0) - player.used)
    return { played: { row, person: player.person, left, prize: prizes.get(row.n) } }
  })
}

const enterBatch = inNamedBatches(MOST, ({ db, seal }: { db: Db; seal: Seal }, waiting: WaitingTry[]) =>
  db.transaction().execute((tx) => decideBatch(tx, seal, waiting)),
)
/**
 * Plays one try with the next batch of its draw. While one batch commits, the next batch collects tries. The lock on
 * the draw's row orders the batches of several processes, so that two tries never win the same piece.
 */
export const playTry = (parts: { db: Db; seal: Seal }, one: WaitingTry): Promise<TryOutcome> =>
  enterBatch(parts, `${one.raceid}/${one.drawid}`, one)
