import { BallotLink } from '#features/ballot/web/BallotLink.tsx'
import type { RaceEvent } from '#features/events/contract.ts'
import { EventPicture } from '#features/events/web/EventPicture.tsx'
import { PriceNote } from '#features/events/web/PriceNote.tsx'
import { EventPrice } from './EventPrice.tsx'
import { words as eventWords } from '#features/events/words.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, distanceParts } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/web/paths.ts'
import { fullness, phaseTone, phaseWord, saysDistance } from './homeRules.ts'
import { homeWords } from './home.words.ts'
import { homeFormWords } from './homeForm.words.ts'

/** An event on the home page, with the button for the action that is possible now, or with the event's state. */
export const EventEntry = ({ event, canSignUp }: { event: RaceEvent; canSignUp: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const distance =
    event.distance === null || saysDistance(event.name, event.distance)
      ? undefined
      : distanceParts(event.distance, lang)
  const { scarce } = fullness(event)
  const on = (at: string) => dateText(at, lang, 'deadline', event.race.zone)
  const draws = event.state === 'draw'
  const of = countText(event.places)
  const left = draws
    ? t(homeWords.draw_places, { of })
    : event.signup === 'soon' || event.cancelled
      ? t(homeWords.places, { of })
      : t(homeWords.left, { n: countText(event.places_left), of })
  const opens = event.signup === 'soon'
  const date = opens
    ? event.signup_from && t(homeWords.from, { when: on(event.signup_from) })
    : event.signup_until && event.signup !== 'over' && t(homeWords.until, { when: on(event.signup_until) })
  const action =
    event.signup === 'wait' ? homeFormWords.enter_wait : draws ? homeFormWords.enter_draw : homeFormWords.enter
  const acts = canSignUp && (event.signup === 'open' || event.signup === 'wait')
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)] gap-2 overflow-hidden rounded bg-surface py-3 pl-6 pr-4 shadow-card">
      <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ background: event.colour }} />
      <div className="flex flex-wrap items-center gap-3">
        <EventPicture event={event} className="size-12 shrink-0 rounded" />
        <div className="flex min-w-0 flex-[1_1_9rem] flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="flex min-w-0 flex-[1_1_7rem] flex-wrap items-baseline gap-x-2 text-16 font-bold">
            {event.name}
            {distance ? (
              <span className="whitespace-nowrap font-normal">
                <span className="display text-20">{distance.n}</span>{' '}
                <span className="text-14 text-soft">{distance.unit}</span>
              </span>
            ) : null}
          </h3>
          <p className="display max-w-full text-right text-28 leading-none [&_s]:mr-0 [&_s]:block">
            <EventPrice event={event} />
          </p>
        </div>
      </div>
      {event.cancelled ? null : <PriceNote event={event} />}
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <div className="figures min-w-0 flex-[1_1_7rem] text-14 text-soft">
          <p className={scarce && event.signup === 'open' ? 'font-medium text-warning-ink' : ''}>{left}</p>
          {date ? <p className="break-keep [overflow-wrap:anywhere]">{date}</p> : null}
          {event.start_at && !event.cancelled ? (
            <p className="break-keep [overflow-wrap:anywhere]">{t(homeWords.start_at, { when: on(event.start_at) })}</p>
          ) : null}
        </div>
        {acts ? (
          // The page has one primary action, so the buttons of the events look less prominent.
          <ButtonLink look="plain" href={path.baoming({ event: event.id })} className="px-4 text-14">
            {t(action)}
          </ButtonLink>
        ) : (
          <Chip tone={event.cancelled ? 'danger' : phaseTone[event.signup]}>{t(eventWords[phaseWord(event)])}</Chip>
        )}
      </div>
      {draws ? <BallotLink raceid={event.raceid} eventid={event.id} /> : null}
    </article>
  )
}
