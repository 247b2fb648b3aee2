import type { BookedTrade } from './bookedTrades.ts'
import type { Books } from './books.ts'
import type { Weather } from './server.ts'

/**
 * The amount and currency that a channel reports for a payment, if they differ from the trade's own amount and
 * currency.
 */
export type NoticeAmount = { amount?: number | undefined; currency?: string | undefined }

/**
 * Pays a trade as a person does and sends the notice of the payment. Returns false when the trade can no longer be
 * paid.
 */
export const payBooked = (
  { books, weather, clock }: { books: Books; weather: Weather; clock: () => Date },
  tradeno: string,
  { amount, currency }: NoticeAmount,
  event: string,
  contentOf: (trade: BookedTrade) => unknown,
): boolean => {
  const now = clock().getTime()
  const trade = books.current(tradeno, now)
  if (!trade || !books.pay(tradeno, amount ?? trade.amount, currency ?? trade.currency, now)) return false
  books.addNotice(trade.notify_url, event, contentOf(books.trade(tradeno)!), now + weather.noticeDelay)
  return true
}
