import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { BallotLink } from '#features/ballot/web/BallotLink.tsx'
import { WaitlistCard } from '#features/waitlists/web/WaitlistCard.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { loadForOffline } from '#ui/network/offlineFiles.ts'
import { useTouched } from '#ui/network/useTouched.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Countdown, useNow } from '#ui/feedback/Countdown.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { later } from '#ui/router/later.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { inSession, takeIdnum } from '#ui/router/address.ts'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Timeline } from '#ui/layout/Timeline.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { LiveLine } from '#features/tracking/web/LiveLine.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { disruptionNow } from '#features/disruptions/contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { refusals } from '#features/registrations/words.ts'
import type { NoticeMoment } from '#features/wechatnotices/rules.ts'
import { type KeptRunner, keptRunner } from '#features/registrations/web/status/keptRunner.ts'
import { BibTicket } from '#features/registrations/web/status/BibTicket.tsx'
import { Checklist } from '#features/registrations/web/status/Checklist.tsx'
import { OrderCard, RefundCard, OwnRegistrationCard } from '#features/registrations/web/status/StatusCards.tsx'
import { statusWords as words } from '#features/registrations/web/status/status.words.ts'
import { timelineOf } from '#features/registrations/web/status/timeline.ts'
import { keepEntry, keptEntry } from './keptEntry.ts'
import { useStatusActions } from '#features/registrations/web/status/useStatusActions.ts'

/**
 * Returns the registration that the link means. The link contains the key of the registration, or the id of a game. For
 * a game, returns the runner that this device last opened.
 */
const useMeant = (): { key?: string | undefined; kept?: KeptRunner | undefined } => {
  const { _key, key, userKey, gameid } = usePageParams()
  const given = _key ?? key ?? userKey
  if (given) return { key: given }
  const kept = gameid ? keptRunner(gameid) : undefined
  return kept?._key ? { key: kept._key } : { kept }
}

const parts = () => import('./statusAfterFirstView.ts')
const ScanDialog = later(async () => (await parts()).ScanDialog)
const Dialogs = later(async () => (await parts()).StatusDialogs)
const ChangeEvent = later(async () => (await parts()).ChangeEvent)
const DeferralCard = later(async () => (await parts()).DeferralCard)
const StatusChoice = later(async () => (await parts()).StatusChoice)
const RegistrationPassLinks = later(async () => (await parts()).RegistrationPassLinks)
const PushOffer = later(async () => (await parts()).PushOffer)
const NoticeOffer = later(async () => (await parts()).NoticeOffer)
const BoughtCard = later(async () => (await parts()).BoughtCard)
const StayLine = later(async () => (await parts()).StayLine)
const ProxyCard = later(async () => (await parts()).ProxyCard)
const ArrivalCard = later(async () => (await import('./ArrivalCard.tsx')).ArrivalCard)
// Few people come by the link of a game, so the page loads this card only for such a link.
const KeptRunnerCard = onDemand(
  async () => (await import('#features/registrations/web/status/StatusKept.tsx')).KeptRunnerCard,
)
const KeptEntryCard = later(async () => (await import('./KeptEntryCard.tsx')).KeptEntryCard)
const loadKeptEntry = () => Promise.all([import('./KeptEntryCard.tsx'), import('#ui/media/QrCode.tsx')])

/**
 * Returns the file that remembers the unpaid orders of the device; undefined if it cannot be loaded. The first paint
 * does not need this file.
 */
const unpaid = () => import('#seam/web/unpaid.ts').catch(() => undefined)

const spinnerMs = 500

type Registration = OutputOf<typeof registrationShow>

/** Returns the occasions for which the runner can ask for a WeChat notice. */
const noticesAt = (state: string, owed: boolean, holds: boolean): readonly NoticeMoment[] =>
  holds
    ? ['pickup', 'start', 'result']
    : [...(owed ? (['payment'] as const) : []), ...(waits.has(state) ? (['draw'] as const) : [])]

