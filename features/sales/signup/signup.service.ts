import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { OrderItem } from '#features/orders/items.contract.ts'
import { type GoodsRefusal, goodsRefusals } from '#features/registrations/signup/beside.contract.ts'
import type {
  GoodsSale,
  GoodsRequest,
  SignupGoodsSeller,
} from '#features/registrations/signup/goodsAtSignup.service.ts'
import { type FilledWant, holdShelf, orderLinesOf, writeItems } from '../batch.service.ts'
import { fillOrder, isOfferedAt, isOnSale, unfillOrder } from '../fill.rules.ts'
import { goodsOf } from '../goods/goods.service.ts'
import { type PickupChoice, type WantWithDetails, goodsSold, hooksOf, signupRooms } from '../hooks.service.ts'

/** The account buys as a registrant, because its registration is in the same transaction. */
const standing = { registered: true, finished: false }

type RoomWant = WantWithDetails & { seen: undefined }
/**
 * Divides the goods of one sign-up by the room that sells them; undefined if some of them have no room that sells
 * during sign-up.
 */
const wantsOf = (
  { uid, goods }: GoodsRequest,
  roomOf: (variantid: number) => string | undefined,
): RoomWant[] | undefined => {
  const byRoom = Map.groupBy(goods.lines, ({ variantid }) => roomOf(variantid))
  const wants = []
  for (const [room, lines] of byRoom) {
    const details = room === undefined ? undefined : hooksOf(room).signup
    if (room === undefined || !details) return undefined
    wants.push({
      uid,
      room,
      lines: lines.map((line) => ({ ...line, slot: '' })),
      standing,
      seen: undefined,
      details: details.details(uid, goods),
    })
  }
  return wants
}

const refusalOf = (word: string): GoodsRefusal => {
  const known = goodsRefusals.find((one) => one === word)
  if (!known) throw new Error(`Goods inside sign-up do not know the refusal ${word}`)
  return known
}

type Shelf = Awaited<ReturnType<typeof holdShelf>>['shelf']
type Prices = ReadonlyMap<string, Awaited<ReturnType<NonNullable<ReturnType<typeof hooksOf>['pricing']>>>>
/**
 * Fills the goods of all selling rooms for one sign-up. If one room refuses, no room sells, and the function puts back
 * the stock that it had counted.
 */
const fillAll = (
  shelf: Shelf,
  wants: readonly RoomWant[],
  prices: Prices,
  seen: number | undefined,
  now: Date,
): FilledWant[] | { refused: GoodsRefusal } => {
  const filled: FilledWant[] = []
  const undo = (why: string) => {
    for (const { one, fill } of filled) unfillOrder(shelf, one.uid, fill)
    return { refused: refusalOf(why) }
  }
  for (const one of wants) {
    const pricing = prices.get(one.room)
    // The limit of unpaid orders for goods does not apply here. The registration has a limit of its own.
    shelf.unpaid.delete(one.uid)
    const fill = fillOrder(shelf, one, now, pricing && ((lines) => pricing.price(one, lines)))
    if ('refused' in fill) return undo(fill.refused)
    if ('against' in fill) return undo(fill.against)
    filled.push({ one, fill })
  }
  const amount = filled.reduce((sum, { fill }) => sum + fill.amount, 0)
  if (seen !== undefined && seen !== amount) return undo('goods_price_changed')
  for (const { one } of filled) prices.get(one.room)?.took(one)
  return filled
}

/** Sells goods of several rooms during sign-up, under the order of the registration. */
export const sellAtSignup: SignupGoodsSeller = {
  hold: async (tx, raceid, wants, now) => {
    const { shelf, terms } = await holdShelf(
      tx,
      raceid,
      wants.map(({ uid, goods }) => ({ uid, lines: goods.lines.map((line) => ({ ...line, slot: '' })) })),
    )
    const divided = new Map(wants.map((want) => [want, wantsOf(want, (id) => terms.get(id)?.room)]))
    const byRoom = Map.groupBy(
      [...divided.values()].flatMap((own) => own ?? []),
      ({ room }) => room,
    )
    const prices = new Map()
    for (const [room, own] of byRoom) {
      const pricing = await hooksOf(room).pricing?.(tx, raceid, own, now)
      if (pricing) prices.set(room, pricing)
    }
    return (want) => {
      const own = divided.get(want)
      if (!own) return { refused: 'goods_not_found' }
      if (!want.goods.lines.every(({ variantid }) => isOfferedAt(terms.get(variantid)!, want.events)))
        return { refused: 'goods_not_on_sale' }
      const filled = fillAll(shelf, own, prices, want.goods.amount, now)
      if ('refused' in filled) return filled
      return {
        amount: filled.reduce((sum, { fill }) => sum + fill.amount, 0),
        discount: filled.reduce((sum, { fill }) => sum + fill.off.reduce((all, off) => all + off, 0), 0),
        items: filled.flatMap(({ fill }): OrderItem[] => orderLinesOf(fill, terms)),
        sale: filled,
      }
    }
  },
  write: async (tx, raceid, sold, now) => {
    const all = sold.flatMap(({ beside, order }) =>
      (beside.sale as FilledWant[]).map((filled) => ({ ...filled, opened: order })),
    )
    await writeItems(tx, raceid, all, now)
  },
  sold: goodsSold,
} satisfies SignupGoodsSeller & { hold: (...of: never[]) => Promise<(want: GoodsRequest) => GoodsSale | object> }

/** Lists the kinds that the sign-up of a race offers, with their variants on sale. */
export const offeredAtSignup = async (on: Db | Tx, raceid: number, lang: Lang, now: Date) => {
  const items = []
  const places: PickupChoice[] = []
  for (const room of signupRooms()) {
    const kinds = (await goodsOf(on, raceid, room)).filter(
      (kind) => kind.signup_events !== null && kind.audience !== 'finishers' && isOnSale(kind, now),
    )
    const { picture, places: placesOf } = hooksOf(room).signup!
    const own = kinds.length > 0 && placesOf ? await placesOf(on, raceid, lang) : []
    // A room that hands things out at places sells nothing as long as the race names no place.
    if (placesOf && own.length === 0) continue
    places.push(...own)
    for (const kind of kinds) {
      const variants = kind.variants.flatMap((variant) => {
        const row = variant.stock.find(({ slot }) => slot === '')
        if (!variant.open || !row?.open || (row.ends_at && row.ends_at <= now)) return []
        const name = nameIn(lang, variant.name, variant.names)
        return [{ variantid: variant.id, name, price: row.price ?? variant.price, free: row.pieces - row.sold }]
      })
      if (variants.length === 0) continue
      items.push({
        id: kind.id,
        room,
        name: nameIn(lang, kind.name, kind.names),
        about: nameIn(lang, kind.about, kind.abouts),
        picture: picture(kind.settings),
        events: kind.signup_events!,
        most_each: kind.most_each,
        variants,
      })
    }
  }
  return { items, places }
}
