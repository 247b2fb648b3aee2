import { Printer } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { bookingViews, consoleHotelsBookings } from '../console.contract.ts'
import { BookingCard } from './BookingCard.tsx'
import { consoleWords as words } from './hotels.words.ts'

type View = (typeof bookingViews)[number]
type Filter = { view: View; q: string; hotelid?: number; arrival?: string }
const read = (raceid: number, filter: Filter, after: string | null) =>
  call(consoleHotelsBookings, { raceid, ...filter, limit: 50, ...(after === null ? {} : { after }) })

/** The bookings of partner hotels. A clerk sees only the bookings of the clerk's hotels. */
export const BookingsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const [filter, setFilter] = useState<Filter>({ view: 'all', q: '' })
  const listed = usePages([consoleHotelsBookings.path, raceid, filter], (after) => read(raceid, filter, after), {
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  })
  const first = listed.data?.pages[0]
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const hotels = first?.hotels ?? []
  return (
    <DeskPage
      title={t(words.bookings)}
      description={t(words.bookingsHow)}
      actions={
        <>
          <Button look="plain" icon={<Printer className="size-5" aria-hidden />} onClick={() => print()}>
            {t(words.print)}
          </Button>
          {may('hotels.manage') ? <ExportButton raceid={raceid} table="hotels" filter={filter} /> : null}
        </>
      }
    >
      <div className="print:hidden">
        <Segmented
          label={t(words.view)}
          value={filter.view}
          onChange={(view) => setFilter({ ...filter, view: bookingViews.find((one) => one === view) ?? 'all' })}
          options={bookingViews.map((value) => ({ value, label: t(words[`view_${value}`]) }))}
        />
      </div>
      <Filters filter={filter} onChange={setFilter} hotels={hotels} />
      {listed.isPending ? <SkeletonCards count={4} className="h-28" /> : null}
      {listed.error && !listed.isFetchNextPageError ? (
        <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
      ) : null}
      {first && hotels.length === 0 && !may('hotels.manage') ? (
        <Empty title={t(words.noHotels)} />
      ) : first && items.length === 0 ? (
        <Empty title={t(words.bookingsNone)} description={t(words.bookingsNoneHow)} />
      ) : null}
      <ul className="grid gap-3">
        {items.map((booking) => (
          <BookingCard
            key={booking._key}
            {...{ raceid, booking }}
            zone={first!.zone}
            today={first!.today}
            mayRefund={may('money.refund')}
            again={() => void listed.refetch()}
          />
        ))}
      </ul>
      <MoreButton list={listed} />
    </DeskPage>
  )
}

const Filters = ({
  filter,
  onChange,
  hotels,
}: {
  filter: Filter
  onChange: (filter: Filter) => void
  hotels: readonly { id: number; name: string }[]
}) => {
  const t = useWords()
  const { hotelid: _, arrival: __, ...rest } = filter
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] print:hidden">
      <TextInput
        label={t(words.search)}
        type="search"
        value={filter.q}
        maxLength={60}
        onChange={(event) => onChange({ ...filter, q: event.target.value })}
      />
      <Select
        label={t(words.hotel)}
        placeholder={t(words.allHotels)}
        value={String(filter.hotelid ?? '')}
        options={hotels.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => {
          const hotelid = Number(event.target.value)
          onChange({ ...rest, ...(filter.arrival ? { arrival: filter.arrival } : {}), ...(hotelid ? { hotelid } : {}) })
        }}
      />
      <TextInput
        label={t(words.arrivalOn)}
        type="date"
        value={filter.arrival ?? ''}
        inputClassName="figures"
        onChange={(event) => {
          const arrival = event.target.value
          onChange({ ...rest, ...(filter.hotelid ? { hotelid: filter.hotelid } : {}), ...(arrival ? { arrival } : {}) })
        }}
      />
    </div>
  )
}
