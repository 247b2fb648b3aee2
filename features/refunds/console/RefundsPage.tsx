import { ChosenExport } from '#features/exports/console/ChosenExport.tsx'
import { useTickedRows } from '#features/exports/console/useTickedRows.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { yuan } from '#ui/language/money.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { consoleRefundsList } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'
import { RefundItem } from './RefundItem.tsx'
import { RulesPart } from './RulesPart.tsx'

const filters = ['failed', 'waiting', 'asked', 'sent', 'done', 'by_hand'] as const
type Filter = (typeof filters)[number]
const readRefunds = (raceid: number, state: Filter | undefined, q: string, after: string | null) =>
  call(consoleRefundsList, { raceid, q, limit: 50, ...(state ? { state } : {}), ...(after === null ? {} : { after }) })

/** A race's refunds and its rules of refund. Refunds that need staff come first. */
export const RefundsPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const view = params.view === 'rules' ? 'rules' : 'list'
  const show = (change: Record<string, string | undefined>) =>
    go(path.refunds({ raceid, view, state: params.state, q: params.q, ...change }), { replace: true })
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        view === 'list' ? (
          <ExportButton
            raceid={raceid}
            table="refunds"
            filter={{ state: filters.find((one) => one === params.state), q: params.q }}
          />
        ) : null
      }
    >
      <div className="md:max-w-80">
        <Segmented
          label={t(words.view)}
          value={view}
          onChange={(next) => show({ view: next })}
          options={[
            { value: 'list', label: t(words.list) },
            { value: 'rules', label: t(words.rules) },
          ]}
        />
      </div>
      {raceid === undefined ? null : view === 'rules' ? (
        <RulesPart key={raceid} raceid={raceid} />
      ) : (
        <RefundList
          key={raceid}
          raceid={raceid}
          state={filters.find((one) => one === params.state)}
          q={params.q ?? ''}
          show={show}
        />
      )}
    </DeskPage>
  )
}

const RefundList = ({
  raceid,
  state,
  q,
  show,
}: {
  raceid: number
  state: Filter | undefined
  q: string
  show: (change: Record<string, string | undefined>) => void
}) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const [typed, setTyped] = useState(q)
  const { chosen, toggle, clear } = useTickedRows(`${state ?? ''} ${q}`)
  const refunds = usePages(
    [consoleRefundsList.path, raceid, state ?? null, q],
    (after) => readRefunds(raceid, state, q, after),
    { refetchInterval: 20_000 },
  )
  const first = refunds.data?.pages[0]
  const items = refunds.data?.pages.flatMap((page) => page.items) ?? []
  const totals = first?.totals
  const search = (event: FormEvent) => {
    event.preventDefault()
    show({ q: typed.trim() || undefined })
  }
  return (
    <>
      {totals ? (
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {(
            [
              [t(words.failed), countText(totals.failed)],
              [t(words.under_way), countText(totals.under_way)],
              [t(words.waiting), countText(totals.waiting)],
              [t(words.back), `¥${yuan(totals.back)}`],
            ] as const
          ).map(([name, value], at) => (
            <div
              key={name}
              className={
                'rounded p-4 shadow-card ' +
                (at === 0 && totals.failed > 0 ? 'bg-warning-tint text-warning-ink' : 'bg-surface')
              }
            >
              <dt className={`text-14 ${at === 0 && totals.failed > 0 ? '' : 'text-soft'}`}>{name}</dt>
              <dd className="figures text-20 font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <form onSubmit={search} className="flex items-end gap-2">
        <TextInput
          className="min-w-0 flex-1 md:max-w-96"
          label={t(may('registrations.read') ? words.search_named : words.search)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onClear={() => (setTyped(''), show({ q: undefined }))}
          maxLength={80}
        />
        <Button type="submit" look="plain" icon={<Search className="size-5" aria-hidden />}>
          {t(words.searchGo)}
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <ChoiceChip chosen={state === undefined} onClick={() => show({ state: undefined })}>
          {t(words.all)}
        </ChoiceChip>
        {filters.map((one) => (
          <ChoiceChip key={one} chosen={state === one} onClick={() => show({ state: one })}>
            {t(words[one])}
          </ChoiceChip>
        ))}
      </div>
      {refunds.error && !first ? <ErrorState error={refunds.error} onRetry={() => void refunds.refetch()} /> : null}
      {refunds.isPending ? <SkeletonCards count={4} className="h-24" /> : null}
      {first && items.length === 0 ? (
        <Empty
          title={t(state || q ? words.noneFound : words.none)}
          description={state || q ? undefined : t(words.noneText)}
        />
      ) : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((refund) => (
              <RefundItem
                key={refund.id}
                raceid={raceid}
                refund={refund}
                zone={first!.zone}
                again={() => void refunds.refetch()}
                chosen={chosen.has(refund.id)}
                onChoose={() => toggle(refund.id)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={refunds} />
      <ChosenExport {...{ raceid, chosen, clear }} table="refunds" />
    </>
  )
}
