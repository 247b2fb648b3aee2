import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { purchasesOf } from '#features/sales/service.ts'
import { type ShownGoods, goodsOf } from '#features/sales/goods/goods.service.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Parts } from '#seam/server/handle.ts'
import { signerOf } from './codes.service.ts'
import { ticketPlace, ticketSettings } from './kinds.service.ts'
import { type PaidTicketRow, findTicket, findTicketById, listTicketsOfAccounts } from './store.ts'

/** The room's name in orders and kinds. */
export const TICKETS = 'tickets'

export const kindAndSlotOf = (
  kinds: readonly ShownGoods[],
  { goodsid, variantid, slot }: Pick<PaidTicketRow, 'goodsid' | 'variantid' | 'slot'>,
) => {
  const goods = kinds.find(({ id }) => id === goodsid)!
  const variant = goods.variants.find(({ id }) => id === variantid)!
  return { goods, variant, stock: variant.stock.find((row) => row.slot === slot)! }
}

/** Presents tickets to their holder, with codes. A ticket that needs a name has no code without the name. */
export const presentTickets = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  raceid: number,
  uid: number,
  rows: readonly PaidTicketRow[],
  lang: Lang,
  now: Date,
) => {
  if (rows.length === 0) return []
  const [kinds, bought, code] = await Promise.all([
    goodsOf(parts.db, raceid, TICKETS),
    purchasesOf(parts.db, raceid, uid),
    signerOf(parts, raceid, now),
  ])
  return rows.map((row) => {
    const { goods, variant, stock } = kindAndSlotOf(kinds, row)
    const { named, ...at } = ticketSettings(goods.settings)
    const item = bought.find(({ id }) => id === row.itemid)
    const counts = row.state === 'valid' && (!named || row.holder !== null)
    return {
      ...row,
      goods: nameIn(lang, goods.name, goods.names),
      variant: nameIn(lang, variant.name, variant.names),
      starts_at: stock.starts_at,
      ends_at: stock.ends_at,
      place: ticketPlace(lang, at),
      named,
      code: counts ? code(row) : null,
      offered: row.offered_at !== null,
      order_key: item?.order_key ?? null,
      item_key: item?._key ?? null,
    }
  })
}

/**
 * Lists the tickets of accounts for a look-up by a number. It shows no code. Only `uid` sees the names on its own
 * tickets.
 */
export const foundTickets = async (
  db: Db,
  raceid: number,
  { uids, uid }: { uids: readonly number[]; uid: number | null },
  lang: Lang,
) => {
  const rows = await listTicketsOfAccounts(db, raceid, uids)
  const kinds = rows.length > 0 ? await goodsOf(db, raceid, TICKETS) : []
  return rows.map((row) => {
    const { goods, variant, stock } = kindAndSlotOf(kinds, row)
    return {
      id: row.id,
      _key: row._key,
      goods: nameIn(lang, goods.name, goods.names),
      variant: nameIn(lang, variant.name, variant.names),
      place: ticketPlace(lang, ticketSettings(goods.settings)),
      starts_at: stock.starts_at,
      holder: row.uid === uid ? row.holder : null,
      state: row.state === 'returned' ? ('returned' as const) : row.used ? ('used' as const) : ('valid' as const),
    }
  })
}

export const ownTicket = async (on: Db | Tx, key: string, uid: number): Promise<PaidTicketRow | undefined> => {
  const raceid = raceOfKey(key)
  const row = raceid === undefined ? undefined : await findTicket(on, raceid, key)
  return row?.uid === uid ? row : undefined
}
/** Shows a ticket as its present holder sees it. */
export const shownTicket = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  raceid: number,
  id: number,
  lang: Lang,
  now: Date,
) => {
  const row = await findTicketById(parts.db, raceid, id)
  const [ticket] = row ? await presentTickets(parts, raceid, row.uid, [row], lang, now) : []
  return row && ticket ? { row, ticket } : undefined
}
