import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import { raceEvents, type RaceEvent } from '#features/events/contract.ts'
import { useWaitingFirst } from '#features/waitingrooms/web/useWaitingFirst.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useTouched } from '#ui/network/useTouched.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { isPreview } from '#ui/network/preview.ts'
import { link } from '#ui/router/address.ts'
import { later } from '#ui/router/later.ts'
import { money } from '#ui/language/money.ts'
import { Page, besideSide } from '#ui/layout/Page.tsx'
import { StepLine } from '#ui/feedback/Progress.tsx'
import { Skeleton, SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import { useNameOf } from './useNameOf.ts'
import type { Elsewhere } from './elsewhere.ts'
import { EventStep } from './steps/EventStep.tsx'
import { useStepTitle } from './stepTitles.ts'
import { signUpWords as words } from './signUp.words.ts'
import { type SignUp as Form, useSignUp } from './useSignUp.ts'

const placesRefresh = 15_000
/**
 * The column beside the form, which only wide windows have. The page fetches the file of the column after the page is
 * visible.
 */
const SignUpAside = later(async () => (await import('./besideEvents.ts')).SignUpAside)
const Later = later(async () => (await import('./steps/LaterSteps.tsx')).LaterSteps)

const Tried = later(async () => (await import('./FormPreview.tsx')).FormPreview)
const WaitingNote = onDemand(async () => (await import('#features/waitingrooms/web/WaitingNote.tsx')).WaitingNote)

/**
 * The sign-up page. Each step asks one group of questions, and the bar at the bottom shows the price. In a frame of the
 * console the page shows the form for staff to try.
 */
export const SignUpPage = ({ goods, elsewhere }: WithGoods) =>
  isPreview() ? <Tried /> : <SignUp goods={goods} elsewhere={elsewhere} />

/**
 * The parts that the caller passes in. `goods` shows the goods that the summary offers. The caller passes this function
 * in, because this room may not import the rooms that sell goods.
 */
type WithGoods = { goods?: ((form: Form) => ReactNode) | undefined; elsewhere?: Elsewhere | undefined }

const SignUp = ({ goods, elsewhere }: WithGoods) => {
  const t = useWords()
  const { raceid } = link()
  const events = useAsk(
    raceEvents,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, refetchInterval: placesRefresh, staleTime: 5_000 },
  )
  const line = useWaitingFirst(raceid)
  const home = <ButtonLink href={raceid === undefined ? path.finder() : path.home()}>{t(kit.home)}</ButtonLink>
  if (raceid === undefined || events.data?.length === 0)
    return (
      <Page title={t(words.title)}>
        <Empty title={t(words.noEvents)} description={t(words.noEventsHow)} action={home} />
      </Page>
    )
  if (!events.data || line.pending)
    return (
      <Page title={t(words.title)}>
        {events.error ? (
          <ErrorState error={events.error} onRetry={() => void events.refetch()} action={home} />
        ) : (
          <SkeletonCards count={4} className="h-36" />
        )}
      </Page>
    )
  const only = elsewhere
    ? events.data
        .filter(({ id }) => String(id) === elsewhere.start.eventid)
        // On a page of another room somebody else pays, so the form shows neither a price nor things to buy.
        .map((event) => ({ ...event, signup: 'open' as const, price: 0, prices: [], addons: [] }))
    : events.data
  return <SignUpForm events={only} waits={line.waits} goods={goods} elsewhere={elsewhere} />
}

const SignUpForm = ({
  events,
  waits,
  goods,
  elsewhere,
}: WithGoods & {
  events: readonly RaceEvent[]
  /** True if the race has a waiting room at this moment. */ waits: boolean
}) => {
  const t = useWords()
  const form = useSignUp(events, elsewhere)
  const touched = useTouched()
  const needsLater = touched || form.step !== 'event'
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [form.step, form.n])
  const title = useStepTitle(form.event)(form.step)
  const many = form.people.length > 1
  const progress = [
    many && form.step !== 'review' ? t(words.personN, { n: form.n }) : '',
    t(words.stepOf, { n: form.at + 1, of: form.steps.length }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Page
      title={t(words.title)}
      foot={
        // On a wide desktop the bar is below the form and not below the column beside the form.
        <div className={`flex w-full flex-wrap items-center gap-3 md:justify-center ${besideSide}`}>
          <FootBar form={form} closed={!elsewhere && events.every(({ signup }) => signup !== 'open')} />
        </div>
      }
      side={<SignUpAside form={form} />}
    >
      <div className={besideSide}>
        <form
          noValidate
          className="grid max-w-[40rem] gap-6 lg:max-w-none"
          onSubmit={(event) => {
            event.preventDefault()
            void form.next()
          }}
        >
          <div className="grid gap-3">
            <StepLine at={form.at + 1} of={form.steps.length} label={`${progress} ${title}`} />
            <div>
              <p className="figures flex flex-wrap items-baseline justify-between gap-x-3 text-14 text-soft">
                {progress}
                {form.event && form.step !== 'event' ? (
                  <span className="flex items-center gap-1.5 font-medium text-ink lg:hidden">
                    <span aria-hidden className="size-2.5 rounded-full" style={{ background: form.event.colour }} />
                    {form.event.name}
                  </span>
                ) : null}
              </p>
              <h2 ref={heading} tabIndex={-1} className="text-28 font-bold outline-none">
                {title}
              </h2>
            </div>
          </div>
          {waits ? (
            <Suspense fallback={<Skeleton className="h-16" />}>
              <WaitingNote raceid={link().raceid ?? 0} zone={events[0]?.race.zone} />
            </Suspense>
          ) : null}
          {many && form.step !== 'review' ? <Others form={form} /> : null}
          {form.restored && form.step === 'who' ? <Restored form={form} /> : null}
          <StepBody form={form} events={events} goods={goods} />
          {needsLater ? <Later form={form} part="refused" /> : null}
          {/* The Enter key in a field opens the next step, as in any form. */}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
        </form>
      </div>
      <LoginSheet
        open={form.loginOpen}
        onClose={form.closeLogin}
        onDone={form.loggedIn}
        // The first person usually pays for everybody, so the log-in code goes to the mobile of this person.
        mobile={normalMobile(form.people[0]?.draft.mobile || form.draft.mobile)}
        note={t(form.loginSubmits ? words.logInNote : words.logInOnly)}
      />
      {needsLater ? <Later form={form} part="sending" /> : null}
    </Page>
  )
}