/** The status of a registration (docs/behaviour/states.md, What the status page shows). */
export const StatusPage = () => {
  const t = useWords()
  const go = useGo()
  const { key, kept } = useMeant()
  const [idnum] = useState(takeIdnum)
  const shown = useAsk(
    registrationShow,
    { id: key ?? '', ...(idnum ? { idnum } : {}) },
    { enabled: key !== undefined, quiet: true, staleTime: 5_000 },
  )
  const refused = shown.error && shown.error.code !== 'network' ? shown.error : undefined
  const url = refused?.code === '206' ? refused.url : undefined
  const said = key === undefined && !kept ? t(refusals.registration_not_found.message) : refused?.msg
  useEffect(() => {
    if (said === undefined) return undefined
    if (!url && key !== undefined) void unpaid().then((file) => file?.forgetUnpaid(key))
    // The spinner closes after 500 ms. The code 206 then leads to the external order list, and every other code leads
    // home (docs/behaviour/states.md, What the status page shows).
    const leave = setTimeout(() => {
      if (url) return location.assign(url)
      go(path.home(), { replace: true })
      toastError(said)
    }, spinnerMs)
    return () => clearTimeout(leave)
  }, [said, url, go, key])
  const { data } = shown
  useEffect(() => {
    if (!data) return
    void unpaid().then((file) => file?.noteUnpaid(data))
    void keepEntry(data, new Date())
    loadForOffline(loadKeptEntry)
  }, [data])
  const keptHere = key === undefined ? undefined : keptEntry(key)
  if (key === undefined && kept)
    return (
      <Suspense>
        <KeptRunnerCard runner={kept} />
      </Suspense>
    )
  if (shown.data) return <Shown registration={shown.data} again={async () => (await shown.refetch()).data} />
  return (
    <Page title={t(words.title)}>
      {shown.error && !refused && keptHere ? (
        <KeptEntryCard entry={keptHere} onRetry={() => void shown.refetch()} />
      ) : shown.error && !refused ? (
        <ErrorState
          error={shown.error}
          onRetry={() => void shown.refetch()}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.backHome)}
            </ButtonLink>
          }
        />
      ) : (
        <SkeletonCards count={3} className="h-56" />
      )}
    </Page>
  )
}

const minute = 60_000
/**
 * Tells whether the person comes from the page that confirmed the payment. The card with the bib then slides in, once.
 */
const justPaid = (key: string): boolean => {
  const arrives = inSession.get(`arrives:${key}`) !== undefined
  inSession.set(`arrives:${key}`, undefined)
  return arrives
}
/** States in which the runner waits to hear whether there is a place. In these states the page offers messages. */
const waits: ReadonlySet<string> = new Set(['draw', 'audit', 'undraw', 'wait'])
/** States of runners who wait, or who may have got a place by waiting. */
const waitlisted: ReadonlySet<string> = new Set(['wait', 'undraw', 'normal'])

