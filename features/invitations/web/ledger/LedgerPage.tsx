import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { placesLedger } from '#features/invitations/ledger/contract.ts'
import { ledgerWords as words } from '#features/invitations/ledger/words.ts'

export const LedgerPage = () => {
  const t = useWords()
  const { raceid } = link()
  const ledger = useAsk(placesLedger, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined })
  return (
    <Page title={t(words.title)} backTo={path.home()}>
      <div className="grid gap-1 text-soft">
        <p>{t(words.says)}</p>
        <p>{t(words.least, { n: ledger.data?.least ?? 90 })}</p>
      </div>
      {ledger.error ? <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} /> : null}
      {ledger.isPending && raceid !== undefined ? <SkeletonCards count={2} className="h-48" /> : null}
      {ledger.data?.events.length === 0 ? <Empty title={t(words.none)} /> : null}
      <div className="grid items-start gap-4 md:grid-cols-2">
        {(ledger.data?.events ?? []).map((event) => (
          <Card
            key={event.eventid}
            title={event.name}
            aside={
              event.share !== null && event.share < ledger.data!.least ? (
                <Chip tone="warning">{t(words.below, { n: ledger.data!.least })}</Chip>
              ) : null
            }
          >
            {event.share === null ? null : (
              <p className="mb-2">
                <span className="figures text-28 font-bold">{event.share}%</span>{' '}
                <span className="text-soft">{t(words.share)}</span>
              </p>
            )}
            <Facts
              rows={[
                [t(words.places), countText(event.places)],
                [t(words.held), countText(event.held)],
                ...event.sources.map(({ source, n }) => [t(words[source]), countText(n)] as const),
                [t(words.reserved), event.reserved > 0 ? countText(event.reserved) : null],
              ]}
            />
          </Card>
        ))}
      </div>
    </Page>
  )
}
