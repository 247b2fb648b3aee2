import { TriangleAlert } from 'lucide-react'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { placesLedger } from '../ledger/contract.ts'
import { shareAfter } from '../ledger/rules.ts'
import { ledgerWords } from '../ledger/words.ts'

type Props = { raceid: number; eventid: number | undefined; more: number | null }
/**
 * Warns staff before they make codes after which too few places of an event would go to the public. The warning never
 * shows for an unpublished race, because nobody can open the ledger of places of such a race.
 */
export const ShareWarning = ({ raceid, eventid, more }: Props) => {
  const t = useWords()
  const ledger = useAsk(placesLedger, { raceid }, { quiet: true })
  const least = ledger.data?.least ?? 0
  const below = (ledger.data?.events ?? [])
    .filter((event) => eventid === undefined || event.eventid === eventid)
    .map((event) => ({ event: event.name, share: shareAfter(event, more) }))
    .filter((one): one is { event: string; share: number } => one.share !== null && one.share < least)
  return below.length === 0 ? null : (
    <div role="status" className="flex gap-3 rounded bg-warning-tint px-4 py-3 text-warning-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid gap-1">
        {below.map((one) => (
          <p key={one.event}>{t(ledgerWords.warns, { ...one, least })}</p>
        ))}
      </div>
    </div>
  )
}
