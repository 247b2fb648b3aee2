import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { countText, dateText } from '#ui/language/clock.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { type WaitlistOfEvent, consoleWaitlistsEntries } from '../contract.ts'
import { PromoteDialog } from './WaitlistDialogs.tsx'
import { deskWords as words } from './desk.words.ts'

const read = (raceid: number, eventid: number, after: string | undefined) =>
  call(consoleWaitlistsEntries, { raceid, eventid, limit: 50, ...(after ? { after } : {}) })

export const WaitlistLine = ({
  raceid,
  event,
  zone,
  free,
  again,
}: {
  raceid: number
  event: WaitlistOfEvent
  zone: string
  free: number
  again: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [chosen, setChosen] = useState<{ id: number; name: string }>()
  const lines = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [
      consoleWaitlistsEntries.path,
      raceid,
      event.eventid,
      event.waitlist?.waiting,
      event.waitlist?.refreshed_at,
    ],
    queryFn: ({ pageParam }) => read(raceid, event.eventid, pageParam as string | undefined),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.after ?? undefined,
  })
  const rows = lines.data?.pages.flatMap(({ items }) => items) ?? []
  if (lines.isPending) return <Skeleton lines={5} className="mt-4 h-12" />
  if (lines.error && rows.length === 0) return <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />
  if (rows.length === 0) return <Empty title={t(words.none_in_line)} />
  return (
    <div className="pt-4">
      <Table
        caption={t(words.line_of, { event: event.name })}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'rank',
            title: t(words.rank),
            figures: true,
            cell: ({ rank }) =>
              rank === null ? t(words.new_one) : <span className="display text-20">{countText(rank)}</span>,
          },
          {
            key: 'before',
            title: t(words.before),
            figures: true,
            cell: ({ rank_before }) => (rank_before === null ? '—' : countText(rank_before)),
          },
          {
            key: 'name',
            title: t(words.name),
            cell: ({ id, name, all_or_none }) => (
              <Link
                className="flex min-h-11 items-center gap-2 font-medium text-strong"
                href={path.registration({ raceid, id })}
              >
                {name}
                {all_or_none ? <Chip>{t(words.all_or_none)}</Chip> : null}
              </Link>
            ),
          },
          ...(event.state === 'draw'
            ? [
                {
                  key: 'code',
                  title: t(words.code),
                  figures: true,
                  cell: ({ code }: { code: number | null }) => code ?? '—',
                },
              ]
            : []),
          {
            key: 'paid',
            title: t(words.paid),
            cell: ({ pay_at }) => (
              <span className="figures whitespace-nowrap">
                {pay_at ? dateText(pay_at, lang, 'minute', zone) : t(words.not_paid)}
              </span>
            ),
          },
          {
            key: 'give',
            title: <span className="sr-only">{t(words.give)}</span>,
            figures: true,
            cell: ({ id, name }) => (
              <Button
                look="quiet"
                aria-label={t(words.give_to, { name })}
                disabled={free === 0}
                onClick={() => setChosen({ id, name })}
              >
                {t(words.give)}
              </Button>
            ),
          },
        ]}
      />
      {free === 0 ? <p className="pt-2 text-14 text-soft">{t(words.no_place)}</p> : null}
      <MoreButton list={lines} className="mt-3" />
      <PromoteDialog
        open={chosen !== undefined}
        one={chosen}
        raceid={raceid}
        event={event}
        free={free}
        onClose={() => setChosen(undefined)}
        onDone={again}
      />
    </div>
  )
}
