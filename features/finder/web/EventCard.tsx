import { BallotLink } from '#features/ballot/web/BallotLink.tsx'
import type { RaceEvent } from '#features/events/contract.ts'
import { EventPicture } from '#features/events/web/EventPicture.tsx'
import { words as eventWords } from '#features/events/words.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, distanceParts } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { cutoffParts } from './homeRules.ts'
import { homeWords } from './home.words.ts'

/** The card of an event on `EventsPage`. It leaves out price, free places and deadline, which the home page shows. */
export const EventCard = ({ event }: { event: RaceEvent }) => {
  const t = useWords()
  const { lang } = useLang()
  const distance = event.distance === null ? undefined : distanceParts(event.distance, lang)
  const on = (at: string) => dateText(at, lang, 'deadline', event.race.zone)
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
  const draws = event.state === 'draw'
  const facts = [
    event.start_at && !event.cancelled ? t(homeWords.start_at, { when: on(event.start_at) }) : '',
    cutoff ? t(homeWords[cutoff.word], cutoff.values) : '',
    age,
    draws && event.draw_at && !event.cancelled
      ? t(homeWords.draw_at, { when: on(event.draw_at) })
      : t(eventWords[`event_state_${event.state}`]),
  ].filter(Boolean)
  return (
    <article className="relative flex flex-col gap-3 overflow-hidden rounded bg-surface p-4 pl-6 shadow-card">
      <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ background: event.colour }} />
      <div className="flex flex-wrap items-start gap-3">
        <EventPicture event={event} className="size-18 shrink-0 rounded" />
        <div className="flex min-w-0 flex-[1_1_10rem] flex-col gap-2">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-0 flex-[1_1_7rem] text-16 font-bold">{event.name}</h3>
            {event.cancelled ? <Chip tone="danger">{t(eventWords.cancelled)}</Chip> : null}
          </div>
          {distance ? (
            <p>
              <span className="display text-40 leading-none">{distance.n}</span>{' '}
              <span className="text-14 text-soft">{distance.unit}</span>
            </p>
          ) : null}
        </div>
      </div>
      <ul className="border-t border-line pt-3 text-14 text-soft">
        {facts.map((said) => (
          <li key={said} className="figures break-keep [overflow-wrap:anywhere]">
            {said}
          </li>
        ))}
      </ul>
      {draws ? <BallotLink raceid={event.raceid} eventid={event.id} /> : null}
    </article>
  )
}
