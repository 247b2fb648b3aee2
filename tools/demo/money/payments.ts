import { raceScope } from '#db/sealing/seal.ts'
import { type InvoiceRequest, askInvoice } from '#features/invoices/service.ts'
import { offerPostage } from '#features/postage/service.ts'
import type { Parts } from '#seam/server/handle.ts'

const invoices: readonly InvoiceRequest[] = [
  { kind: 'company', title: '澜江跑者体育文化有限公司', taxNumber: '91440300708461136T', email: 'caiwu@example.com' },
  { kind: 'personal', title: '个人', taxNumber: '', email: 'runner@example.com' },
]

/** Writes requests for an invoice for two paid orders of race 2026. */
export const seedInvoices = async ({ db, seal }: Pick<Parts, 'db' | 'seal'>, now: Date): Promise<void> => {
  await seal.prepare(raceScope(2026))
  const orders = await db
    .selectFrom('orders')
    .select(['raceid', 'id', 'uid'])
    .where('raceid', '=', 2026)
    .where('state', '=', 'paid')
    .where('amount', '>', 0)
    .where('refunded', '=', 0)
    .orderBy('id')
    .limit(invoices.length)
    .execute()
  await db.transaction().execute(async (tx) => {
    for (const [at, order] of orders.entries()) await askInvoice(tx, seal, order, invoices[at]!, order.uid, now)
  })
}

/** Opens postage for race 226, which is over. A runner with a personal best may have the shirt sent home. */
export const seedPostage = ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> =>
  db.transaction().execute((tx) =>
    offerPostage(
      tx,
      226,
      {
        open: true,
        until: new Date(now.getTime() + 30 * 86_400_000),
        fee: 100,
        who: 'pb',
        sizes: ['S', 'M', 'L', 'XL', '2XL'],
      },
      now,
    ),
  )
