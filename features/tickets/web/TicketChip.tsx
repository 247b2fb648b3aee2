import type { Lang } from '#contract/words.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { TicketShown } from '../contract.ts'
import { ticketWords as words } from './tickets.words.ts'

/** Returns the time of a slot, or the name of a slot that has no time. */
export const ticketTimeText = (
  { slot, starts_at }: { slot: string; starts_at: string | null },
  zone: string,
  lang: Lang,
): string => (starts_at ? dateText(starts_at, lang, 'deadline', zone) : slot)

/** The state of one of the reader's own tickets. */
export const TicketChip = ({ ticket }: { ticket: TicketShown }) => {
  const t = useWords()
  if (ticket.state === 'returned') return <Chip>{t(words.returned)}</Chip>
  if (ticket.used) return <Chip>{t(words.used)}</Chip>
  if (ticket.offered) return <Chip tone="info">{t(words.offered)}</Chip>
  return <Chip tone="success">{t(words.valid)}</Chip>
}
