import { path } from '#seam/console/paths.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleBallotsList } from '../console.contract.ts'
import { DrawCard } from './DrawCard.tsx'
import { ballotDrawWords as words } from './draw.words.ts'

/** The draws of a race. */
export const BallotsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const query = useAsk(consoleBallotsList, { raceid }, { refetchInterval: 3_000 })
  const { items = [], events = [], zone = 'Asia/Shanghai', now = '' } = query.data ?? {}
  const cancelled = items.filter(({ state }) => state === 'cancelled')
  const error = query.data ? null : query.error
  return (
    <DeskPage title={t(words.title)} description={t(words.description)}>
      {error ? <ErrorState error={error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !error ? <SkeletonCards count={2} className="h-72" /> : null}
      {query.data && !may('events.edit') ? (
        <p className="rounded bg-sunk px-4 py-3 text-soft">{t(words.mayNot)}</p>
      ) : null}
      {query.data && events.length === 0 ? (
        <Empty
          title={t(words.none)}
          description={t(words.noneText)}
          action={
            may('events.edit') ? (
              <ButtonLink look="plain" href={path.events({ raceid })}>
                {t(words.toEvents)}
              </ButtonLink>
            ) : undefined
          }
        />
      ) : null}
      {raceid === undefined
        ? null
        : events.map((event) => (
            <DrawCard
              key={`${raceid} ${event.id}`}
              raceid={raceid}
              event={event}
              ballot={items.find(({ eventid, state }) => eventid === event.id && state !== 'cancelled')}
              zone={zone}
              now={now}
              may={may('events.edit')}
              onChanged={() => void query.refetch()}
            />
          ))}
      {cancelled.length > 0 ? (
        <Card title={t(words.earlier)}>
          <ul className="divide-y divide-line">
            {cancelled.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
                <span>
                  {one.event} · {one.cancelled_why}
                </span>
                <span className="figures text-14 text-soft">{dateText(one.cancelled_at, lang, 'minute', zone)}</span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </DeskPage>
  )
}
