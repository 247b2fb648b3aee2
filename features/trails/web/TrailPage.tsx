import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { needsLogin, useAsk, useCall } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import {
  type QueriedTrails,
  type TrailSignup,
  appTrailChecklogs,
  appTrailQuery,
  appTrailRank,
  appTrailSign,
  appTrailSigned,
} from '../contract.ts'
import { CheckInCard } from './CheckInCard.tsx'
import { JoinForm } from './JoinForm.tsx'
import { LogsCard } from './LogsCard.tsx'
import { PointsCard } from './PointsCard.tsx'
import { TrailRanksCard } from './TrailRanksCard.tsx'
import { TrailMap } from './TrailMap.tsx'
import { openSpanText } from './spans.ts'
import { trailWords as words } from './trails.words.ts'
import { useChecking } from './useChecking.ts'
import { usePosition } from './usePosition.ts'

export const TrailPage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const query = useAsk(appTrailQuery, { raceid, id }, { staleTime: 5_000, enabled: id > 0 && raceid > 0 })
  const signed = useAsk(appTrailSigned, { raceid }, { enabled: account.loggedIn, quiet: true, staleTime: 0 })
  const own = signed.data?.items.find(({ trailid, withdrawn_at }) => trailid === id && withdrawn_at === null)
  // The page must know whether the person has signed up. Otherwise it would offer a sign-up to somebody who already
  // walks the trail. A session that has ended is no failure, because the sign-up then asks for a log-in.
  const failed = query.error ? query : signed.error && !signed.data && !needsLogin(signed.error) ? signed : undefined
  const waits = query.isPending || failed !== undefined || account.pending || (account.loggedIn && signed.isPending)
  if (id === 0 || raceid === 0)
    return (
      <Page title={t(words.title)} backTo={path.finder()}>
        <Empty title={t(words.none)} description={t(words.no_race)} />
      </Page>
    )
  if (!query.data || waits)
    return (
      <Page title={t(words.title)} backTo={path.trails()}>
        {failed?.error ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <SkeletonCards count={3} className="h-56" />
        )}
      </Page>
    )
  return <Shown key={id} raceid={raceid} data={query.data} own={own} uid={account.uid} />
}

type ShownProps = { raceid: number; data: QueriedTrails; own: TrailSignup | undefined; uid: number | undefined }
const Shown = ({ raceid, data, own, uid }: ShownProps) => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const now = useNow(60_000)
  const queries = useQueryClient()
  const trail = data.items[0]!
  const { id } = trail
  const linked = usePageParams().code
  const sign = useCall(appTrailSign, { quiet: true })
  const where = usePosition()
  const again = () =>
    void Promise.all(
      [appTrailSigned, appTrailChecklogs, appTrailRank, appTrailQuery].map(({ path: key }) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
  const checking = useChecking({ raceid, id, uid, onAnswer: again })
  const isOver = trail.closes_at !== null && Date.parse(trail.closes_at) <= now
  const done = new Set(own?.done)
  const codeIn = async (code: string) => {
    const { now: place } = where
    const at = place ? { lat: place.lat, lon: place.lon, accuracy: place.accuracy } : {}
    await checking.checkIn({ way: 'code', code, ...at })
    if (linked) go(path.trail({ id }), { replace: true })
  }
  const span = openSpanText(trail, now, t, lang)
  return (
    <Page title={trail.name} backTo={path.trails()}>
      <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
        <div className="grid min-w-0 gap-4 md:col-span-7 md:gap-6">
          <Card flush>
            <TrailMap name={trail.name} line={data.line} points={trail.points} done={done} here={where.now} />
            <div className="grid gap-3 p-4 md:p-6">
              {trail.description ? <p className="text-pretty whitespace-pre-line">{trail.description}</p> : null}
              <p className="flex flex-wrap gap-2">
                <Chip>{span || t(words.always)}</Chip>
                <Chip>{t(trail.ordered ? words.ordered : words.any_order)}</Chip>
                {trail.rounds > 1 ? <Chip>{t(words.rounds, { n: trail.rounds })}</Chip> : null}
                <Chip>{t(words.people, { n: trail.people })}</Chip>
              </p>
            </div>
          </Card>
          <PointsCard
            points={trail.points}
            done={done}
            open={own !== undefined && !isOver}
            watching={where.watching && !where.denied}
            here={where.now}
            busy={checking.busy}
            onCheck={(point, { lat, lon, accuracy }) =>
              void checking.checkIn({ way: 'position', point, lat, lon, accuracy })
            }
          />
        </div>
        <div className="grid min-w-0 gap-4 max-md:-order-1 md:col-span-5 md:gap-6">
          {own ? (
            <>
              <ProgressCard own={own} all={trail.points.length} raceid={raceid} />
              <CheckInCard
                trail={trail}
                where={where}
                checking={checking}
                linked={linked}
                onCode={(code) => void codeIn(code)}
              />
            </>
          ) : uid === undefined ? (
            <LoginFirst title={t(words.log_in_first)} description={t(words.log_in_why)} />
          ) : (
            <JoinForm
              title={t(words.join)}
              consent={data.consent}
              busy={sign.isPending}
              refused={sign.error ?? undefined}
              why={isOver ? t(words.over) : undefined}
              onJoin={(name) => sign.mutate({ raceid, id, name, consent: data.consent.version }, { onSuccess: again })}
            />
          )}
        </div>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <TrailRanksCard raceid={raceid} id={id} ranking={trail.ranking} own={own?.name} />
        {own ? (
          <div className="grid gap-4">
            <LogsCard raceid={raceid} trail={trail} />
            <Withdraw raceid={raceid} id={id} onDone={again} />
          </div>
        ) : null}
      </div>
    </Page>
  )
}

const ProgressCard = ({ own, all, raceid }: { own: TrailSignup; all: number; raceid: number }) => {
  const t = useWords()
  return (
    <Card
      title={t(words.progress, { n: own.round })}
      aside={<Chip tone="race">{t(words.done_of, { done: own.done.length, all })}</Chip>}
    >
      <Facts
        rows={[
          [t(words.best), shortDuration(own.seconds)],
          [t(words.repeats), own.repeats],
          [t(words.sum), own.points],
        ]}
      />
      {own.repeats > 0 ? (
        <ButtonLink className="mt-3" wide href={path.trailPicture({ raceid, id: own.trailid })}>
          {t(words.picture)}
        </ButtonLink>
      ) : null}
    </Card>
  )
}

const Withdraw = ({ raceid, id, onDone }: { raceid: number; id: number; onDone: () => void }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const withdraw = useCall(appTrailSign, { quiet: true })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t(words.withdraw)}
      </Button>
      <AskDialog
        open={open}
        look="danger"
        title={t(words.withdraw_sure)}
        action={t(words.withdraw)}
        busy={withdraw.isPending}
        refused={withdraw.error ?? undefined}
        onClose={() => setOpen(false)}
        onDo={() =>
          withdraw.mutate(
            { raceid, id, change: 'withdraw' },
            {
              onSuccess: () => {
                setOpen(false)
                toastSuccess(t(words.withdrawn))
                onDone()
              },
            },
          )
        }
      >
        <p>{t(words.withdraw_how)}</p>
      </AskDialog>
    </>
  )
}
