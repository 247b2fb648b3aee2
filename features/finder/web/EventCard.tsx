import { ArrowRight } from 'lucide-react'
import { BallotLink } from '#features/ballot/web/BallotLink.tsx'
import type { RaceEvent } from '#features/events/contract.ts'
import { EventPicture } from '#features/events/web/EventPicture.tsx'
import { PriceNote } from '#features/events/web/PriceNote.tsx'
import { EventPrice } from './EventPrice.tsx'
import { words as eventWords } from '#features/events/words.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, distanceParts } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/web/paths.ts'
import { cutoffParts, fullness, phaseTone, phaseWord } from './homeRules.ts'
import { homeWords } from './home.words.ts'

/** An event with its distance, price, free places as a bar, and its next dates. */
export const EventCard = ({
  event,
  full,
  canSignUp,
}: {
  event: RaceEvent
  /** True if the card also shows the start, the ages and the way of giving places. */ full?: boolean
  canSignUp: boolean
}) => {
  const t = useWords()
  const { lang } = useLang()
  const distance = event.distance === null ? undefined : distanceParts(event.distance, lang)
  const { share, scarce } = fullness(event)
  const on = (at: string) => dateText(at, lang, 'deadline', event.race.zone)
  const closed = event.signup === 'over'
  const left = closed
    ? t(homeWords.places, { of: countText(event.places) })
    : event.state === 'draw'
      ? t(homeWords.draw_places, { of: countText(event.places) })
      : t(homeWords.left, { n: countText(event.places_left), of: countText(event.places) })
  const { min_age: min, max_age: max } = event.form
  const age =
    min !== null && max !== null
      ? t(homeWords.age, { min, max })
      : min !== null
        ? t(homeWords.age_from, { min })
        : max !== null
          ? t(homeWords.age_to, { max })
          : ''
  const cutoff = event.cutoff_minutes === null ? undefined : cutoffParts(event.cutoff_minutes)
  const dates = [
    event.signup === 'soon' && event.signup_from ? t(homeWords.from, { when: on(event.signup_from) }) : '',
    (event.signup === 'open' || event.signup === 'wait' || event.signup === 'full') && event.signup_until
      ? t(homeWords.until, { when: on(event.signup_until) })
      : '',
    event.state === 'draw' && event.draw_at && !event.cancelled
      ? t(homeWords.draw_at, { when: on(event.draw_at) })
      : '',
    event.start_at && !event.cancelled && (full || event.signup === 'over')
      ? t(homeWords.start_at, { when: on(event.start_at) })
      : '',
    full && cutoff ? t(homeWords[cutoff.word], cutoff.values) : '',
    full ? age : '',
  ].filter(Boolean)
  return (
    <article className="relative flex flex-col gap-3 overflow-hidden rounded bg-surface p-4 pl-6 shadow-card">
      <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ background: event.colour }} />
      <div className="flex flex-wrap items-start gap-3">
        <EventPicture event={event} className="size-18 shrink-0 rounded" />
        <div className="flex min-w-0 flex-[1_1_10rem] flex-col gap-2">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-0 flex-[1_1_7rem] text-16 font-bold">{event.name}</h3>
            <Chip tone={event.cancelled ? 'danger' : phaseTone[event.signup]}>{t(eventWords[phaseWord(event)])}</Chip>
          </div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p>
              {distance ? (
                <>
                  <span className="display text-40 leading-none">{distance.n}</span>{' '}
                  <span className="text-14 text-soft">{distance.unit}</span>
                </>
              ) : null}
            </p>
            <p className="display text-right text-28 leading-none">
              <EventPrice event={event} />
            </p>
          </div>
        </div>
      </div>
      {closed ? null : <PriceNote event={event} />}
      <div>
        {closed || event.state === 'draw' ? null : (
          <Bar
            value={share}
            label={left}
            tone={event.signup === 'full' || event.signup === 'wait' ? 'plain' : scarce ? 'warning' : 'accent'}
          />
        )}
        <p
          className={
            'figures mt-1.5 text-14 ' +
            (scarce && event.signup === 'open' ? 'font-medium text-warning-ink' : 'text-soft')
          }
        >
          <Dotted text={left + (full && event.state === 'audit' ? ` · ${t(eventWords.event_state_audit)}` : '')} />
        </p>
      </div>
      {event.state === 'draw' ? <BallotLink raceid={event.raceid} eventid={event.id} /> : null}
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 border-t border-line pt-3">
        <ul className="min-w-0 flex-[1_1_9rem] text-14 text-soft">
          {dates.map((said) => (
            <li key={said} className="figures break-keep [overflow-wrap:anywhere]">
              {said}
            </li>
          ))}
        </ul>
        {canSignUp && event.signup === 'open' ? (
          <ButtonLink
            look="quiet"
            href={path.baoming({ event: event.id })}
            className="-my-2 -mr-3 shrink-0 px-3 text-14"
          >
            {t(homeWords.choose)}
            <ArrowRight className="size-5" aria-hidden />
          </ButtonLink>
        ) : null}
      </div>
    </article>
  )
}
