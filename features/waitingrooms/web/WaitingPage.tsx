import { useState } from 'react'
import { CheckField } from '#features/checks/web/CheckField.tsx'
import { LoginWays } from '#features/accounts/web/LoginWays.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { useCheck } from '#features/checks/web/useCheck.ts'
import { raceShow } from '#features/races/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, useAsk, useCall } from '#ui/network/call.ts'
import { isPreview } from '#ui/network/preview.ts'
import { dateText } from '#ui/language/clock.ts'
import { Countdown } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { link } from '#ui/router/address.ts'
import { Page, useTitle } from '#ui/layout/Page.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { path } from '#seam/web/paths.ts'
import { type PlaceInRoom, waitingJoin, waitingPoll, waitingShow } from '../contract.ts'
import { previewTicket } from '../rules.ts'
import { useWaiting } from './useWaiting.ts'
import { waitingWords as words } from './waiting.words.ts'

/** Returns the person's place in line. In the organisers' preview it returns the place that the preview shows. */
const usePlace = (raceid: number): ReturnType<typeof useWaiting> => {
  const preview = isPreview()
  const own = useWaiting(raceid)
  const shown = useAsk(waitingPoll, { raceid, ticket: previewTicket }, { enabled: preview, staleTime: Infinity })
  return preview ? { ...own, standing: shown.data ?? undefined, holds: false } : own
}

export const WaitingPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const room = useAsk(waitingShow, { raceid }, { enabled: raceid > 0, quiet: true, staleTime: 5_000 })
  const race = useAsk(raceShow, { raceid }, { enabled: raceid > 0, quiet: true, staleTime: 300_000 })
  const waiting = usePlace(raceid)
  const { standing } = waiting
  useTitle(standing?.state === 'admitted' ? `● ${t(words.yourTurn)}` : t(words.title))
  return (
    <Page title={t(words.title)} narrow backTo={path.home()}>
      <Line
        waiting={waiting}
        phase={room.data?.phase}
        zone={race.data?.zone}
        opens={room.data?.opens_at ?? null}
        gathers={room.data?.gathers_at ?? null}
        error={raceid > 0 ? (room.error ?? undefined) : undefined}
        again={() => void room.refetch()}
      />
    </Page>
  )
}

type LineGiven = {
  waiting: ReturnType<typeof useWaiting>
  phase: 'none' | 'soon' | 'gathering' | 'open' | undefined
  zone: string | undefined
  opens: string | null
  gathers: string | null
  error: Refused | undefined
  again: () => void
}
const Line = ({ waiting, phase, zone, opens, gathers, error, again }: LineGiven) => {
  const t = useWords()
  const { lang } = useLang()
  if (error) return <ErrorState error={error} onRetry={again} />
  if (phase === undefined || (waiting.holds && !waiting.standing && !waiting.lost))
    return <SkeletonCards count={1} className="h-64" />
  if (phase === 'none')
    return (
      <Empty
        title={t(words.noneTitle)}
        description={t(words.noneText)}
        action={<ButtonLink href={path.baoming()}>{t(words.signUp)}</ButtonLink>}
      />
    )
  if (phase === 'soon')
    return (
      <Card>
        <div className="flex flex-col items-center gap-4 py-4 text-center">
          <StatusIcon kind="waiting" size={96} />
          <h2 className="text-28 font-bold">{t(words.soonTitle)}</h2>
          <p className="text-soft">{t(words.soonText, { at: dateText(gathers, lang, 'minute', zone) })}</p>
          {gathers ? <Countdown to={gathers} onOver={again} /> : null}
        </div>
      </Card>
    )
  const { standing } = waiting
  if (!standing || standing.state === 'lapsed')
    return (
      <Door
        lapsed={standing?.state === 'lapsed'}
        open={phase === 'open'}
        opens={opens}
        zone={zone}
        onJoined={waiting.take}
        lost={waiting.lost}
      />
    )
  return <Place standing={standing} zone={zone} lost={waiting.lost} onHour={() => void waiting.ask()} />
}