const Shown = ({
  registration,
  again,
}: {
  registration: Registration
  again: () => Promise<Registration | undefined>
}) => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const now = useNow(minute)
  const doing = useStatusActions(registration, again)
  const [arrives] = useState(() => justPaid(registration._key))
  const touched = useTouched()
  const { notice } = usePageParams()
  // `notice` brings the outcome of a consent in WeChat, and a link may open a dialog. In both cases the page loads all
  // parts at once.
  const loads = touched || notice !== undefined || doing.dialog !== undefined
  const { act } = doing
  const { status, race } = registration
  const changes = useAsk(disruptionNow, { raceid: race.id }, { quiet: true, staleTime: 30_000 })
  const waitForWord = useEffectEvent(() => {
    // The payer may come back from a gateway's page before the gateway's notice arrives. The pay page waits for the
    // notice.
    if (registration.mine && status.paid === '0' && inSession.get(`paying:${registration._key}`))
      go(path.pay({ _key: registration._key }), { replace: true })
  })
  useEffect(() => waitForWord(), [])
  const on = (at: string | null | undefined) => dateText(at, lang, 'deadline', race.zone)
  const owed = status.paid === '0' && status.can.pay.ok
  const amount = money(registration.charge.amount, lang)
  const main = owed ? (
    <Button className="w-full" onClick={() => act('pay')}>
      {t(words.payNow, { amount })}
    </Button>
  ) : status.can.mend.ok ? (
    <Button className="w-full" onClick={() => act('mend')}>
      {t(words.mend)}
    </Button>
  ) : status.can.again.ok ? (
    <ButtonLink className="w-full" href={path.baoming()}>
      {t(words.signUpAgain)}
    </ButtonLink>
  ) : undefined
  const holds = registration.state === 'normal' && status.paid === '1'
  const { poster_reg, poster_paid } = registration.meta.event
  const poster =
    registration.state === 'normal' &&
    ((status.paid === '1' && (poster_paid ?? poster_reg) !== null) || (status.paid === '0' && poster_reg !== null))
  const waitlist = waitlisted.has(registration.state) ? (
    <WaitlistCard id={registration._key} zone={race.zone} holds={holds} exit={status.can.exit} />
  ) : null
  return (
    <Page title={t(words.title)} backTo={path.query()}>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-12 md:grid-rows-[auto_1fr] md:gap-6">
        <div className="grid grid-cols-1 gap-4 md:col-span-5">
          <BibTicket registration={registration} arrives={arrives} />
          {arrives && holds ? (
            <ArrivalCard registration={registration} poster={poster} instead={<div className="h-41" />} />
          ) : null}
          {main ? (
            <div className="flex flex-col items-center gap-2">
              {main}
              {owed && status.pay_end && Date.parse(status.pay_end) - now < 86_400_000 ? (
                <p className="text-14 text-soft">
                  {t(words.timeLeft)} <Countdown to={status.pay_end} form="clock" onOver={() => void again()} />
                </p>
              ) : null}
            </div>
          ) : null}
        </div>
        <div className="grid grid-cols-1 gap-4 md:col-span-7 md:col-start-6 md:row-span-2 md:row-start-1 md:gap-6">
          {changes.data && changes.data.items.length > 0 ? (
            <StatusChoice
              raceid={race.id}
              id={registration._key}
              eventid={registration.meta.event.id}
              mine={registration.mine}
            />
          ) : null}
          {holds ? null : waitlist}
          {registration.mine && registration.state === 'delay' ? (
            <DeferralCard id={registration._key} zone={race.zone} />
          ) : null}
          {holds && status.shows.bib && registration.bib ? (
            <LiveLine
              raceid={race.id}
              start={race.time}
              bib={`${registration.prefix_bib ?? ''}${registration.bib}`}
              eventid={registration.eventid}
            />
          ) : null}
          <Checklist id={registration._key} above={owed ? 'pay' : status.can.mend.ok ? 'mend' : null} />
          <Card title={t(words.timeline)}>
            <Timeline steps={timelineOf(registration, now, t, on)} />
            {registration.meta.event.state === 'draw' ? (
              <div className="-mb-2 mt-4 border-t border-line pt-2 empty:hidden">
                <BallotLink
                  raceid={race.id}
                  eventid={registration.meta.event.id}
                  {...(registration.mine ? { registration: registration._key } : {})}
                />
              </div>
            ) : null}
          </Card>
          {holds ? waitlist : null}
          {loads && registration.mine ? (
            <OwnParts {...{ registration, holds }} moments={noticesAt(registration.state, owed, holds)} />
          ) : null}
        </div>
        <div className="grid grid-cols-1 gap-4 md:col-span-5 md:gap-6">
          {status.paid === '2' && registration.refund ? (
            <RefundCard registration={registration} refund={registration.refund} />
          ) : null}
          <OwnRegistrationCard registration={registration} act={act} />
          {loads && registration.mine && registration.state === 'normal' ? (
            <RegistrationPassLinks id={registration._key} />
          ) : null}
          <OrderCard registration={registration} act={act} />
          {loads && registration.mine && registration.meta.order ? (
            <BoughtCard raceid={race.id} order={registration.meta.order._key} />
          ) : null}
          {poster ? (
            <ButtonLink look="plain" href={path.crop({ type: 'crops', raceid: race.id, userkey: registration._key })}>
              {t(words.poster)}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      {loads ? (
        <>
          <ScanDialog registration={registration} doing={doing} />
          <Dialogs registration={registration} doing={doing} again={again} />
        </>
      ) : null}
    </Page>
  )
}

/** The offers below the timeline. Their files load at the first touch of the page, or after some seconds. */
const OwnParts = ({
  registration: { _key, race, state, moves },
  holds,
  moments,
}: {
  registration: Registration
  /** True if the runner has a paid place. */ holds: boolean
  moments: readonly NoticeMoment[]
}) => (
  <>
    {waits.has(state) ? <PushOffer /> : null}
    <NoticeOffer raceid={race.id} moments={moments} />
    {moves && state === 'normal' ? <ChangeEvent id={_key} /> : null}
    {holds ? <ProxyCard id={_key} zone={race.zone} /> : null}
    {holds ? <StayLine raceid={race.id} /> : null}
  </>
)
