import { useState } from 'react'
import { deskWords as words } from '#features/checkin/console/desk.words.ts'
import type { PanelProps } from '#features/checkin/console/editedList.tsx'
import { type CheckinService, services } from '#features/checkin/contract.ts'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { consoleAppointmentsBooked } from '../contract.ts'
import { serviceWords } from '../words.ts'
import { slotWords } from './slot.words.ts'

const read = (raceid: number, service: CheckinService | '', after: string | null) =>
  call(consoleAppointmentsBooked, {
    raceid,
    limit: 100,
    from_today: true,
    ...(service ? { service } : {}),
    ...(after === null ? {} : { after }),
  })

/** The bookings, in the order of the slots. */
export const BookedPanel = ({ raceid, zone }: PanelProps) => {
  const t = useWords()
  const { lang } = useLang()
  const [service, setService] = useState<CheckinService | ''>('')
  const list = usePages([consoleAppointmentsBooked.path, raceid, service], (after) => read(raceid, service, after))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Select
        className="w-full md:w-72"
        label={t(words.service)}
        value={service}
        onChange={(event) => setService(event.target.value as CheckinService | '')}
        options={[
          { value: '', label: t(slotWords.all_services) },
          ...services.map((value) => ({ value, label: t(serviceWords[value]) })),
        ]}
      />
      {list.isPending ? <SkeletonCards count={4} className="h-14" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <Card>
          <Empty title={t(slotWords.none_booked)} />
        </Card>
      ) : null}
      {items.length ? (
        <Card>
          <Table
            caption={t(words.booked)}
            rows={items}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'time',
                title: t(slotWords.time),
                cell: (row) =>
                  dateText(row.starts_at, lang, 'deadline', zone) +
                  '–' +
                  dateText(row.ends_at, lang, 'second', zone).slice(0, 5),
                className: 'figures whitespace-nowrap',
              },
              {
                key: 'service',
                title: t(words.service),
                cell: (row) => t(serviceWords[row.service]),
                className: 'whitespace-nowrap',
              },
              { key: 'name', title: t(words.runner), cell: (row) => <span className="font-medium">{row.name}</span> },
              { key: 'event', title: t(words.event), cell: (row) => row.event },
              { key: 'bib', title: t(words.bib), cell: (row) => row.bib ?? '—', figures: true },
              { key: 'code', title: t(slotWords.code), cell: (row) => row._key.slice(-6), figures: true },
            ]}
          />
        </Card>
      ) : null}
      <MoreButton list={list} />
    </>
  )
}
