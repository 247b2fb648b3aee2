import type { Db } from '#db/db.ts'
import { channelRates } from '#features/reconciliations/public.store.ts'
import { type BookedLine, monthReportOf, spanOfMonth } from './rules.ts'
import { sumFees, sumLedger } from './store.ts'

/** Reads the books of a race for a month in China's time. */
export const booksOfMonth = async (db: Db, raceid: number, month: string): Promise<BookedLine[]> => {
  const span = spanOfMonth(month)
  const [moved, fees, rates] = await Promise.all([
    sumLedger(db, raceid, span),
    sumFees(db, raceid, span),
    channelRates(db),
  ])
  return monthReportOf(moved, fees, rates)
}
