import { useState } from 'react'
import { MapPin } from 'lucide-react'
import { EventPicture } from '#features/events/web/EventPicture.tsx'
import { words as eventWords } from '#features/events/words.ts'
import type { FoundRace } from '#features/finder/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import { path } from '#seam/web/paths.ts'
import { phaseTone, phaseWord } from './homeRules.ts'
import { homeWords } from './home.words.ts'
import { serverNow } from '#ui/network/serverClock.ts'

const cardLook =
  'group flex h-full flex-col overflow-hidden rounded bg-surface shadow-card transition hover:-translate-y-1'

/** The deadline and the free places of a race, or the opening of its sign-up. */
const EntryLine = ({ race }: { race: FoundRace }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string) => dateText(at, lang, 'deadline', race.zone)
  const said = [
    race.signup_from ? t(homeWords.from, { when: on(race.signup_from) }) : '',
    race.signup_until && !race.signup_from ? t(homeWords.until, { when: on(race.signup_until) }) : '',
    race.places_left === null ? '' : t(homeWords.left_over, { n: countText(race.places_left) }),
    race.ballot ? t(homeWords.ballot_places) : '',
  ].filter(Boolean)
  return said.length === 0 ? null : (
    <span className="figures flex flex-wrap gap-x-3 text-14">
      {said.map((one) => (
        <span key={one}>{one}</span>
      ))}
    </span>
  )
}

export const FoundRaceCard = ({
  race,
  first,
}: {
  race: FoundRace
  /** True for a card that is visible at the first paint. */ first: boolean
}) => {
  const t = useWords()
  const { lang } = useLang()
  const picture = race.cover ?? race.header
  const [now] = useState(serverNow)
  const over = Date.parse(race.time) < now
  return (
    <Link href={path.race(race.id)} className={cardLook}>
      <span className="relative block aspect-[16/9] overflow-hidden">
        {picture ? (
          <img
            src={pictureAt(picture, 640)}
            srcSet={pictureSet(picture, [320, 640, 750, 960])}
            sizes="(min-width: 64rem) 360px, (min-width: 48rem) 45vw, 92vw"
            alt=""
            {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
            className="size-full object-cover transition group-hover:scale-[1.02]"
          />
        ) : (
          <EventPicture
            form="wide"
            event={{
              id: race.id,
              type: race.types[0] ?? (race.kind === 'trail' ? 'other' : 'full'),
              colour: race.skins.primary,
            }}
            className="absolute inset-0 size-full"
          />
        )}
        <span className="absolute left-3 top-3">
          <Chip tone={race.cancelled ? 'danger' : over ? 'plain' : phaseTone[race.signup]}>
            {over && !race.cancelled
              ? t(homeWords.ran, { when: dateText(race.time, lang, 'short', race.zone) })
              : t(eventWords[phaseWord(race)])}
          </Chip>
        </span>
      </span>
      <span className="flex flex-1 flex-col gap-2 p-4">
        <span className="figures text-14 font-medium text-strong">{dateText(race.time, lang, 'day', race.zone)}</span>
        <span className="text-20 font-bold text-balance">{race.name}</span>
        <span className="flex items-center gap-1.5 text-14 text-soft">
          <MapPin className="size-4 shrink-0" aria-hidden />
          <Dotted text={[...new Set([race.province, race.city])].filter(Boolean).join(' · ')} />
        </span>
        {over ? null : <EntryLine race={race} />}
        <span className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-2">
          <span className="flex flex-wrap gap-x-3 text-14 text-soft">
            {/* The type `other` has no name for runners, so the card leaves it out. */}
            {race.types
              .filter((type) => type !== 'other')
              .map((type) => (
                <span key={type} className="whitespace-nowrap">
                  {t(eventWords[type])}
                </span>
              ))}
          </span>
          {race.price_from === null || over ? null : (
            <span className="ml-auto text-right">
              <span className="display block text-20">
                {race.price_from === 0
                  ? money(0, lang)
                  : t(homeWords.price_from, { price: money(race.price_from, lang) })}
              </span>
              {race.some_free ? <span className="block text-12 text-soft">{t(homeWords.some_free)}</span> : null}
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
