import { type Tx, named } from '#db/db.ts'
import type { SoldItem } from './selling.store.ts'

export const insertReturn = async (
  tx: Tx,
  row: {
    item: SoldItem
    refundid: number | null
    pieces: number
    amount: number
    kept: number
    staffid: number | null
    reason: string
  },
  now: Date,
): Promise<void> => {
  const { item, ...rest } = row
  await tx
    .insertInto('sold_returns')
    .values({
      raceid: item.raceid,
      itemid: item.id,
      orderid: item.orderid,
      ...rest,
      created_at: now,
      done_at: row.refundid === null ? now : null,
    })
    .execute()
}
export const returnsOfRefund = async (tx: Tx, raceid: number, refundid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      tx,
      'returns of refund',
      'select count(*)::integer as n from sold_returns where raceid = $1 and refundid = $2',
      [raceid, refundid],
    )
  )[0]!.n
export const endReturns = async (tx: Tx, raceid: number, refundid: number, at: Date): Promise<void> => {
  await named(
    tx,
    'end returns of refund',
    'update sold_returns set done_at = $3 where raceid = $1 and refundid = $2 and done_at is null',
    [raceid, refundid, at],
  )
}
