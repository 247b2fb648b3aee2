import { BedDouble, Coffee, Maximize2, Phone, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Swiper } from '#ui/layout/Swiper.tsx'
import { LargePictures } from '#ui/media/LargePictures.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { later } from '#ui/router/later.ts'
import { dayAfter } from '#contract/days.ts'
import { type Hotel, type RoomType, hotelsInfo, hotelsOrderGetstock } from '../contract.ts'
import { type Night, type Stay, nightsBetween, quoteOf } from '../stay.rules.ts'
import { CancelLine, Distances, HotelPicture, Stars } from './HotelFacts.tsx'
import { PlacesMap } from './PlacesMap.tsx'
import { StayBar } from './StayDialog.tsx'
import { hotelWords as words } from './hotel.words.ts'
import { positionOf } from './places.ts'
import { shortPrice } from './price.ts'
import { useClosed } from './useClosed.ts'
import { useStay } from './useStay.ts'

const NavigationLinks = later(async () => (await import('#ui/map/NavigationLinks.tsx')).NavigationLinks)

/** The number of free rooms at which the page warns that few are left. */
const FEW = 5

export const HotelPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const query = useAsk(hotelsInfo, { raceid, id }, { staleTime: 2_000 })
  if (query.data) return <Shown data={query.data} raceid={raceid} />
  return (
    <Page title={t(words.title)} backTo={path.hotels()}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={3} className="h-56" />
      )}
    </Page>
  )
}

const Shown = ({ data, raceid }: { data: OutputOf<typeof hotelsInfo>; raceid: number }) => {
  const t = useWords()
  const go = useGo()
  const { hotel, rooms, places, ground, today, race_day, zone } = data
  const given = useStay()
  const before = race_day > today ? dayAfter(race_day, -1) : today
  const stay: Stay = {
    ...given,
    arrival: given.arrival ?? before,
    departure: given.departure ?? dayAfter(before, race_day > today ? 2 : 1),
  }
  const { arrival, departure } = stay
  const stock = useAsk(hotelsOrderGetstock, { raceid, id: hotel.id, arrival, departure }, { staleTime: 2_000 })
  return (
    <Page title={hotel.name} backTo={path.hotels({ ...stay })}>
      <Gallery hotel={hotel} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Stars n={hotel.stars} />
        <Distances hotel={hotel} />
      </div>
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section className="grid gap-4" aria-label={t(words.chooseRoom)}>
          <h2 className="text-20 font-bold">{t(words.chooseRoom)}</h2>
          <StayBar
            {...{ stay, today }}
            nights={rooms.flatMap(({ nights }) => nights).toSorted(byNightAndPrice)}
            raceDay={race_day}
            onChange={(next) => go(path.hotel({ id: hotel.id, ...next }), { replace: true })}
          />
          {rooms.map((room) => (
            <RoomCard key={room.variantid} {...{ room, hotel, stay, zone }} />
          ))}
        </section>
        <div className="grid gap-4 md:sticky md:top-4">
          <Card title={t(words.cancelTitle)}>
            {stock.data ? <CancelLine deadlines={stock.data.deadlines} zone={zone} /> : null}
          </Card>
          <Where {...{ hotel, places, ground }} />
          {hotel.about || hotel.facilities.length > 0 ? <About hotel={hotel} /> : null}
        </div>
      </div>
    </Page>
  )
}

const byNightAndPrice = (a: Night, b: Night): number =>
  a.night < b.night ? -1 : a.night > b.night ? 1 : Number(a.free === 0) - Number(b.free === 0) || a.price - b.price

/** Returns the classes for the size of the first picture. The other pictures fill the rest of the gallery. */
const firstSpan = (count: number): string =>
  `row-span-2 ${count === 1 ? 'col-span-4' : count < 4 ? 'col-span-3' : 'col-span-2'}`

