import { Coffee } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { Hotel } from '../contract.ts'
import { type Stay, nightsBetween } from '../stay.rules.ts'
import { Distances, HotelPicture, Stars } from './HotelFacts.tsx'
import { hotelWords as words } from './hotel.words.ts'
import { shortPrice } from './price.ts'
import { useClosed } from './useClosed.ts'

/** The number of free rooms at which the card warns that few are left. */
const FEW = 5

type Props = { hotel: Hotel; stay: Stay; zone: string; chosen?: boolean }
/** A hotel in the list, with the price of the wanted stay. */
export const HotelCard = ({ hotel, stay, zone, chosen }: Props) => {
  const t = useWords()
  const full = hotel.stay_price === null
  return (
    <Link
      href={path.hotel({ id: hotel.id, ...stay })}
      data-hotel={hotel.id}
      className={
        'group grid overflow-hidden rounded bg-surface shadow-card transition hover:-translate-y-0.5 ' +
        `motion-reduce:transform-none lg:grid-cols-[15rem_1fr] ${chosen ? 'outline-2 outline-strong' : ''}`
      }
    >
      <HotelPicture
        picture={hotel.pictures[0]}
        alt={t(words.picture, { name: hotel.name })}
        className={`aspect-[16/9] h-full w-full lg:aspect-auto lg:min-h-48 ${full ? 'grayscale' : ''}`}
      />
      <span className="flex min-w-0 flex-col gap-2.5 p-4 md:p-5">
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="text-20 font-bold">{hotel.name}</span>
          <Stars n={hotel.stars} />
        </span>
        <Distances hotel={hotel} />
        <Tags hotel={hotel} />
        <Price {...{ hotel, stay, zone }} />
      </span>
    </Link>
  )
}

const Tags = ({ hotel }: { hotel: Hotel }) => {
  const t = useWords()
  const free = hotel.cancel.some(({ percent, fixed }) => percent === 0 && fixed === 0)
  return (
    <span className="flex flex-wrap gap-2">
      {hotel.breakfast ? <Chip icon={<Coffee className="size-4" aria-hidden />}>{t(words.withBreakfast)}</Chip> : null}
      {free ? <Chip tone="success">{t(words.freeCancel)}</Chip> : null}
    </span>
  )
}

const Price = ({ hotel, stay, zone }: Omit<Props, 'chosen'>) => {
  const t = useWords()
  const closed = useClosed(hotel, zone)
  const nights = nightsBetween(stay.arrival, stay.departure)
  if (closed || hotel.stay_price === null)
    return (
      <span className="mt-auto flex items-center justify-between gap-3 pt-1">
        <Chip tone={closed?.why === 'soon' ? 'info' : 'plain'}>{closed?.says ?? t(words.gone)}</Chip>
        {hotel.price_from === null || closed?.why === 'over' ? null : (
          <span className="figures text-soft">{t(words.from, { price: shortPrice(hotel.price_from) })}</span>
        )}
      </span>
    )
  return (
    <span className="mt-auto flex flex-wrap items-end justify-between gap-x-3 pt-1">
      {hotel.stay_free <= FEW ? <Chip tone="warning">{t(words.fewLeft, { n: hotel.stay_free })}</Chip> : <span />}
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-14 text-soft">{t(words.stayTotal, { n: nights })}</span>
        <span className="display text-28 text-strong">{shortPrice(hotel.stay_price)}</span>
      </span>
    </span>
  )
}