const StepBody = ({ form, events, goods }: WithGoods & { form: Form; events: readonly RaceEvent[] }) => {
  if (form.step === 'event') return <EventStep form={form} events={events} />
  if (form.asked.error) return <ErrorState error={form.asked.error} onRetry={() => void form.asked.refetch()} />
  const bones = <SkeletonCards count={3} className="h-20" />
  return form.asked.data ? <Later form={form} part="step" goods={goods} instead={bones} /> : bones
}

/** Shows which person of the sign-up the steps are about. */
const Others = ({ form }: { form: Form }) => {
  const t = useWords()
  const nameOf = useNameOf()
  return (
    <div role="group" aria-label={t(words.people)} className="flex flex-wrap gap-2">
      {form.people.map((person) => (
        <ChoiceChip
          key={person.draft.key}
          chosen={person.n === form.n}
          onClick={() => person.n !== form.n && form.show(person.lacks ?? 'who', person.n)}
        >
          {nameOf(person)}
        </ChoiceChip>
      ))}
    </div>
  )
}

const Restored = ({ form }: { form: Form }) => {
  const t = useWords()
  return (
    <p
      role="status"
      className={
        'flex flex-wrap items-center justify-between gap-x-4 rounded ' +
        'bg-info-tint py-1 pl-4 pr-1 text-14 text-info-ink'
      }
    >
      {t(words.draftFound)}
      <button
        type="button"
        className="min-h-11 rounded px-3 font-medium underline-offset-4 hover:underline"
        onClick={form.startOver}
      >
        {t(words.draftClear)}
      </button>
    </p>
  )
}

/** The bar at the bottom, with the price and the button to the next step. A thumb can reach the bottom of a phone. */
const FootBar = ({ form, closed }: { form: Form; closed: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const { event, step, people } = form
  const many = people.length > 1
  const all = many || form.goods.amount > 0
  const charge = all ? form.total : people[0]?.charge
  const named = people[0]?.charge?.withAddons ? words.priceWithAddons : words.price
  const last = step === 'review'
  const sends = form.elsewhere ? words.submitElsewhere : words.submit
  const said = !last
    ? form.returns
      ? words.toReview
      : words.next
    : form.account.loggedIn
      ? sends
      : words.logInToSubmit
  if (closed && step === 'event')
    return (
      <ButtonLink look="plain" className="flex-1 md:max-w-80" href={path.query({ type: 'reg' })}>
        {t(words.seeMine)}
      </ButtonLink>
    )
  return (
    <>
      <p className={`min-w-24 lg:hidden ${form.elsewhere || !(event || many) ? 'hidden' : ''}`} aria-live="polite">
        <span className="figures block text-12 text-soft">
          {many
            ? `${t(words.total)} · ${t(words.peopleCount, { n: people.length })}`
            : t(form.goods.amount > 0 ? words.total : named)}
        </span>
        <span className="display block text-28">
          {charge ? money(charge.amount, lang) : '–'}
          {event && charge && charge.discount > 0 ? (
            <s className="figures ml-2 text-14 font-normal text-soft">{money(charge.fee, lang)}</s>
          ) : null}
        </span>
      </p>
      {form.at > 0 ? (
        <span className="hidden md:block">
          <Button look="plain" onClick={() => history.back()}>
            {t(words.back)}
          </Button>
        </span>
      ) : null}
      <Button className="flex-1 md:max-w-80" busy={form.busy || form.sending} onClick={() => void form.next()}>
        {form.sending ? t(words.submitting) : t(said)}
      </Button>
    </>
  )
}
