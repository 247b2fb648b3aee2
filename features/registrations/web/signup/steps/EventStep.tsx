import { Check } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { raceEvents, type RaceEvent } from '#features/events/contract.ts'
import { words as eventWords } from '#features/events/words.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, distanceText } from '#ui/language/clock.ts'
import { Countdown, useNow } from '#ui/feedback/Countdown.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { later } from '#ui/router/later.ts'
import type { Charge } from '../../../payment/pricing.rules.ts'
import { PriceNote } from '#features/events/web/PriceNote.tsx'
import { chargeIn } from '../prices/charges.ts'
import type { SignUp } from '../useSignUp.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { signUpWords as words } from '../signUp.words.ts'

const InviteField = later(async () => (await import('../besideEvents.ts')).InviteField)

/** Returns a function that names the reason why a runner cannot choose an event at this moment. */
const useWhyClosed = () => {
  const t = useWords()
  const { lang } = useLang()
  return (event: RaceEvent): string | undefined => {
    if (event.signup === 'open' || event.signup === 'wait') return undefined
    if (event.signup === 'full') return t(words.full)
    if (event.signup === 'over') return t(words.over)
    return event.signup_from
      ? t(words.notYet, { time: dateText(event.signup_from, lang, 'deadline', event.race.zone) })
      : t(eventWords.signup_soon)
  }
}

export const EventStep = ({ form, events }: { form: SignUp; events: readonly RaceEvent[] }) => {
  const t = useWords()
  const error = form.errorAt('eventid')
  return (
    <fieldset aria-describedby={error ? 'event-error' : undefined}>
      <legend className="sr-only">{t(words.stepEvent)}</legend>
      {error ? (
        <div className="-mt-1 mb-3">
          <FieldError id="event-error">{error}</FieldError>
        </div>
      ) : null}
      <div className="grid gap-3 md:gap-4">
        {events.map((event) => (
          <EventCard
            key={event.id}
            event={event}
            charge={chargeIn(event, form.invitations.broughtTo(form.draft), form.people[form.n - 1]?.age ?? null)}
            chosen={form.draft.eventid === String(event.id)}
            wrong={error !== undefined}
            onChoose={() => form.change({ eventid: String(event.id) })}
          />
        ))}
      </div>
      {form.elsewhere ? null : (
        <div className="mt-5 grid">
          <InviteField form={form} instead={<div className="h-11" />} />
        </div>
      )}
    </fieldset>
  )
}

const EventCard = ({
  event,
  charge,
  chosen,
  wrong,
  onChoose,
}: {
  event: RaceEvent
  charge: Charge
  chosen: boolean
  wrong: boolean
  onChoose: () => void
}) => {
  const { lang } = useLang()
  const closed = useWhyClosed()(event)
  return (
    <label
      className={
        'relative flex overflow-hidden rounded border transition has-focus-visible:outline-2 ' +
        'has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ' +
        (closed
          ? 'border-line bg-sunk'
          : chosen
            ? 'cursor-pointer border-strong bg-tint'
            : 'cursor-pointer border-line bg-surface shadow-card hover:border-edge')
      }
    >
      <input
        type="radio"
        name="event"
        className="absolute inset-0 size-full appearance-none opacity-0"
        checked={chosen && !closed}
        disabled={closed !== undefined}
        data-wrong={wrong || undefined}
        onChange={onChoose}
      />
      <span aria-hidden className="w-1.5 shrink-0" style={{ background: closed ? 'var(--c-line)' : event.colour }} />
      <span className="flex min-w-0 flex-1 flex-col gap-3 p-4 md:p-5">
        <span className="flex flex-wrap items-start gap-x-3">
          {closed ? null : (
            <span
              aria-hidden
              className={
                'mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border ' +
                (chosen ? 'border-strong bg-fill text-on-fill' : 'border-edge bg-surface')
              }
            >
              {chosen ? <Check className="size-4" strokeWidth={3} /> : null}
            </span>
          )}
          <span className="min-w-0 flex-[1_1_7.5rem]">
            <span className={`block text-20 font-bold ${closed ? 'text-soft' : ''}`}>{event.name}</span>
            <span className="figures mt-0.5 block text-14 text-soft">
              <Dotted
                text={[
                  event.distance ? distanceText(event.distance, lang) : '',
                  dateText(event.start_at ?? event.race.time, lang, 'deadline', event.race.zone),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </span>
          </span>
          <span className={`display ml-auto shrink-0 text-right text-28 ${closed ? 'text-soft' : ''}`}>
            {charge.discount > 0 && !closed ? (
              <s className="figures block text-14 font-normal text-soft">{money(charge.fee, lang)}</s>
            ) : null}
            {money(closed ? charge.fee : charge.amount, lang)}
          </span>
        </span>
        <PriceNote event={event} />
        {closed ? <ClosedLine event={event} why={closed} /> : <OpenLine event={event} />}
      </span>
    </label>
  )
}

const OpenLine = ({ event }: { event: RaceEvent }) => {
  const t = useWords()
  const { lang } = useLang()
  const scarce = event.places > 0 && event.places_left / event.places < 0.1
  const left =
    event.signup === 'wait' ? t(words.joinsWaitlist) : t(words.placesLeft, { n: countText(event.places_left) })
  const chips = [
    event.state === 'draw'
      ? event.draw_at
        ? t(words.byDrawHow, { time: dateText(event.draw_at, lang, 'deadline', event.race.zone) })
        : t(words.byDraw)
      : event.state === 'audit'
        ? t(words.byAudit)
        : '',
    event.form.min_age !== null ? t(words.ageFrom, { n: event.form.min_age }) : '',
    event.form.max_age !== null ? t(words.ageUpTo, { n: event.form.max_age }) : '',
  ].filter(Boolean)
  return (
    <>
      {event.state === 'draw' ? null : (
        <Bar
          value={event.places ? 1 - event.places_left / event.places : 1}
          label={left}
          tone={scarce ? 'warning' : 'accent'}
        />
      )}
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-14">
        {event.state === 'draw' ? null : (
          <span className={`figures ${scarce ? 'font-medium text-warning-ink' : 'text-soft'}`}>{left}</span>
        )}
        {event.signup_until ? (
          <span className="figures text-soft">
            {t(words.until, { time: dateText(event.signup_until, lang, 'deadline', event.race.zone) })}
          </span>
        ) : null}
      </span>
      {chips.length ? (
        <span className="flex flex-wrap gap-2 [&>span]:max-w-full [&>span]:whitespace-normal">
          {chips.map((chip) => (
            <Chip key={chip}>{chip}</Chip>
          ))}
        </span>
      ) : null}
    </>
  )
}

const day = 86_400_000
const ClosedLine = ({ event, why }: { event: RaceEvent; why: string }) => {
  const t = useWords()
  const queries = useQueryClient()
  const now = useNow(60_000)
  const opensSoon = event.signup === 'soon' && event.signup_from !== null && Date.parse(event.signup_from) - now < day
  return (
    <span className="flex flex-wrap items-center justify-between gap-2">
      {event.signup === 'soon' ? (
        <Chip tone="info">{why}</Chip>
      ) : (
        <span className="text-14 font-medium text-soft">{why}</span>
      )}
      {opensSoon ? (
        <span className="text-14 text-soft">
          {t(words.opensIn)}{' '}
          <Countdown
            to={event.signup_from!}
            form="clock"
            onOver={() => void queries.invalidateQueries({ queryKey: [raceEvents.path] })}
          />
        </span>
      ) : null}
    </span>
  )
}
