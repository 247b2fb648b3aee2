import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { receiptText } from '#features/orders/receipt.rules.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import {
  type Drawer,
  type DrawerCount,
  type Taking,
  consoleReconciliationsDrawer,
  consoleReconciliationsDrawers,
} from '../../drawers/drawers.contract.ts'
import { drawerWords as words } from '../../drawers/drawers.words.ts'
import { CountDialog } from './CountDialog.tsx'
import { DrawerDifference, DrawerChip, countAndSum } from './DrawerChip.tsx'

const readDrawer = (raceid: number, day: string, staffid: number, after: string | null) =>
  call(consoleReconciliationsDrawer, { raceid, day, staffid, limit: 100, ...(after === null ? {} : { after }) })

/** Shows the takings of a member of staff on one day, and the latest counts of the drawer. */
export const DrawerPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const params = usePageParams()
  const queries = useQueryClient()
  const [counting, setCounting] = useState(false)
  const day = params.day ?? ''
  const staffid = Number(params.staffid ?? 0)
  const found = usePages(
    [consoleReconciliationsDrawer.path, raceid, day, staffid],
    (after) => readDrawer(raceid, day, staffid, after),
    { staleTime: 0 },
  )
  const renew = () => {
    setCounting(false)
    for (const { path: key } of [consoleReconciliationsDrawer, consoleReconciliationsDrawers])
      void queries.invalidateQueries({ queryKey: [key] })
  }
  const first = found.data?.pages[0]
  const title = first
    ? `${first.drawer.staff ?? t(words.unknown)} · ${dateText(day, lang, 'day')}`
    : dateText(day, lang, 'day')
  return (
    <DeskPage
      title={title}
      beside={first ? <DrawerChip state={first.drawer.state} /> : null}
      back={{ href: path.drawers({ raceid }), label: t(words.back) }}
      actions={
        first && first.drawer.state !== 'cashless' ? (
          <Button look={first.drawer.state === 'closed' ? 'plain' : 'strong'} onClick={() => setCounting(true)}>
            {t(first.drawer.state === 'open' ? words.count : words.count_again)}
          </Button>
        ) : null
      }
    >
      {found.isPending ? <Skeleton lines={6} className="h-12" /> : null}
      {found.error && !found.isFetchNextPageError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {first ? <Sums drawer={first.drawer} /> : null}
      {first && first.counts.length > 0 ? <Counts counts={first.counts} /> : null}
      {first ? <Takings raceid={raceid} items={found.data?.pages.flatMap((page) => page.items) ?? []} /> : null}
      <MoreButton list={found} />
      {first && counting ? (
        <CountDialog raceid={raceid} drawer={first.drawer} onClose={() => setCounting(false)} onDone={renew} />
      ) : null}
    </DeskPage>
  )
}

const Sums = ({ drawer }: { drawer: Drawer }) => {
  const t = useWords()
  return (
    <Card>
      <Facts
        rows={[
          [t(words.ways.cash), countAndSum(t, drawer.cash)],
          [t(words.refunded), countAndSum(t, drawer.refunded)],
          [t(words.expected), bookMoney(drawer.expected)],
          [t(words.counted), drawer.counted === null ? null : bookMoney(drawer.counted)],
          [
            t(words.difference),
            drawer.difference === null ? null : <DrawerDifference key="difference" fen={drawer.difference} />,
          ],
          [t(words.ways.card), countAndSum(t, drawer.card)],
          [t(words.ways.transfer), countAndSum(t, drawer.transfer)],
        ]}
      />
    </Card>
  )
}

const Counts = ({ counts }: { counts: readonly DrawerCount[] }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.counts)} flush>
      <ol className="divide-y divide-line">
        {counts.map(({ id, at, staff, expected, counted, difference, note }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-6">
            <span className="figures min-w-36 font-medium">{dateText(at, lang, 'minute')}</span>
            <span className="text-14 text-soft">{staff ?? '–'}</span>
            <span className="min-w-0 flex-1 text-14">
              {t(words.count_line, { expected: bookMoney(expected), counted: bookMoney(counted) })}
              {note ? <span className="block break-words text-soft">{note}</span> : null}
            </span>
            <span className="figures">
              <DrawerDifference fen={difference} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Takings = ({ raceid, items }: { raceid: number; items: readonly Taking[] }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.takings)}>
      <Table
        caption={t(words.takings)}
        rows={items}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        columns={[
          {
            key: 'receipt',
            title: t(words.receipt),
            cell: ({ kind, receipt }) =>
              kind === 'refund' ? t(words.refunded) : receipt === null ? '–' : receiptText(receipt),
            className: 'figures whitespace-nowrap',
          },
          { key: 'at', title: t(words.at), cell: ({ at }) => dateText(at, lang, 'minute') },
          { key: 'way', title: t(words.way), cell: ({ way }) => t(words.ways[way]) },
          { key: 'reference', title: t(words.reference), cell: ({ reference }) => reference ?? '–' },
          { key: 'amount', title: t(words.amount), cell: ({ amount }) => bookMoney(amount), figures: true },
          {
            key: 'order',
            title: t(words.order),
            cell: ({ orderid }) => (
              <Link
                href={path.order({ raceid, id: orderid })}
                className="inline-flex min-h-11 items-center text-strong underline-offset-4 hover:underline"
              >
                {t(words.order)}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}
