import type { Db } from '#db/db.ts'
import { drawDesignOf, presentDraw, presentGift } from './present.service.ts'
import { countPresent } from './stage/stage.store.ts'
import { type DrawRow, type GiftRow, listDraws, listGifts } from './store.ts'

/** Returns a draw as its staff see it, without the secret seed. */
const presentForStaff = async (db: Db, draw: DrawRow, gifts: readonly GiftRow[]) => ({
  ...presentDraw('zh-cn', draw),
  name: draw.name,
  about: draw.about,
  chances: draw.chances,
  design: { ...drawDesignOf('zh-cn', draw), title: draw.design.title ?? '' },
  gifts: gifts.map((gift) => ({ ...presentGift('zh-cn', gift), name: gift.name })),
  stage:
    draw.kind === 'stage'
      ? {
          present: await countPresent(db, draw.raceid, draw.id),
          entries: draw.entries,
          list_hash: draw.list_hash?.toString('hex') ?? '',
          source: draw.source,
          round: draw.round,
          problem: draw.problem,
          key: draw.stage_key,
        }
      : null,
})
export const drawsForStaff = async (db: Db, raceid: number) => {
  const [draws, gifts] = await Promise.all([listDraws(db, raceid), listGifts(db, raceid)])
  return Promise.all(
    draws.toReversed().map((draw) =>
      presentForStaff(
        db,
        draw,
        gifts.filter(({ drawid }) => drawid === draw.id),
      ),
    ),
  )
}
export const drawForStaff = async (db: Db, draw: DrawRow) => ({
  draw: await presentForStaff(db, draw, await listGifts(db, draw.raceid, draw.id)),
})
