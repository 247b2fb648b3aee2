import { Link2, List } from 'lucide-react'
import { raceShow } from '#features/races/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Fold } from '#ui/layout/Fold.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { RaceLine } from '#ui/layout/RaceLine.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { resultsTeam } from '../../teams/teams.contract.ts'
import { LiveMark } from '../list/LiveMark.tsx'
import { runnerWords } from '../report/runner.words.ts'
import { scoreWords } from '../report/score.words.ts'
import { TeamRunners, useFinishedText, useTeamKindText, useScoreText } from './TeamItem.tsx'
import { teamRankWords as words } from './team.words.ts'
import { useLive } from '../list/useLive.ts'

const usual = { score: 'time', numbering: 'stand' } as const

/** Shows one team. The link to this page works as long as the team keeps its name. */
export const TeamResultPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const { raceid } = link()
  const { eventid = '', team = '' } = usePageParams()
  const asks = raceid !== undefined && /^\d{1,9}$/.test(eventid) && team !== ''
  const found = useAsk(
    resultsTeam,
    { raceid: raceid ?? 1, eventid: Number(eventid) || 1, team: team || '-' },
    { enabled: asks, quiet: true },
  )
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, staleTime: 300_000, quiet: true },
  ).data
  const live = useLive(raceid, Boolean(found.data?.provisional), (news) => {
    if (news.all || news.eventids.includes(Number(eventid))) void found.refetch()
  })
  const scoring = found.data ?? usual
  const [scoreText, finishedText, kindText] = [useScoreText(scoring), useFinishedText(), useTeamKindText(scoring)]
  const back = path.report({ eventid, view: 'teams' })
  if (!asks || (found.error && found.error.code === '404'))
    return (
      <Page title={t(words.teams)} backTo={back}>
        <Empty
          title={t(words.missing)}
          description={t(words.missingHow)}
          action={<ButtonLink href={back}>{t(words.every)}</ButtonLink>}
        />
      </Page>
    )
  if (found.error)
    return (
      <Page title={t(words.teams)} backTo={back}>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    )
  if (!found.data)
    return (
      <Page title={t(words.teams)} backTo={back}>
        <SkeletonCards count={2} className="h-56" />
      </Page>
    )
  const { name, kinds, unfinished, event, basis, provisional, score } = found.data
  const copy = async () => {
    await navigator.clipboard
      .writeText(new URL(path.teamresult({ eventid, team: found.data.team }), location.origin).href)
      .catch(() => undefined)
    toastSuccess(t(runnerWords.copied))
  }
  return (
    <Page title={name} backTo={back}>
      {race ? (
        <RaceLine
          name={race.name}
          line={[event, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="plain" icon={<Link2 className="size-5" aria-hidden />} onClick={() => void copy()}>
          {t(runnerWords.copy)}
        </Button>
        <ButtonLink look="plain" href={back} icon={<List className="size-5" aria-hidden />}>
          {t(words.every)}
        </ButtonLink>
        {provisional ? <LiveMark on={live} label={t(words.provisional)} /> : null}
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        {kinds.map((kind) => {
          const { row } = kind
          const [scorers, others] = [row.runners.slice(0, row.finished), row.runners.slice(row.finished)]
          return (
            <Card
              key={kind.kind}
              flush
              title={kinds.length > 1 || kind.kind !== 'open' ? t(words[kind.kind]) : t(words.scoring)}
            >
              <div className="px-4 pb-4 md:px-6">
                <p className="flex items-baseline justify-between gap-4">
                  <span>
                    <span className="display text-40 text-strong">
                      {row.place === null ? '–' : countText(row.place)}
                    </span>
                    <span className="figures ml-2 text-14 text-soft">
                      {row.place === null ? finishedText(row) : t(words.of, { n: countText(kind.complete) })}
                    </span>
                  </span>
                  {row.score === null ? null : (
                    <span className={`display text-28 ${row.place === null ? 'text-soft' : ''}`}>
                      {scoreText(row.score)}
                    </span>
                  )}
                </p>
                <p className="mt-1 text-14 text-soft">
                  <Dotted
                    text={[
                      t(words.members, { n: countText(row.members) }),
                      row.gap === null ? '' : t(words.behind, { gap: scoreText(row.gap) }),
                      kindText(kind),
                      t(basis === 'gun' ? scoreWords.gun : scoreWords.net),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </p>
              </div>
              {scorers.length > 0 ? <TeamRunners runners={scorers} score={score} label={t(words.scoring)} /> : null}
              {others.length > 0 ? (
                <Fold title={t(words.others)} count={countText(others.length)}>
                  <TeamRunners runners={others} score={score} label={t(words.others)} />
                </Fold>
              ) : null}
            </Card>
          )
        })}
        {unfinished.length > 0 ? (
          <section className="overflow-hidden rounded bg-surface shadow-card">
            <Fold title={t(words.unfinished)} count={countText(unfinished.length)}>
              <TeamRunners runners={unfinished} score={score} label={t(words.unfinished)} />
            </Fold>
          </section>
        ) : null}
      </div>
    </Page>
  )
}
