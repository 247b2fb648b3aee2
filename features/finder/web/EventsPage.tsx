import { raceEvents } from '#features/events/contract.ts'
import { raceShow } from '#features/races/contract.ts'
import { placeLine } from '#features/races/place.rules.ts'
import { RefundRulesCard } from '#features/refunds/web/RefundRulesCard.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { later } from '#ui/router/later.ts'
import { Skeleton, SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { EventCard } from './EventCard.tsx'
import { homeWords } from './home.words.ts'

const GettingThere = later(async () => (await import('./GettingThere.tsx')).GettingThere)

/** The page about a race's events. Prices, free places and deadlines are on the home page. */
export const EventsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = link().raceid ?? 0
  const race = useAsk(raceShow, { raceid }, { staleTime: 300_000 })
  const events = useAsk(raceEvents, { raceid })
  const error = race.error ?? events.error
  return (
    <Page title={t(homeWords.info)} backTo={path.home()}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void race.refetch()
            void events.refetch()
          }}
          action={
            <ButtonLink look="plain" href={path.finder()}>
              {t(homeWords.hero)}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <Card>
            {race.data ? (
              <>
                <h2 className="text-20 font-bold md:text-28">{race.data.name}</h2>
                <Facts
                  rows={[
                    [t(homeWords.when), dateText(race.data.time, lang, 'weekday', race.data.zone)],
                    [t(homeWords.where), placeLine(lang, race.data)],
                  ]}
                />
              </>
            ) : (
              <Skeleton className="h-7" lines={3} />
            )}
          </Card>
          {events.isPending ? <SkeletonCards count={3} className="h-48" /> : null}
          {events.data?.length === 0 ? <Empty title={t(homeWords.no_events)} /> : null}
          <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            {events.data?.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </div>
          <GettingThere raceid={raceid} />
          <RefundRulesCard raceid={raceid} />
        </>
      )}
    </Page>
  )
}
