import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import type { Hotel } from '../contract.ts'
import { hotelWords as words } from './hotel.words.ts'

/**
 * Tells in words why a hotel takes no booking at this moment: its sale has not begun, or it is over. Returns undefined
 * during the sale.
 */
export const useClosed = (
  { sale_from, sale_until }: Pick<Hotel, 'sale_from' | 'sale_until'>,
  zone: string,
): { why: 'soon' | 'over'; says: string } | undefined => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(30_000)
  if (sale_until !== null && Date.parse(sale_until) <= now) return { why: 'over', says: t(words.over) }
  if (sale_from !== null && Date.parse(sale_from) > now)
    return { why: 'soon', says: t(words.soon, { time: dateText(sale_from, lang, 'deadline', zone) }) }
  return undefined
}