const Gallery = ({ hotel: { name, pictures } }: { hotel: Hotel }) => {
  const t = useWords()
  const [open, setOpen] = useState<number>()
  const alt = (at: number) => `${t(words.picture, { name })} ${at + 1}`
  if (pictures.length === 0) return <HotelPicture picture={null} alt="" className="h-40 w-full rounded" />
  const shown = (at: number, look: string, sizes?: string) => (
    <button key={at} type="button" onClick={() => setOpen(at)} className={`block overflow-hidden ${look}`}>
      <HotelPicture picture={pictures[at]} alt={alt(at)} {...(sizes ? { sizes } : {})} className="size-full" />
    </button>
  )
  return (
    <>
      <div className="md:hidden">
        <Swiper still label={t(words.pictures)} slides={pictures.map((_, at) => shown(at, 'aspect-[4/3] w-full'))} />
      </div>
      <div className="hidden h-80 grid-cols-4 grid-rows-2 gap-2 overflow-hidden rounded md:grid">
        {pictures
          .slice(0, 5)
          .map((_, at, all) =>
            shown(at, at === 0 ? firstSpan(all.length) : all.length === 2 ? 'row-span-2' : '', '50vw'),
          )}
      </div>
      {open === undefined ? null : (
        <LargePictures label={name} pictures={pictures} first={open} alt={alt} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** Returns the reason why a room type does not fit the wanted stay. Returns undefined if it fits. */
const useWhyNot = (hotel: Hotel, room: RoomType, stay: Stay) => {
  const t = useWords()
  const nights = nightsBetween(stay.arrival, stay.departure)
  const guests = stay.adults + stay.children
  if (nights < hotel.nights_least) return t(words.tooShort, { n: hotel.nights_least })
  if (nights > hotel.nights_most) return t(words.tooLong, { n: hotel.nights_most })
  if (stay.rooms > hotel.rooms_most) return t(words.tooMany, { n: hotel.rooms_most })
  if (guests > room.sleeps * stay.rooms) return t(words.tooFull, { rooms: stay.rooms, guests })
  return undefined
}

type RoomProps = { room: RoomType; hotel: Hotel; stay: Stay; zone: string }
const RoomCard = ({ room, hotel, stay, zone }: RoomProps) => {
  const t = useWords()
  const closed = useClosed(hotel, zone)
  const quote = quoteOf(room.nights, stay)
  const why = useWhyNot(hotel, room, stay)
  const full = quote !== undefined && quote.free < stay.rooms
  const blocked = closed?.says ?? why ?? (quote === undefined ? t(words.notOffered) : full ? t(words.gone) : undefined)
  const facts = [
    [BedDouble, t(words[`bed_${room.beds}`])],
    [Users, t(words.sleeps, { n: room.sleeps })],
    [Maximize2, room.size > 0 ? t(words.size, { n: room.size }) : ''],
    [Coffee, room.breakfasts > 0 ? t(words.breakfasts, { n: room.breakfasts }) : t(words.noBreakfast)],
  ] as const
  return (
    <article className="grid overflow-hidden rounded bg-surface shadow-card lg:grid-cols-[13rem_1fr]">
      <HotelPicture
        picture={room.pictures[0]}
        alt={t(words.picture, { name: room.name })}
        className={`aspect-[2/1] h-full w-full lg:aspect-auto ${blocked ? 'grayscale' : ''}`}
      />
      <div className="flex flex-col gap-3 p-4 md:p-5">
        <h3 className="text-20 font-bold">{room.name}</h3>
        {room.about ? <p className="text-pretty text-soft">{room.about}</p> : null}
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-soft">
          {facts
            .filter(([, said]) => said !== '')
            .map(([Icon, said]) => (
              <li key={said} className="flex items-center gap-1.5">
                <Icon className="size-4 shrink-0" aria-hidden />
                {said}
              </li>
            ))}
        </ul>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-3">
          <div className="grid gap-1">
            {!blocked && quote!.free <= FEW ? <Chip tone="warning">{t(words.fewLeft, { n: quote!.free })}</Chip> : null}
            {quote ? (
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="display text-28 text-strong">{shortPrice(quote.amount)}</span>
                <span className="text-14 text-soft">
                  {t(words.nights, { n: nightsBetween(stay.arrival, stay.departure) })}
                </span>
              </p>
            ) : null}
          </div>
          {blocked ? (
            <Button disabledReason={blocked}>{t(words.book)}</Button>
          ) : (
            <ButtonLink href={path.hotelBook({ id: hotel.id, room: room.variantid, ...stay })}>
              {t(words.book)}
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  )
}

const Where = ({ hotel, places, ground }: Pick<OutputOf<typeof hotelsInfo>, 'hotel' | 'places' | 'ground'>) => {
  const t = useWords()
  const at = positionOf(hotel)
  const alone = useMemo(() => [hotel], [hotel])
  return (
    <Card title={t(words.where)} flush>
      <PlacesMap ground={ground} hotels={alone} places={places} chosen={hotel.id} className="h-56 rounded-none" />
      <div className="grid gap-2 p-4 md:p-5">
        <p>{hotel.address}</p>
        <p className="text-14 text-soft">{t(words.times, { checkin: hotel.checkin, checkout: hotel.checkout })}</p>
        <div className="flex flex-wrap gap-3">
          {at ? <NavigationLinks place={at} name={hotel.name} /> : null}
          {hotel.phone ? (
            <ButtonLink
              look="quiet"
              href={`tel:${hotel.phone.replaceAll(/[ -]/g, '')}`}
              icon={<Phone className="size-5" aria-hidden />}
            >
              {t(words.call, { phone: hotel.phone })}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

const About = ({ hotel }: { hotel: Hotel }) => {
  const t = useWords()
  return (
    <Card title={t(words.about)}>
      {hotel.about ? <p className="mb-3 whitespace-pre-line text-pretty">{hotel.about}</p> : null}
      <ul className="flex flex-wrap gap-2">
        {hotel.facilities.map((one) => (
          <li key={one}>
            <Chip>{t(words[`facility_${one}`])}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
}
