import { useInfiniteQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { timingLogFetch } from '../contract.ts'
import { marginText } from '../aid/aid.words.ts'
import { words } from './console.words.ts'

type Log = OutputOf<typeof timingLogFetch>
type Props = {
  raceid: number
  zone: string
  /** The station whose reads the dialog shows. Without a station it shows reads of unknown chips. */ station?:
    | { id: number; name: string }
    | undefined
  onClose: () => void
}

/** Lists raw reads as the server received them, newest first. */
export const ReadsDialog = ({ raceid, zone, station, onClose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const input = { raceid, limit: 50, ...(station ? { stationid: station.id } : { ghosts: true }) }
  const list = useInfiniteQuery<Log, Refused, { pages: Log[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(timingLogFetch.path, raceid, lang, input),
    queryFn: ({ pageParam, signal }) =>
      call(
        timingLogFetch,
        { ...input, ...(pageParam === undefined ? {} : { after: pageParam }) },
        { lang, signal, quiet: true },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    staleTime: 0,
  })
  const title = station ? t(words.log_of, { station: station.name }) : t(words.ghosts_title)
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog open wide onClose={onClose} title={title}>
      <p className="mb-3 text-soft">{t(station ? words.log_text : words.ghosts_text)}</p>
      {list.isPending ? <Skeleton className="h-10" lines={4} /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && rows.length === 0 ? <Empty title={t(words.silent)} /> : null}
      {rows.length > 0 ? (
        <Table
          caption={title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'chip',
              title: t(words.chip),
              cell: ({ chip, bib }) => (
                <>
                  <span className="figures font-medium">{chip}</span>
                  {bib && bib !== chip ? <span className="figures block text-14 text-soft">{bib}</span> : null}
                </>
              ),
            },
            {
              key: 'reader',
              title: station ? t(words.reader) : t(words.station),
              cell: ({ device, station: at, kind, ignored }) => (
                <>
                  {station ? device : at}
                  <span className="block text-14 text-soft">
                    {[kind, ignored ? t(words.set_aside) : null].filter(Boolean).join(' · ')}
                  </span>
                </>
              ),
            },
            {
              key: 'at',
              title: t(words.moment),
              figures: true,
              cell: ({ at, device_at, margin_ms }) => (
                <>
                  {dateText(at, lang, 'second', zone)}
                  {margin_ms === null ? null : <span className="text-soft"> {t(...marginText(margin_ms))}</span>}
                  {at === device_at ? null : (
                    <span className="block text-14 text-soft">
                      {t(words.by_its_clock, { time: dateText(device_at, lang, 'second', zone) })}
                    </span>
                  )}
                </>
              ),
            },
          ]}
        />
      ) : null}
      <MoreButton list={list} className="py-4">
        {t(words.log_more)}
      </MoreButton>
    </Dialog>
  )
}