/** Asks for the log-in and the human check, and then takes a place. */
const Door = ({
  lapsed,
  open,
  opens,
  zone,
  onJoined,
  lost,
}: {
  lapsed: boolean
  open: boolean
  opens: string | null
  zone: string | undefined
  onJoined: (standing: PlaceInRoom) => void
  lost: boolean
}) => {
  const t = useWords()
  const { lang } = useLang()
  const account = useAccount()
  const check = useCheck(account.loggedIn, 'picture')
  const join = useCall(waitingJoin)
  const raceid = link().raceid ?? 0
  const send = () =>
    join.mutate(
      { raceid, captchaid: check.check.captchaid, captcha: check.check.answer },
      { onSuccess: onJoined, onError: () => check.renew() },
    )
  const wrong = join.error?.refusal === 'picture_wrong' ? join.error.msg : undefined
  return (
    <>
      <Card>
        <div className="flex flex-col items-center gap-3 py-2 text-center">
          <StatusIcon kind={lapsed ? 'warn' : 'waiting'} size={96} />
          <h2 className="text-28 font-bold">{t(lapsed ? words.lapsedTitle : words.join)}</h2>
          <p className="max-w-[36ch] text-balance text-soft">
            {lapsed
              ? t(words.lapsedText)
              : open
                ? t(words.openText)
                : t(words.opensAt, { at: dateText(opens, lang, 'minute', zone) })}
          </p>
          {lost ? (
            <p role="alert" className="text-danger-ink">
              {t(words.lost)}
            </p>
          ) : null}
        </div>
      </Card>
      <Card>
        {account.loggedIn ? (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <p className="text-soft">{t(words.joinText)}</p>
            <CheckField {...check} error={wrong} />
            {join.error && !wrong ? (
              <p role="alert" className="font-medium text-danger-ink">
                {join.error.msg}
              </p>
            ) : null}
            <Button type="submit" busy={join.isPending}>
              {t(lapsed ? words.again : words.join)}
            </Button>
          </form>
        ) : account.pending ? (
          <SkeletonCards count={1} className="h-40" />
        ) : (
          <LoginWays note={t(words.logIn)} onDone={account.refresh} />
        )}
      </Card>
    </>
  )
}

const Place = ({
  standing,
  zone,
  lost,
  onHour,
}: {
  standing: PlaceInRoom
  zone: string | undefined
  lost: boolean
  onHour: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { state, number, ahead, turn_at, until } = standing
  // The largest number of people ahead that this page has shown.
  const [first, setFirst] = useState(ahead)
  if (ahead !== null && (first === null || ahead > first)) setFirst(ahead)
  const at = (moment: string | null) => dateText(moment, lang, 'deadline', zone)
  const count = new Intl.NumberFormat(lang === 'en' ? 'en-GB' : lang)
  if (state === 'admitted')
    return (
      <Card>
        <div role="status" className="flex flex-col items-center gap-4 py-4 text-center">
          <StatusIcon kind="success" size={112} />
          <h2 className="text-28 font-bold">{t(words.yourTurn)}</h2>
          <p className="text-soft">{t(words.useBy, { at: at(until) })}</p>
          {until ? (
            <p className="text-14 text-soft">
              {t(words.timeLeft)} <Countdown to={until} form="clock" onOver={onHour} />
            </p>
          ) : null}
          <ButtonLink className="w-full max-w-80" href={path.baoming()}>
            {t(words.signUp)}
          </ButtonLink>
        </div>
      </Card>
    )
  const gathering = state === 'gathering'
  return (
    <Card>
      <div role="status" className="flex flex-col items-center gap-4 py-4 text-center">
        <StatusIcon kind="waiting" size={96} />
        <h2 className="text-28 font-bold">{t(gathering ? words.gatherTitle : words.waitTitle)}</h2>
        {gathering ? (
          <>
            <p className="text-soft">{t(words.opensAt, { at: at(standing.opens_at) })}</p>
            <Countdown to={standing.opens_at} />
            <p className="max-w-[36ch] text-balance text-soft">{t(words.gatherText)}</p>
          </>
        ) : (
          <>
            <p>
              <span className="block text-14 text-soft">{t(words.yourNumber)}</span>
              <span className="display text-64 leading-none">{count.format(number ?? 0)}</span>
            </p>
            <p className="font-medium">
              {ahead === 0 ? t(words.next) : t(words.ahead, { n: count.format(ahead ?? 0) })}
            </p>
            <div className="w-full max-w-80">
              <Progress value={first ? 1 - (ahead ?? 0) / (first + 1) : 0} label={t(words.progress)} />
            </div>
            <p className="text-soft">{turn_at ? t(words.turnAt, { at: at(turn_at) }) : t(words.paused)}</p>
          </>
        )}
        {lost ? (
          <p role="alert" className="text-danger-ink">
            {t(words.lost)}
          </p>
        ) : (
          <p className="max-w-[40ch] text-balance text-14 text-soft">{t(words.keep)}</p>
        )}
      </div>
    </Card>
  )
}
