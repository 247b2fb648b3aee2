import * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import type { ShownGoods } from '#features/sales/goods/goods.service.ts'
import type { GoodsHooks } from '#features/sales/hooks.service.ts'
import { returnGoods } from '#features/sales/returning.service.ts'
import { partOf } from '#features/sales/tiers.rules.ts'
import type { Who } from '#seam/server/handle.ts'
import { depositThings } from './rules.ts'
import { type DepositRow, changeDeposit, insertDeposits, lockDepositsOf } from './store.ts'

/** The name of this room in orders and goods. */
export const DEPOSITS = 'deposits'

const Settings = z.object({ lends: z.catch(z.enum(depositThings), 'other') })
export const depositSettings = (given: Record<string, unknown>): z.output<typeof Settings> => Settings.parse(given)

/** The states of deposits. If pieces are returned, the deposits in the first state of this list end first. */
const endings = ['paid', 'lent', 'kept', 'back']

/** The reactions of deposits to sales and returns. */
export const hooks: GoodsHooks = {
  settings: depositSettings,
  page: (raceid) => `/deposit?raceid=${raceid}`,
  signup: { picture: () => null, details: () => undefined },
  paid: async (tx, raceid, items, now) =>
    insertDeposits(
      tx,
      raceid,
      items.flatMap((item) =>
        Array.from({ length: item.n }, (_, at) => ({
          orderid: item.orderid,
          itemid: item.id,
          item_key: item._key,
          uid: item.uid,
          goodsid: item.goodsid,
          amount: partOf(item.amount, item.n, at, 1),
        })),
      ),
      now,
    ),
  gone: async (tx, raceid, items, now) => {
    const paid = items.filter(({ state }) => state === 'paid')
    if (paid.length === 0) return
    const rows = await lockDepositsOf(
      tx,
      raceid,
      paid.map(({ id }) => id),
    )
    for (const { id, returned, pieces } of paid) {
      const own = rows.filter(({ itemid }) => itemid === id)
      // When the desk scans a returned thing, the desk's call has already ended the deposit of the thing.
      const due = returned + pieces - own.filter(({ state }) => state === 'back').length
      const next = own
        .filter(({ state }) => state !== 'back')
        .toSorted((a, b) => endings.indexOf(a.state) - endings.indexOf(b.state) || b.id - a.id)
      for (const row of next.slice(0, Math.max(0, due))) await changeDeposit(tx, row, { state: 'back', ended_at: now })
    }
  },
  left: async (tx, raceid, items) => {
    const rows = await lockDepositsOf(
      tx,
      raceid,
      items.map(({ id }) => id),
    )
    return new Map(
      items.map(({ id }) => [id, rows.filter(({ itemid, state }) => itemid === id && state === 'paid').length]),
    )
  },
}

/** Lists the open goods that the race lends, one entry for each open variant. */
export const depositKinds = (lang: Lang, kinds: readonly ShownGoods[]) =>
  kinds
    .filter(({ open }) => open)
    .flatMap((kind) =>
      kind.variants.flatMap((variant) => {
        const row = variant.stock.find(({ slot }) => slot === '')
        if (!variant.open || !row?.open) return []
        return [
          {
            id: kind.id,
            variantid: variant.id,
            lends: depositSettings(kind.settings).lends,
            name: [nameIn(lang, kind.name, kind.names), nameIn(lang, variant.name, variant.names)]
              .filter(Boolean)
              .join(' '),
            about: nameIn(lang, kind.about, kind.abouts),
            price: row.price ?? variant.price,
            free: row.pieces - row.sold,
          },
        ]
      }),
    )
export const depositKindOf = (lang: Lang, kinds: readonly ShownGoods[], { goodsid }: DepositRow) => {
  const kind = kinds.find(({ id }) => id === goodsid)!
  return { lends: depositSettings(kind.settings).lends, name: nameIn(lang, kind.name, kind.names) }
}

/**
 * Ends the deposit of a returned thing and refunds the money by the channel of its payment. Returns undefined if
 * another desk was faster.
 */
export const takeBack = async (
  tx: Tx,
  found: DepositRow,
  { who, zone, now }: { who: Who; zone: string; now: Date },
): Promise<{ amount: number } | undefined> => {
  const { raceid, orderid, itemid } = found
  // The transaction locks the order before its deposits, as in every return.
  await lockOrder(tx, raceid, orderid)
  const row = (await lockDepositsOf(tx, raceid, [itemid])).find(({ id }) => id === found.id)
  if (row?.state !== 'lent' || row.code !== found.code) return undefined
  await changeDeposit(tx, row, { state: 'back', ended_at: now, staffid: who.staffid })
  const staff = { who, percent: 0, reason: `${row.code}` }
  const back = await returnGoods(tx, { raceid, orderid, zone, lines: [{ itemid, pieces: 1 }], now, staff })
  if (!('amount' in back)) throw new Error(`Deposit ${raceid}/${row.id} cannot be given back: ${JSON.stringify(back)}`)
  return back
}
