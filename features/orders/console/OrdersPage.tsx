import { ColumnsButton } from '#features/exports/console/ColumnsButton.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { yuan } from '#ui/language/money.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { SearchForm } from '#ui/form/search/SearchForm.tsx'
import { consoleOrdersList, type orderSorts, orderStates } from '../contract.ts'
import { words } from '../words.ts'
import { OrderLines, useOrderColumns } from './OrderLines.tsx'

type State = (typeof orderStates)[number] | 'unbalanced'
type Sort = (typeof orderSorts)[number]
const stateFrom = (given: string | undefined): State | undefined =>
  [...orderStates, 'unbalanced' as const].find((state) => state === given)

type OrdersQuery = { state: State | undefined; q: string; sort: Sort }
const readOrders = (raceid: number, { state, q, sort }: OrdersQuery, after: string | null) =>
  call(consoleOrdersList, {
    raceid,
    q,
    sort,
    limit: 50,
    ...(state ? { state } : {}),
    ...(after === null ? {} : { after }),
  })

export const OrdersPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const state = stateFrom(params.state)
  const q = params.q ?? ''
  const sort: Sort = params.sort === 'oldest' ? 'oldest' : 'newest'
  const columns = useOrderColumns(raceid)
  const orders = usePages([consoleOrdersList.path, raceid, state ?? null, q, sort], (after) =>
    readOrders(raceid, { state, q, sort }, after),
  )
  const show = (change: Record<string, string | undefined>) =>
    go(path.orders({ raceid, state, q: q || undefined, sort: params.sort, ...change }), { replace: true })
  const totals = orders.data?.pages[0]?.totals
  const lines = orders.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <>
          <ColumnsButton columns={columns.known} chosen={columns.columns} onChoose={columns.choose} />
          <ExportButton raceid={raceid} table="orders" filter={{ state, q }} />
        </>
      }
    >
      {totals ? (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(9rem,22%),1fr))] gap-3">
          {(
            [
              [t(words.received), `¥${yuan(totals.received)}`],
              [t(words.refunded), `¥${yuan(totals.refunded)}`],
              [t(words.open), countText(totals.open)],
              totals.unbalanced
                ? [t(words.unbalanced), countText(totals.unbalanced)]
                : [t(words.paid), countText(totals.paid)],
            ] as const
          ).map(([name, value]) => (
            <div key={name} className="rounded bg-surface p-4 shadow-card">
              <dt className="text-14 text-soft">{name}</dt>
              <dd className="figures text-20 font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="grid gap-3 md:grid-cols-[1fr_20rem] md:items-end">
        <Segmented
          label={t(words.state)}
          value={state ?? ''}
          onChange={(value) => show({ state: value || undefined })}
          options={[
            { value: '', label: t(words.all) },
            ...orderStates.map((value) => ({ value, label: t(words[value]) })),
            ...(totals?.unbalanced ? [{ value: 'unbalanced', label: t(words.unbalanced) }] : []),
          ]}
        />
        <SearchForm
          label={t(may('registrations.read') ? words.search_named : words.search)}
          action={t(words.search_go)}
          value={q}
          onSearch={(text) => show({ q: text })}
        />
      </div>
      {orders.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {orders.error && !orders.isFetchNextPageError ? (
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
      ) : null}
      {orders.data && lines.length === 0 ? <Empty title={t(q || state ? words.noneFound : words.none)} /> : null}
      {lines.length > 0 ? (
        <OrderLines
          {...{ raceid, lines }}
          columns={columns.shown}
          sorting={{ sort, onSort: (next) => show({ sort: next === 'newest' ? undefined : next }) }}
          drawn={columns.drawn}
        />
      ) : null}
      <MoreButton list={orders} />
    </DeskPage>
  )
}
