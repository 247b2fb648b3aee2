import { type Lang, nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { Db } from '#db/db.ts'
import { type ShownGoods, goodsOf } from '#features/sales/goods/goods.service.ts'
import { readTicketCode } from './gate.rules.ts'
import type { SoldState, SoldTicket } from './sold.contract.ts'
import { type SoldRow, type SoldQuery, listSold } from './sold.store.ts'
import { TICKETS, kindAndSlotOf } from './tickets.service.ts'

export type SoldFilter = {
  goodsid?: number | undefined
  state?: SoldState | undefined
  moved?: boolean | undefined
  q?: string | undefined
}
/** The language of a member of staff. `named` is true if this person may read registrations. */
export type TicketReader = { lang: Lang; named: boolean }
/**
 * Reads the text of the search. A scanned code or a number means one ticket. Any other text means a name or an order.
 */
export const searchOf = (
  raceid: number,
  { q, ...filter }: SoldFilter,
): Omit<SoldQuery, 'byName' | 'after' | 'limit'> => {
  if (!q) return filter
  const code = readTicketCode(q)
  if (code) return { ...filter, id: code.facts.raceid === raceid ? code.facts.id : 0 }
  const number = /^#?(\d{1,9})$/.exec(q)?.[1]
  return number === undefined ? { ...filter, q } : { ...filter, id: Number(number) }
}

type Given<Row> = Omit<Row, 'starts_at' | 'created_at'> & { starts_at: Date | null; created_at: Date }
export type PresentedSold = Given<SoldTicket> & Pick<SoldRow, 'uid' | 'itemid'>
export const presentSold =
  ({ lang, named }: TicketReader, kinds: readonly ShownGoods[]) =>
  ({ variantid, turn, ...row }: SoldRow): PresentedSold => {
    const { goods, variant, stock } = kindAndSlotOf(kinds, { ...row, variantid })
    return {
      ...row,
      holder: named ? row.holder : null,
      goods: nameIn(lang, goods.name, goods.names),
      variant: nameIn(lang, variant.name, variant.names),
      starts_at: stock.starts_at,
      moves: turn - 1,
    }
  }

export const pageSold = async (
  db: Db,
  reader: TicketReader,
  raceid: number,
  filter: SoldFilter,
  page: { after?: string | undefined; limit: number },
) => {
  const wanted = { ...searchOf(raceid, filter), byName: reader.named }
  const [kinds, rows] = await Promise.all([
    goodsOf(db, raceid, TICKETS),
    listSold(db, raceid, { ...wanted, after: idIn(page.after), limit: rowsFor(page.limit) }),
  ])
  const { rows: shown, after } = pageOf(rows, page.limit, byId)
  return { items: shown.map(presentSold(reader, kinds)), after, kinds, wanted }
}
