import { ChevronRight } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAccount } from '#seam/web/account.tsx'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { appTrailQuery, appTrailSigned } from '../contract.ts'
import { openSpanText } from './spans.ts'
import { trailWords as words } from './trails.words.ts'

type Signup = OutputOf<typeof appTrailSigned>['items'][number]

/** The trails of a race. Without a race, the trails that the account walks in any race. */
export const TrailsPage = () => {
  const t = useWords()
  const { raceid } = link()
  const account = useAccount()
  const list = useAsk(appTrailQuery, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, staleTime: 5_000 })
  const mine = useAsk(appTrailSigned, raceid === undefined ? {} : { raceid }, {
    enabled: account.loggedIn,
    quiet: true,
    staleTime: 0,
  })
  const own = (mine.data?.items ?? []).filter(({ withdrawn_at }) => withdrawn_at === null)
  const waits = raceid !== undefined ? list.isPending : account.pending || (account.loggedIn && mine.isPending)
  const { error } = raceid === undefined ? mine : list
  const isEmpty = raceid === undefined ? own.length === 0 : list.data?.items.length === 0
  if (raceid === undefined && !account.pending && !account.loggedIn)
    return <LoginNeeded title={t(words.own)} backTo={path.me()} />
  return (
    <Page
      title={t(raceid === undefined ? words.own : words.title)}
      backTo={raceid === undefined ? path.me() : path.home()}
    >
      {error ? <ErrorState error={error} onRetry={() => void (raceid === undefined ? mine : list).refetch()} /> : null}
      {waits && !error ? <SkeletonCards count={3} className="h-32" /> : null}
      {!waits && !error && isEmpty ? (
        <Empty
          title={t(raceid === undefined ? words.own_none : words.none)}
          description={t(raceid === undefined ? words.own_none_how : words.none_how)}
        />
      ) : null}
      {raceid === undefined ? <OwnTrails items={own} /> : null}
      {list.data && list.data.items.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2">
          {list.data.items.map((trail) => (
            <li key={trail.id}>
              <TrailCard trail={trail} own={own.find(({ trailid }) => trailid === trail.id)} />
            </li>
          ))}
        </ul>
      ) : null}
    </Page>
  )
}

const TrailCard = ({
  trail,
  own,
}: {
  trail: OutputOf<typeof appTrailQuery>['items'][number]
  own: Signup | undefined
}) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(60_000)
  const span = openSpanText(trail, now, t, lang)
  return (
    <Link
      href={path.trail({ id: trail.id })}
      className="grid h-full content-start gap-2 rounded bg-surface px-5 py-5 shadow-card hover:bg-tint"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="text-20 font-bold">{trail.name}</span>
        <ChevronRight className="mt-1 size-5 shrink-0 text-soft" aria-hidden />
      </span>
      {trail.description ? <span className="line-clamp-2 text-soft">{trail.description}</span> : null}
      <span className="figures text-14 text-soft">
        <Dotted
          text={[t(words.points, { n: trail.points.length }), t(words.people, { n: trail.people })].join(' · ')}
        />
      </span>
      <span className="flex flex-wrap gap-2">
        {own ? (
          <Chip tone="success">
            {own.seconds !== null
              ? `${t(words.best)} ${shortDuration(own.seconds)}`
              : t(words.done_of, { done: own.done.length, all: trail.points.length })}
          </Chip>
        ) : null}
        <Chip>{span || t(words.always)}</Chip>
        <Chip>{t(trail.ordered ? words.ordered : words.any_order)}</Chip>
      </span>
    </Link>
  )
}

const OwnTrails = ({ items }: { items: readonly Signup[] }) => {
  const t = useWords()
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {items.map((one) => (
        <li key={`${one.raceid} ${one.id}`}>
          <Link
            href={path.trail({ raceid: one.raceid, id: one.trailid })}
            className="flex min-h-20 items-center gap-3 rounded bg-surface px-5 py-4 shadow-card hover:bg-tint"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-bold">{one.trail}</span>
              <span className="figures block text-14 text-soft">
                <Dotted
                  text={[
                    `${t(words.repeats)} ${one.repeats}`,
                    `${t(words.sum)} ${one.points}`,
                    one.seconds === null ? '' : `${t(words.best)} ${shortDuration(one.seconds)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </span>
            </span>
            <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
