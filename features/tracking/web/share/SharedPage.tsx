import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link as pageLink } from '#ui/router/address.ts'
import { type Cheer, type TrackedRun, appLiveQuery } from '../../share/share.contract.ts'
import { CheerForm } from './CheerForm.tsx'
import { CheersCard } from './CheersCard.tsx'
import { RunMap } from './RunMap.tsx'
import { words } from './share.words.ts'
import { useSharedLink } from './sharedLink.ts'
import { useRunMap } from './useRunMap.ts'

/** The page of a shared run for people with its link. */
export const SharedPage = () => {
  const t = useWords()
  const raceid = pageLink().raceid ?? 0
  const link = useSharedLink()
  const state = useAsk(
    appLiveQuery,
    { raceid, link },
    { enabled: link.length >= 22, quiet: true, keep: true, refetchInterval: 10_000, staleTime: 0 },
  )
  const run = state.data?.run
  const gone = link.length < 22 || state.error?.refusal === 'run_not_found' || state.error?.code === '422'
  return (
    <Page title={run?.name ?? (run?.bib ? `${t(words.bib)} ${run.bib}` : t(words.shared))} backTo={path.home()} narrow>
      {gone ? (
        <Empty
          title={t(words.gone)}
          description={t(words.gone_how)}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.home)}
            </ButtonLink>
          }
        />
      ) : state.error && !state.data ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : run ? (
        <Shown run={run} link={link} cheers={state.data?.cheers ?? []} again={() => void state.refetch()} />
      ) : (
        <SkeletonCards count={2} className="h-56" />
      )}
    </Page>
  )
}

type Props = { run: TrackedRun; link: string; cheers: readonly Cheer[]; again: () => void }
const Shown = ({ run, link, cheers, again }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const on = run.stopped_at === null
  const map = useRunMap(run, link, on ? 10_000 : false)
  const { last } = run
  const far = last?.off !== null && last?.off !== undefined && last.off > 50 ? last.off : null
  return (
    <div className="grid gap-4">
      <Card flush>
        <RunMap {...map} here={last && on ? [last.lat, last.lon] : null} />
        <div className="px-4 pb-2 pt-4 md:px-6">
          <p role="status" className="flex flex-wrap gap-2">
            <Chip tone={on ? 'success' : 'plain'}>
              {t(on ? (last ? words.live : words.waiting_start) : words.ended)}
            </Chip>
            {far === null ? null : <Chip tone="warning">{t(words.off, { n: Math.round(far) })}</Chip>}
          </p>
          <Facts
            rows={[
              [run.race, run.event],
              [t(words.bib), run.bib],
              [
                t(words.along),
                last?.along === null || last?.along === undefined
                  ? null
                  : t(words.km, { n: (last.along / 1000).toFixed(2) }),
              ],
              [t(words.distance), t(words.km, { n: (run.metres / 1000).toFixed(2) })],
              [t(words.seen), last ? dateText(last.at, lang, 'second', run.zone) : null],
            ]}
          />
        </div>
      </Card>
      {on && run.cheers ? (
        <Card title={t(words.cheer)}>
          <CheerForm run={{ raceid: run.raceid, link }} onSent={again} />
        </Card>
      ) : null}
      {on && !run.cheers ? <p className="text-soft">{t(words.cheer_closed)}</p> : null}
      {cheers.length > 0 ? <CheersCard cheers={cheers} on zone={run.zone} /> : null}
    </div>
  )
}
