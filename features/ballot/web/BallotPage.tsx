import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { raceShow } from '#features/races/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Fold } from '#ui/layout/Fold.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { type Ballot, ballotList, ballotShow } from '../contract.ts'
import { BallotCounts, BallotHead, BallotSteps, toneOf } from './BallotHead.tsx'
import { ballotWords as words } from './ballot.words.ts'
import { MyEntry, useMine } from './MyEntry.tsx'
import { FilesCard, FrozenListCard, ProvesCard, RulesCard, SeedCard } from './ProofCards.tsx'
import { Recompute } from './Recompute.tsx'

/**
 * A race's draws. With a draw's id in `id`, the page shows this draw in full. With an event's id in `event`, the page
 * shows the draw of this event in full, unless that draw was called off.
 */
export const BallotPage = () => {
  const t = useWords()
  const { raceid } = link()
  const { id, event } = usePageParams()
  if (raceid === undefined)
    return (
      <Page title={t(words.title)} backTo={path.finder()}>
        <Empty
          title={t(words.noRaceTitle)}
          description={t(words.noRaceText)}
          action={<ButtonLink href={path.finder()}>{t(words.finder)}</ButtonLink>}
        />
      </Page>
    )
  if (id !== undefined && /^[1-9]\d{0,14}$/.test(id)) return <One raceid={raceid} id={Number(id)} />
  return <All raceid={raceid} eventid={Number(event) || undefined} />
}

const All = ({ raceid, eventid }: { raceid: number; eventid: number | undefined }) => {
  const t = useWords()
  const query = useAsk(ballotList, { raceid }, { staleTime: 30_000 })
  const live = query.data?.filter((ballot) => ballot.eventid === eventid && ballot.state !== 'cancelled')[0]
  if (live) return <One raceid={raceid} id={live.id} />
  const toRace = (
    <ButtonLink look="plain" href={path.home()}>
      {t(words.toRace)}
    </ButtonLink>
  )
  return (
    <Page title={t(words.titles)} backTo={path.home()} narrow>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} action={toRace} /> : null}
      {query.isPending ? <SkeletonCards count={2} className="h-28" /> : null}
      {query.data?.length === 0 ? (
        <Empty title={t(words.noneTitle)} description={t(words.noneText)} action={toRace} />
      ) : null}
      {eventid !== undefined && query.data && query.data.length > 0 ? (
        <p className="text-soft">{t(words.noEvent)}</p>
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {query.data?.map((ballot) => (
          <li key={ballot.id}>
            <Link
              href={path.ballot({ id: ballot.id })}
              className={
                'flex min-h-20 items-center gap-4 rounded bg-surface p-4 ' +
                'shadow-card transition hover:bg-tint md:p-6'
              }
            >
              <span className="min-w-0 flex-1">
                <span className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="text-20 font-bold">{ballot.event}</span>
                  <Chip tone={toneOf[ballot.state]}>{t(words[`state_${ballot.state}`])}</Chip>
                </span>
                <span className="figures text-soft">
                  <Dotted
                    text={[
                      ballot.entries === null ? '' : `${countText(ballot.entries)} ${t(words.entrants)}`,
                      `${countText(ballot.declared.places)} ${t(words.places)}`,
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
    </Page>
  )
}

type StateOf = OutputOf<typeof ballotShow>['state']
const changing: ReadonlySet<StateOf> = new Set<StateOf>(['frozen', 'seeded', 'drawn', 'publishing'])
const everyMs = 20_000

const One = ({ raceid, id }: { raceid: number; id: number }) => {
  const t = useWords()
  const [state, setState] = useState<StateOf>()
  const waits = state !== undefined && changing.has(state)
  const query = useAsk(ballotShow, { raceid, id }, { staleTime: 10_000, refetchInterval: waits ? everyMs : false })
  const ballot = query.data
  if (ballot?.state !== state) setState(ballot?.state)
  const race = useAsk(raceShow, { raceid }, { quiet: true, staleTime: 300_000 })
  return (
    <Page title={t(words.title)} backTo={path.home()}>
      {query.error && !ballot ? (
        <ErrorState
          error={query.error}
          onRetry={() => void query.refetch()}
          action={
            <ButtonLink look="plain" href={path.ballot()}>
              {t(words.all)}
            </ButtonLink>
          }
        />
      ) : ballot ? (
        <Shown ballot={ballot} zone={race.data?.zone} again={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={3} className="h-48" />
      )}
    </Page>
  )
}

const Shown = ({ ballot, zone, again }: { ballot: Ballot; zone: string | undefined; again: () => void }) => {
  const t = useWords()
  const of = useMine(ballot)
  const isOut = ballot.state === 'published'
  const isOff = ballot.state === 'cancelled'
  return (
    <>
      <BallotHead ballot={ballot} again={again} />
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid min-w-0 gap-4 md:gap-6">
          {isOff ? (
            <BallotSteps ballot={ballot} zone={zone} />
          ) : (
            <>
              <MyEntry ballot={ballot} of={of} />
              {isOut ? <BallotCounts ballot={ballot} /> : null}
              <Recompute ballot={ballot} mine={of.mine} />
              <ProvesCard ballot={ballot} />
            </>
          )}
        </div>
        <div className="grid min-w-0 gap-4 md:gap-6">
          {isOff ? null : <BallotSteps ballot={ballot} zone={zone} />}
          <RulesCard ballot={ballot} />
          {isOff && ballot.frozen_at === null ? null : (
            <section className="overflow-hidden rounded bg-surface shadow-card">
              <Fold title={t(words.principle)}>
                <div className="grid gap-4 border-t border-line bg-sunk p-3">
                  <FrozenListCard ballot={ballot} />
                  <SeedCard ballot={ballot} zone={zone} />
                  <FilesCard ballot={ballot} />
                </div>
              </Fold>
            </section>
          )}
        </div>
      </div>
    </>
  )
}
