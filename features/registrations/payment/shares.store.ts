import { type Db, type Tx, named } from '#db/db.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { refundRequests } from '../public.store.ts'

/** Lists the price of each registration of an order. A registration that was not paid in time is left out. */
export const pricesInOrder = async (on: Db | Tx, raceid: number, orderid: number): Promise<number[]> =>
  (
    await on
      .selectFrom('registrations')
      .select('price')
      .where('raceid', '=', raceid)
      .where('orderid', '=', orderid)
      .where('closed_at', 'is', null)
      .execute()
  ).map(({ price }) => price)

/** Sums the fen that staff have given back for a registration that stayed in the race. */
export const sumPartial = async (on: Db | Tx, raceid: number, registrationid: number): Promise<number> =>
  Number(
    (
      await named<{ sum: number | null }>(
        on,
        'sum partial refunds',
        `select sum(coalesce(f.fen, f.amount))::bigint as sum
         from ${refundRequests.get().text} q join ${refundRows.text} f on f.raceid = q.raceid and f.id = q.refundid
         where q.raceid = $1 and q.registrationid = $2 and q.kind = 'partial'`,
        [raceid, registrationid],
      )
    )[0]!.sum ?? 0,
  )
