import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { nameIn } from '#contract/words.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type OwnHotel, consoleHotelsList } from '../console.contract.ts'
import { ClerksCard } from './ClerksCard.tsx'
import { HotelDialog } from './HotelDialog.tsx'
import { NightsCard } from './NightsCard.tsx'
import { PlacesCard } from './PlacesCard.tsx'
import { consoleWords as words } from './hotels.words.ts'

/** The partner hotels of a race for its staff. */
export const HotelsAdminPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const query = useAsk(consoleHotelsList, { raceid })
  const [edited, setEdited] = useState<OwnHotel | 'new'>()
  const again = () => void query.refetch()
  return (
    <DeskPage
      title={t(words.hotels)}
      description={t(words.hotelsHow)}
      actions={
        <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.add)}
        </Button>
      }
    >
      {query.data ? (
        <Shown data={query.data} raceid={raceid} onEdit={setEdited} again={again} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={again} />
      ) : (
        <SkeletonCards count={3} className="h-48" />
      )}
      {edited ? (
        <HotelDialog
          raceid={raceid}
          hotel={edited === 'new' ? undefined : edited}
          zone={query.data?.zone ?? 'Asia/Shanghai'}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined)
            again()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

type ShownProps = {
  data: OutputOf<typeof consoleHotelsList>
  raceid: number
  onEdit: (hotel: OwnHotel) => void
  again: () => void
}
const Shown = ({ data, raceid, onEdit, again }: ShownProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <div className="grid gap-4">
      {data.items.length === 0 ? <Empty title={t(words.none)} /> : null}
      {data.items.map((hotel) => (
        <Card
          key={hotel.id}
          title={nameIn(lang, hotel.name, hotel.names)}
          aside={
            <span className="flex items-center gap-2">
              <Chip tone={hotel.open ? 'success' : 'plain'}>{t(hotel.open ? words.isOpen : words.isClosed)}</Chip>
              <Button look="quiet" onClick={() => onEdit(hotel)}>
                {t(words.edit)}
              </Button>
            </span>
          }
        >
          <NightsCard raceid={raceid} hotel={hotel} today={data.today} raceDay={data.race_day} again={again} />
        </Card>
      ))}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <PlacesCard raceid={raceid} places={data.places} again={again} />
        <ClerksCard raceid={raceid} hotels={data.items} />
      </div>
    </div>
  )
}
