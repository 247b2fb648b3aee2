import { useMemo } from 'react'
import { ReportPage } from '#features/results/web/list/ReportPage.tsx'
import { resultsPinned } from '#features/results/contract.ts'
import { resultFilterWords as words } from '#features/results/web/list/filter.words.ts'
import { ResultRow } from '#features/results/web/list/ResultRow.tsx'
import { isOfEvent, useFollows } from '#features/tracking/web/follow/useFollows.ts'
import { useAccount } from '#seam/web/account.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'

const MOST = 20
/** The results of a race. Above the list are the person's own results and the results of followed runners. */
export const ResultsListPage = () => (
  <ReportPage pinned={(raceid, eventid) => <Pinned key={eventid} raceid={raceid} eventid={eventid} />} />
)

const none: readonly string[] = []
/** The person's own results and the results of followed runners. Without such results nothing is shown. */
const Pinned = ({ raceid, eventid }: { raceid: number; eventid: number }) => {
  const t = useWords()
  const { loggedIn, pending } = useAccount()
  const { asked, items: follows } = useFollows(raceid, !pending)
  const followed = useMemo(() => {
    const ofEvent = follows.filter((one) => isOfEvent(one, eventid))
    return [...new Set(ofEvent.map(({ bib }) => bib))].sort().slice(0, MOST)
  }, [follows, eventid])
  const pinned = useAsk(
    resultsPinned,
    { raceid, eventid, bibs: followed },
    { enabled: !pending && asked.data !== undefined && (loggedIn || followed.length > 0), quiet: true },
  )
  const items = pinned.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-label={t(words.pinned)} className="overflow-hidden rounded bg-tint shadow-card">
      <ul>
        {items.map((row) => (
          <li key={row.id} className="relative h-20">
            {/* Without the arrow of a wide row the time stands at the right, so this label moves to the left. */}
            <span className="absolute right-3 top-1 text-12 font-medium text-strong max-[359px]:left-4 max-[359px]:right-auto max-[300px]:bottom-1 max-[300px]:left-2 max-[300px]:top-auto">
              {t(row.mine ? words.mine : words.followed)}
            </span>
            <ResultRow row={row} by="official" byGender={false} points={none} />
          </li>
        ))}
      </ul>
    </section>
  )
}
