import type { Selectable } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { randomBytes } from 'node:crypto'
import type { LuckydrawGifts, Luckydraws } from '#db/schema.ts'
import type { Chances, DrawKind, DrawState, PrizeWay } from './rules.ts'

type Texts = Record<string, string>
export type StoredDesign = { colours?: string[]; background?: string; title?: string; subtitle?: string }
export type GiftSettings = { couponid?: number; eventid?: number }
export type DrawRow = Omit<
  Selectable<Luckydraws>,
  'names' | 'abouts' | 'design' | 'chances' | 'kind' | 'state' | 'source'
> & {
  kind: DrawKind
  state: DrawState
  source: 'beacon' | 'number'
  names: Texts
  abouts: Texts
  design: StoredDesign
  chances: Chances
}
export type GiftRow = Omit<Selectable<LuckydrawGifts>, 'names' | 'settings' | 'way'> & {
  names: Texts
  settings: GiftSettings
  way: PrizeWay
}

export const listDraws = (on: Db | Tx, raceid: number): Promise<DrawRow[]> =>
  on.selectFrom('luckydraws').selectAll().where('raceid', '=', raceid).orderBy('id').execute() as Promise<DrawRow[]>
export const findDraw = (on: Db | Tx, raceid: number, id: number): Promise<DrawRow | undefined> =>
  on
    .selectFrom('luckydraws')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<DrawRow | undefined>
export const lockDraw = async (tx: Tx, raceid: number, id: number): Promise<DrawRow | undefined> =>
  (
    await named<DrawRow>(tx, 'luckydraws: lock', 'select * from luckydraws where raceid = $1 and id = $2 for update', [
      raceid,
      id,
    ])
  )[0]
export const listGifts = (on: Db | Tx, raceid: number, drawid?: number): Promise<GiftRow[]> =>
  named<GiftRow>(
    on,
    'luckydraws: gifts',
    `select * from luckydraw_gifts where raceid = $1 and ($2::integer is null or drawid = $2)
      order by drawid, gift`,
    [raceid, drawid ?? null],
  )
type DrawChange = Partial<Omit<DrawRow, 'raceid' | 'id' | 'created_at' | 'updated_at'>>
const columnsOf = ({ names, abouts, design, chances, ...plain }: DrawChange) => ({
  ...plain,
  ...(names === undefined ? {} : { names: jsonb(names) }),
  ...(abouts === undefined ? {} : { abouts: jsonb(abouts) }),
  ...(design === undefined ? {} : { design: jsonb(design) }),
  ...(chances === undefined ? {} : { chances: jsonb(chances) }),
})
export const insertDraw = async (
  tx: Tx,
  raceid: number,
  draw: DrawChange & Pick<DrawRow, 'kind' | 'name'>,
  now: Date,
): Promise<DrawRow> =>
  (await tx
    .insertInto('luckydraws')
    .values({
      ...columnsOf(draw),
      kind: draw.kind,
      name: draw.name,
      raceid,
      stage_key: randomBytes(24).toString('base64url'),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as DrawRow
export const changeDraw = async (
  tx: Tx,
  { raceid, id }: Pick<DrawRow, 'raceid' | 'id'>,
  set: DrawChange,
  now: Date,
): Promise<DrawRow> =>
  (await tx
    .updateTable('luckydraws')
    .set({ ...columnsOf(set), updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as DrawRow
export type NewGift = Omit<GiftRow, 'raceid' | 'drawid' | 'won'>
/** Replaces the gifts of a draft. */
export const saveGifts = async (tx: Tx, raceid: number, drawid: number, gifts: readonly NewGift[]): Promise<void> => {
  await tx.deleteFrom('luckydraw_gifts').where('raceid', '=', raceid).where('drawid', '=', drawid).execute()
  await tx
    .insertInto('luckydraw_gifts')
    .values(
      gifts.map(({ names, settings, ...gift }) => ({
        ...gift,
        raceid,
        drawid,
        names: jsonb(names),
        settings: jsonb(settings),
      })),
    )
    .execute()
}
/** Adds to the count of won pieces. A constraint of the table refuses more wins than pieces. */
export const countWon = async (
  tx: Tx,
  raceid: number,
  drawid: number,
  won: readonly { gift: number; n: number }[],
): Promise<void> => {
  if (won.length === 0) return
  await named(
    tx,
    'luckydraws: count won',
    `update luckydraw_gifts g set won = g.won + one.n
      from unnest($3::integer[], $4::integer[]) as one (gift, n)
      where g.raceid = $1 and g.drawid = $2 and g.gift = one.gift`,
    [raceid, drawid, won.map(({ gift }) => gift), won.map(({ n }) => n)],
  )
}
