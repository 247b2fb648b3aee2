import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useAsk } from '#ui/network/call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type SizeLine, consoleDesksStock } from '../../stock/stock.contract.ts'
import { StockDialog } from './StockDialog.tsx'
import { words } from './supervisor.words.ts'
import type { SupervisorPanelProps } from './useFigures.ts'

export const StockPanel = ({ raceid, zone }: SupervisorPanelProps) => {
  const t = useWords()
  const [changing, setChanging] = useState(false)
  const shown = useAsk(consoleDesksStock, { raceid }, { staleTime: 0, keep: true })
  const { data } = shown
  if (!data)
    return shown.error ? (
      <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
    ) : (
      <SkeletonCards count={2} className="h-40" />
    )
  const change = (
    <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setChanging(true)}>
      {t(words.stock_change)}
    </Button>
  )
  const isNew = data.changes.length === 0
  return (
    <>
      {isNew ? (
        <Card>
          <Empty title={t(words.stock_none)} description={t(words.stock_none_how)} action={change} />
        </Card>
      ) : (
        <div className="flex justify-end">{change}</div>
      )}
      {data.sizes.length > 0 ? <Sizes sizes={data.sizes} /> : null}
      {isNew ? null : <Changes changes={data.changes} zone={zone} />}
      {changing ? (
        <StockDialog
          raceid={raceid}
          sizes={data.sizes.map(({ size }) => size)}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            void shown.refetch()
          }}
        />
      ) : null}
    </>
  )
}

type Stock = OutputOf<typeof consoleDesksStock>
/** Lists the sizes. A size that is not counted has no limit at the desks. */
const Sizes = ({ sizes }: { sizes: readonly SizeLine[] }) => {
  const t = useWords()
  return (
    <Card title={t(words.stock)}>
      <Table
        caption={t(words.stock)}
        rows={sizes}
        rowKey={({ size }) => size}
        columns={[
          { key: 'size', title: t(words.size_head), cell: ({ size }) => size, className: 'font-medium break-words' },
          { key: 'came', title: t(words.came), cell: ({ came }) => countText(came), figures: true },
          { key: 'gone', title: t(words.gone), cell: ({ gone }) => countText(gone), figures: true },
          {
            key: 'left',
            title: t(words.in_stock),
            cell: ({ counted, left }) => (counted ? signed(left) : t(words.uncounted)),
            figures: true,
          },
          { key: 'waiting', title: t(words.waiting), cell: ({ waiting }) => countText(waiting), figures: true },
          {
            key: 'short',
            title: t(words.short_head),
            cell: ({ counted, left, waiting }) =>
              counted && left < waiting ? (
                <Chip tone={left < 0 ? 'danger' : 'warning'}>{t(words.short, { n: countText(waiting - left) })}</Chip>
              ) : null,
          },
        ]}
      />
    </Card>
  )
}
const signed = (n: number): string => (n < 0 ? `−${countText(-n)}` : countText(n))

const Changes = ({ changes, zone }: { changes: Stock['changes']; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.changes)} flush>
      <ol className="divide-y divide-line">
        {changes.map(({ size, change, note, staff, at }, nth) => (
          <li key={`${at} ${size} ${nth}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-6">
            <span className="figures min-w-32 text-14">{dateText(at, lang, 'deadline', zone)}</span>
            <span className="figures min-w-24 font-medium">
              {size} {change > 0 ? '+' : ''}
              {signed(change)}
            </span>
            <span className="min-w-0 flex-1 break-words text-14">{note}</span>
            <span className="text-14 text-soft">{staff ?? t(words.nobody)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
