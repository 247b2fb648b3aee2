import { BedDouble, Footprints, MapPinned, Star } from 'lucide-react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import type { Deadline, Hotel } from '../contract.ts'
import { hotelWords as words } from './hotel.words.ts'
import { farText, walkMinutes } from './price.ts'

/** The longest distance in metres for which the page gives the time on foot. */
const WALK_MOST = 3_000

export const Stars = ({ n }: { n: number }) => {
  const t = useWords()
  return n === 0 ? null : (
    <span role="img" aria-label={t(words.stars, { n })} className="inline-flex gap-0.5 text-warning-solid">
      {Array.from({ length: n }, (_, at) => (
        <Star key={at} className="size-4 fill-current" aria-hidden />
      ))}
    </span>
  )
}

export const Distances = ({ hotel: { start_m, expo_m } }: { hotel: Pick<Hotel, 'start_m' | 'expo_m'> }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-soft">
      {start_m === null ? null : (
        <span className="flex items-center gap-1.5">
          <Footprints className="size-4 shrink-0 text-strong" aria-hidden />
          <span>
            <Dotted
              text={
                t(words.toStart, { far: farText(start_m, lang) }) +
                (start_m <= WALK_MOST ? ` · ${t(words.walk, { n: walkMinutes(start_m) })}` : '')
              }
            />
          </span>
        </span>
      )}
      {expo_m === null ? null : (
        <span className="flex items-center gap-1.5">
          <MapPinned className="size-4 shrink-0" aria-hidden />
          {t(words.toExpo, { far: farText(expo_m, lang) })}
        </span>
      )}
    </span>
  )
}

export const HotelPicture = ({
  picture,
  alt,
  className = '',
  sizes = '(min-width: 48rem) 30vw, 92vw',
}: {
  picture: string | null | undefined
  alt: string
  className?: string
  sizes?: string
}) =>
  picture ? (
    <img
      src={pictureAt(picture, 640)}
      srcSet={pictureSet(picture)}
      sizes={sizes}
      loading="lazy"
      alt={alt}
      className={`object-cover ${className}`}
    />
  ) : (
    <span aria-hidden className={`flex items-center justify-center bg-tint text-strong ${className}`}>
      <BedDouble className="size-10 opacity-60" />
    </span>
  )

/** The coming deadlines of cancellation on a line of time. The line ends with the time without a refund. */
export const CancelLine = ({ deadlines, zone }: { deadlines: readonly Deadline[]; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(30_000)
  const live = deadlines.filter(({ until }) => Date.parse(until) > now)
  if (live.length === 0) return <p className="text-soft">{t(words.cancelNever)}</p>
  const tones = ['bg-success-solid', 'bg-warning-solid', 'bg-warning-solid']
  return (
    <ol className="grid gap-0">
      {live.map(({ until, percent, fixed }, n) => (
        <li key={until} className="flex gap-3">
          <span aria-hidden className="flex flex-col items-center">
            <span
              className={`mt-1.5 size-3 rounded-full ${percent === 0 && fixed === 0 ? tones[0] : (tones[n] ?? tones[2])}`}
            />
            <span className="w-0.5 flex-1 bg-line" />
          </span>
          <span className={`pb-3 ${percent === 0 && fixed === 0 ? 'font-medium text-success-ink' : ''}`}>
            {t(
              percent === 0 && fixed === 0
                ? words.cancelFree
                : fixed === 0
                  ? words.cancelPart
                  : percent === 0
                    ? words.cancelFixed
                    : words.cancelBoth,
              { time: dateText(until, lang, 'deadline', zone), percent, amount: money(fixed, lang) },
            )}
          </span>
        </li>
      ))}
      <li className="flex gap-3">
        <span aria-hidden className="mt-1.5 size-3 rounded-full bg-danger-solid" />
        <span className="text-soft">{t(words.cancelAfter)}</span>
      </li>
    </ol>
  )
}
