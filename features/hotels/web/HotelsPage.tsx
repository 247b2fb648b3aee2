import { List, Map as MapIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/web/paths.ts'
import { Chip, ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type Hotel, hotels, hotelsOrderList } from '../contract.ts'
import { HotelCard } from './HotelCard.tsx'
import { PlacesMap } from './PlacesMap.tsx'
import { StayBar } from './StayDialog.tsx'
import { StayStrip } from './StayStrip.tsx'
import { hotelWords as words } from './hotel.words.ts'
import { useStay } from './useStay.ts'

type Answer = OutputOf<typeof hotels>
const sorts = ['byStart', 'byExpo', 'byPrice'] as const
const filters = ['withBreakfast', 'freeCancel'] as const
type Filter = (typeof filters)[number]
const last = Number.MAX_SAFE_INTEGER
const orders: Record<(typeof sorts)[number], (hotel: Hotel) => number> = {
  byStart: ({ start_m }) => start_m ?? last,
  byExpo: ({ expo_m }) => expo_m ?? last,
  byPrice: ({ stay_price }) => stay_price ?? last,
}
const fits: Record<Filter, (hotel: Hotel) => boolean> = {
  withBreakfast: ({ breakfast }) => breakfast,
  freeCancel: ({ cancel }) => cancel.some(({ percent, fixed }) => percent === 0 && fixed === 0),
}

/** The partner hotels of a race: the account's open and booked stays first, then a list beside a map. */
export const HotelsPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const { arrival, departure, rooms, adults, children } = useStay()
  const days = arrival && departure ? { arrival, departure } : {}
  const query = useAsk(hotels, { raceid, rooms, guests: adults + children, ...days }, { staleTime: 5_000 })
  const mine = useAsk(hotelsOrderList, { raceid }, { quiet: true })
  if (!query.data)
    return (
      <Page title={t(words.title)} backTo={path.home()}>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonCards count={3} className="h-72" />
        )}
      </Page>
    )
  const own = (mine.data?.items ?? []).filter(({ state }) => state === 'open' || state === 'booked')
  return (
    <Page
      title={t(words.title)}
      backTo={path.home()}
      aside={
        (mine.data?.items.length ?? 0) > 0 ? (
          <ButtonLink look="quiet" href={path.stays()}>
            {t(words.my)}
          </ButtonLink>
        ) : undefined
      }
    >
      {own.map((stay) => (
        <StayStrip key={stay._key} stay={stay} />
      ))}
      {query.data.items.length === 0 ? (
        <Empty title={t(words.none)} description={t(words.noneHow)} />
      ) : (
        <Found data={query.data} people={{ rooms, adults, children }} />
      )}
    </Page>
  )
}

const Found = ({ data, people }: { data: Answer; people: { rooms: number; adults: number; children: number } }) => {
  const t = useWords()
  const go = useGo()
  const [sort, setSort] = useState<(typeof sorts)[number]>('byStart')
  const [asked, setAsked] = useState<readonly Filter[]>([])
  const [view, setView] = useState<'list' | 'map'>('list')
  const [chosen, setChosen] = useState<number>()
  const { places, ground, nights, arrival, departure, today, race_day, zone } = data
  const stay = { arrival, departure, ...people }
  const items = useMemo(
    () =>
      data.items
        .filter((hotel) => asked.every((one) => fits[one](hotel)))
        .toSorted(
          (a, b) => Number(a.stay_price === null) - Number(b.stay_price === null) || orders[sort](a) - orders[sort](b),
        ),
    [data.items, asked, sort],
  )
  const toggle = (one: Filter) =>
    setAsked(asked.includes(one) ? asked.filter((other) => other !== one) : [...asked, one])
  const choose = (id: number) => {
    setChosen(id)
    document.querySelector(`[data-hotel="${id}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
  const onMap = items.find(({ id }) => id === chosen)
  return (
    <>
      <StayBar
        {...{ stay, nights, today }}
        raceDay={race_day}
        onChange={(next) => go(path.hotels({ ...next }), { replace: true })}
      />
      <div className="flex flex-wrap gap-2" role="group" aria-label={t(words.sort)}>
        {sorts
          .filter((one) => one === 'byPrice' || data.items.some((hotel) => orders[one](hotel) !== last))
          .map((one) => (
            <ChoiceChip key={one} chosen={sort === one} onClick={() => setSort(one)}>
              {t(words[one])}
            </ChoiceChip>
          ))}
        {filters.map((one) => (
          <ChoiceChip key={one} chosen={asked.includes(one)} onClick={() => toggle(one)}>
            {t(words[one])}
          </ChoiceChip>
        ))}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <Chip>{t(words.found, { n: items.length })}</Chip>
        <Button
          look="plain"
          className="md:hidden"
          icon={view === 'list' ? <MapIcon className="size-5" aria-hidden /> : <List className="size-5" aria-hidden />}
          onClick={() => setView(view === 'list' ? 'map' : 'list')}
        >
          {t(view === 'list' ? words.map : words.list)}
        </Button>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-label={t(words.title)} className={`grid gap-4 ${view === 'map' ? 'hidden md:grid' : ''}`}>
          {items.map((hotel) => (
            <HotelCard key={hotel.id} hotel={hotel} stay={stay} zone={zone} chosen={hotel.id === chosen} />
          ))}
          {items.length === 0 ? (
            <Empty
              title={t(words.noneFit)}
              description={t(words.noneFitHow)}
              action={
                <Button look="plain" onClick={() => setAsked([])}>
                  {t(words.clear)}
                </Button>
              }
            />
          ) : null}
        </section>
        <div className={`grid gap-4 md:sticky md:top-4 ${view === 'list' ? 'hidden md:grid' : ''}`}>
          <PlacesMap
            ground={ground}
            hotels={items}
            places={places}
            chosen={chosen}
            onChoose={choose}
            className="h-[55dvh] md:h-[70dvh]"
          />
          {onMap && view === 'map' ? (
            <div className="md:hidden">
              <HotelCard hotel={onMap} stay={stay} zone={zone} />
            </div>
          ) : null}
        </div>
      </div>
    </>
  )
}
