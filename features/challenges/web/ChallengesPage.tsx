import { ChevronRight } from 'lucide-react'
import { useAccount } from '#seam/web/account.tsx'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type Challenge, type ChallengeMine, challengesList, clockMy } from '../contract.ts'
import { challengeWords as words } from './challenges.words.ts'
import { goalText, ruleTexts } from './ruleText.ts'

/** The challenges of a race. Without a race, the challenges that the account takes part in. */
export const ChallengesPage = () => {
  const t = useWords()
  const { raceid } = link()
  const account = useAccount()
  const list = useAsk(challengesList, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, staleTime: 5_000 })
  const mine = useAsk(clockMy, raceid === undefined ? {} : { raceid }, {
    enabled: account.loggedIn,
    quiet: true,
    staleTime: 0,
  })
  const own = mine.data?.items ?? []
  const waits = raceid === undefined ? account.pending || (account.loggedIn && mine.isPending) : list.isPending
  const { error } = raceid === undefined ? mine : list
  const shown = raceid === undefined ? own.map(({ challenge }) => challenge) : (list.data?.items ?? [])
  if (raceid === undefined && !account.pending && !account.loggedIn)
    return <LoginNeeded title={t(words.own)} backTo={path.me()} />
  return (
    <Page
      title={t(raceid === undefined ? words.own : words.title)}
      backTo={raceid === undefined ? path.me() : path.home()}
    >
      {error ? <ErrorState error={error} onRetry={() => void (raceid === undefined ? mine : list).refetch()} /> : null}
      {waits && !error ? <SkeletonCards count={2} className="h-36" /> : null}
      {!waits && shown.length === 0 && !error ? (
        <Empty
          title={t(raceid === undefined ? words.own_none : words.none)}
          description={t(raceid === undefined ? words.own_none_how : words.none_how)}
        />
      ) : null}
      <ul className="grid gap-4 md:grid-cols-2">
        {shown.map((challenge) => (
          <li key={`${challenge.raceid} ${challenge.id}`}>
            <ChallengeCard
              challenge={challenge}
              own={own.find((one) => one.challenge.id === challenge.id && one.challenge.raceid === challenge.raceid)}
            />
          </li>
        ))}
      </ul>
    </Page>
  )
}

const ChallengeCard = ({ challenge, own }: { challenge: Challenge; own: ChallengeMine | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Link
      href={path.challenge({ raceid: challenge.raceid, id: challenge.id })}
      className="grid h-full content-start gap-2 rounded bg-surface px-5 py-5 shadow-card hover:bg-tint"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="text-20 font-bold">{challenge.name}</span>
        <ChevronRight className="mt-1 size-5 shrink-0 text-soft" aria-hidden />
      </span>
      <span className="display text-28 text-strong">{goalText(challenge, t)}</span>
      <span className="figures text-14 text-soft">
        <Dotted
          text={[daysText(challenge.starts_on, challenge.ends_on, lang), ...ruleTexts(challenge, t)].join(' · ')}
        />
      </span>
      <span className="flex flex-wrap gap-2">
        {own ? <Chip tone="success">{`${t(words.streak)} ${t(words.days_n, { n: own.standing.streak })}`}</Chip> : null}
        <Chip>{t(words.people, { n: challenge.people })}</Chip>
      </span>
    </Link>
  )
}
