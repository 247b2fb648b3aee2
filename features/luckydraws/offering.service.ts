import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { promiseOf, rulesText } from './rules.ts'
import { type DrawRow, type NewGift, changeDraw, insertDraw, listDraws, listGifts, saveGifts } from './store.ts'

/**
 * Publishes a draft: its rules become fixed, and a draw on the spot gets a secret seed with its hash. The caller has
 * locked the draw and prepared the race's key. Returns the values that the log keeps.
 */
export const publishDraw = async (
  tx: Tx,
  seal: Seal,
  draw: DrawRow,
  now: Date,
): Promise<{ rules: string; promise: string | null }> => {
  const { raceid, id } = draw
  const gifts = await listGifts(tx, raceid, id)
  const rules = rulesText({
    race: raceid,
    draw: id,
    wins_each: draw.wins_each,
    gifts: gifts.map(({ gift, odds, pieces }) => ({ gift, odds, pieces })),
  })
  const published = { rules, state: 'published', published_at: now } as const
  if (draw.kind === 'stage') {
    await changeDraw(tx, draw, { ...published, secret: null }, now)
    return { rules, promise: null }
  }
  const seed = randomBytes(32)
  const promise = Buffer.from(promiseOf(rules, seed))
  const secret = seal.seal(raceScope(raceid), 'draw seed', seed.toString('hex'))
  await changeDraw(tx, draw, { ...published, promise, chain: promise, secret }, now)
  return { rules, promise: promise.toString('hex') }
}

export const offerDraw = async (
  tx: Tx,
  seal: Seal,
  raceid: number,
  { gifts, ...draw }: Parameters<typeof insertDraw>[2] & { gifts: readonly NewGift[] },
  now: Date,
): Promise<number> => {
  const row = await insertDraw(tx, raceid, draw, now)
  await saveGifts(tx, raceid, row.id, gifts)
  await publishDraw(tx, seal, row, now)
  return row.id
}

/** Tells whether a race has a published draw that has not ended. */
export const hasDraws = async (db: Db, raceid: number, now: Date): Promise<boolean> =>
  (await listDraws(db, raceid)).some(
    ({ kind, state, closes_at }) =>
      state !== 'draft' && state !== 'closed' && (kind === 'stage' || closes_at === null || closes_at > now),
  )
