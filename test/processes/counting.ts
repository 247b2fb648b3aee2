import { type Connection, openDb } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { exchangeRates } from '#db/limits/sharedRates.ts'

/**
 * The messages to a process that counts calls in a shared rate and in a rate of its own. The test
 * db/limits/sharedRates.test.ts is the parent of this process.
 */
export type Order = { count: string; at: number } | { exchange: number } | { connection: Connection } | 'end'
const rates = { shared: rateOf(10, 60, 'test calls'), own: rateOf(10, 60) }
let db: ReturnType<typeof openDb> | undefined

const obey = async (order: Order): Promise<unknown> => {
  if (order === 'end') return db?.destroy()
  if ('connection' in order) db = openDb(order.connection, { max: 1 })
  else if ('exchange' in order) await exchangeRates(db!, new Date(order.exchange))
  else
    return {
      shared: rates.shared.count(order.count, new Date(order.at)),
      own: rates.own.count(order.count, new Date(order.at)),
    }
  return 'done'
}
process.on(
  'message',
  (order: Order) =>
    void obey(order).then((answer) => {
      process.send!(answer ?? 'done')
      if (order === 'end') process.disconnect?.()
    }),
)
