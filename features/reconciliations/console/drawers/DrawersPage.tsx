import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Link } from '#ui/router/Link.tsx'
import { type Drawer, consoleReconciliationsDrawers } from '../../drawers/drawers.contract.ts'
import { drawerWords as words } from '../../drawers/drawers.words.ts'
import { DrawerDifference, DrawerChip, countAndSum } from './DrawerChip.tsx'

const readDrawers = (raceid: number, after: string | null) =>
  call(consoleReconciliationsDrawers, { raceid, limit: 50, ...(after === null ? {} : { after }) })

/** Lists the takings at the desks of a race by day and member of staff, with the state of each drawer. */
export const DrawersPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const found = usePages([consoleReconciliationsDrawers.path, raceid], (after) => readDrawers(raceid, after), {
    staleTime: 0,
  })
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <DeskPage title={t(words.title)} description={t(words.how)}>
      {found.isPending ? <Skeleton lines={6} className="h-12" /> : null}
      {found.error && !found.isFetchNextPageError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_how)} /> : null}
      {items.length > 0 ? <Drawers raceid={raceid} items={items} /> : null}
      <MoreButton list={found} />
    </DeskPage>
  )
}

const Drawers = ({ raceid, items }: { raceid: number; items: readonly Drawer[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const way = (name: 'cash' | 'card' | 'transfer') => ({
    key: name,
    title: t(words.ways[name]),
    cell: (one: Drawer) => countAndSum(t, one[name]),
    figures: true,
  })
  return (
    <Card>
      <Table
        caption={t(words.title)}
        rows={items}
        rowKey={(one) => `${one.day} ${one.staffid}`}
        columns={[
          {
            key: 'day',
            title: t(words.day),
            cell: (one) => (
              <Link
                href={path.drawer({ raceid, day: one.day, staffid: one.staffid })}
                className="figures inline-flex min-h-11 items-center text-strong underline-offset-4 hover:underline"
              >
                {dateText(one.day, lang, 'day')}
              </Link>
            ),
            className: 'whitespace-nowrap',
          },
          { key: 'staff', title: t(words.staff), cell: (one) => one.staff ?? t(words.unknown) },
          way('cash'),
          way('card'),
          way('transfer'),
          { key: 'refunded', title: t(words.refunded), cell: (one) => countAndSum(t, one.refunded), figures: true },
          { key: 'expected', title: t(words.expected), cell: (one) => bookMoney(one.expected), figures: true },
          { key: 'state', title: t(words.state), cell: (one) => <DrawerChip state={one.state} /> },
          {
            key: 'difference',
            title: t(words.difference),
            cell: (one) => (one.difference === null ? '–' : <DrawerDifference fen={one.difference} />),
            figures: true,
          },
        ]}
      />
    </Card>
  )
}
