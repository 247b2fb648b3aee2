import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { money, yuan } from '#ui/language/money.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/Table.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type OrderLine, consoleOrdersList, orderStates } from '../contract.ts'
import { words } from '../words.ts'
import { StateChip } from './StateChip.tsx'

type State = (typeof orderStates)[number] | 'unbalanced'
const stateFrom = (given: string | undefined): State | undefined =>
  [...orderStates, 'unbalanced' as const].find((state) => state === given)

const readOrders = (raceid: number, state: State | undefined, q: string, after: string | null) =>
  call(consoleOrdersList, { raceid, q, limit: 50, ...(state ? { state } : {}), ...(after === null ? {} : { after }) })

/** A race's orders: the sums of payments and refunds, and each order. */
export const OrdersPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const state = stateFrom(params.state)
  const [typed, setTyped] = useState(params.q ?? '')
  const q = params.q ?? ''
  const orders = useInfiniteQuery<Awaited<ReturnType<typeof readOrders>>, Refused>({
    queryKey: [consoleOrdersList.path, raceid, state ?? null, q],
    queryFn: ({ pageParam }) => readOrders(raceid, state, q, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const show = (change: { state?: string | undefined; q?: string | undefined }) =>
    go(path.orders({ raceid, state, q: q || undefined, ...change }), { replace: true })
  const search = (event: FormEvent) => {
    event.preventDefault()
    show({ q: typed.trim() || undefined })
  }
  const totals = orders.data?.pages[0]?.totals
  const lines = orders.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <DeskPage title={t(words.title)} actions={<ExportButton raceid={raceid} table="orders" filter={{ state, q }} />}>
      {totals ? (
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
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
        <form role="search" onSubmit={search}>
          <TextInput
            label={t(words.search)}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            after={
              <Button type="submit" look="plain" icon={<Search className="size-5" aria-hidden />}>
                {t(words.search_go)}
              </Button>
            }
          />
        </form>
      </div>
      {orders.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {orders.error ? <ErrorState error={orders.error} onRetry={() => void orders.refetch()} /> : null}
      {orders.data && lines.length === 0 ? <Empty title={t(q || state ? words.noneFound : words.none)} /> : null}
      {lines.length > 0 ? <Lines raceid={raceid} lines={lines} /> : null}
      <MoreButton list={orders} />
    </DeskPage>
  )
}

/** A table on a desktop, a list on a phone. */
const Lines = ({ raceid, lines }: { raceid: number; lines: readonly OrderLine[] }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <>
      <Card className="hidden md:block">
        <Table
          caption={t(words.title)}
          rows={lines}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'number',
              title: t(words.number),
              cell: (line) => (
                <Link
                  href={path.order({ raceid, id: line.id })}
                  className={
                    'figures -my-2 flex min-h-11 items-center ' +
                    'whitespace-nowrap text-strong underline underline-offset-2'
                  }
                >
                  {line.tradeno}
                </Link>
              ),
            },
            { key: 'subject', title: t(words.subject), cell: ({ subject }) => subject },
            { key: 'state', title: t(words.state), cell: (line) => <StateChip order={line} /> },
            {
              key: 'created',
              title: t(words.created),
              cell: (line) => dateText(line.created_at, lang, 'deadline'),
              className: 'whitespace-nowrap',
            },
            { key: 'amount', title: t(words.amount), cell: (line) => money(line.amount, lang), figures: true },
            {
              key: 'refunded',
              title: t(words.refunded),
              cell: (line) => (line.refunded ? money(line.refunded, lang) : '–'),
              figures: true,
            },
          ]}
        />
      </Card>
      <Card flush className="md:hidden">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <li key={line.id}>
              <Link
                href={path.order({ raceid, id: line.id })}
                className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint"
              >
                <span className="min-w-0 truncate font-medium">{line.subject}</span>
                <span className="figures font-medium">{money(line.amount, lang)}</span>
                <span className="figures min-w-0 truncate text-14 text-soft">
                  {line.tradeno} · {dateText(line.created_at, lang, 'short')}
                </span>
                <StateChip order={line} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
