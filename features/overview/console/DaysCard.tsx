import { Suspense, lazy, useState } from 'react'
import { Segmented } from '#ui/form/Segmented.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { yuan } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/Table.tsx'
import type { EntryFigures, MoneyFigures } from '../contract.ts'
import { words } from '../words.ts'
import { daysWithout } from './daysWithout.ts'
import type { Line } from './DaysChart.tsx'

// The library that draws comes with the first chart, and with nothing else.
const DaysChart = lazy(async () => ({ default: (await import('./DaysChart.tsx')).DaysChart }))

/** What happened day by day: sign-ups, and the money that came and went. */
export const DaysCard = ({ entries, money }: { entries: EntryFigures | null; money: MoneyFigures | null }) => {
  const t = useWords()
  const shown = [
    entries && {
      title: t(words.days_signups),
      days: entries.days.map(({ day }) => day),
      lines: [{ label: t(words.signups), values: entries.days.map(({ signups }) => signups), tone: 'accent' }],
      said: countText,
    },
    money && {
      title: t(words.days_money),
      days: money.days.map(({ day }) => day),
      lines: [
        { label: t(words.received), values: money.days.map(({ received }) => received), tone: 'accent' },
        { label: t(words.refunded), values: money.days.map(({ refunded }) => refunded), tone: 'warning' },
      ],
      said: (fen: number) => `¥${yuan(fen)}`,
    },
  ].filter((one) => one !== null)
  return (
    <div className={`grid grid-cols-1 gap-4 ${shown.length > 1 ? 'lg:grid-cols-2' : ''}`}>
      {shown.map(({ lines, ...one }) => (
        <Days key={one.title} {...one} lines={lines as Line[]} />
      ))}
    </div>
  )
}

type DaysProps = { title: string; days: readonly string[]; lines: readonly Line[]; said: (value: number) => string }
const Days = ({ title, days, lines, said }: DaysProps) => {
  const t = useWords()
  const { lang } = useLang()
  const [as, setAs] = useState('chart')
  const filled = daysWithout(days, lines)
  return (
    <Card
      title={title}
      aside={
        days.length === 0 ? undefined : (
          <Segmented
            label={t(words.view)}
            value={as}
            onChange={setAs}
            options={[
              { value: 'chart', label: t(words.as_chart) },
              { value: 'table', label: t(words.as_table) },
            ]}
          />
        )
      }
    >
      {days.length === 0 ? (
        <p className="text-14 text-soft">{t(words.nothing_yet)}</p>
      ) : as === 'chart' ? (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <DaysChart label={title} days={filled.days} lines={filled.lines} said={said} />
        </Suspense>
      ) : (
        <div className="max-h-72 overflow-y-auto">
          <Table
            caption={title}
            rows={days.map((day, at) => ({ day, at })).toReversed()}
            rowKey={({ day }) => day}
            columns={[
              { key: 'day', title: t(words.day), cell: ({ day }) => dateText(day, lang) },
              ...lines.map(({ label, values }) => ({
                key: label,
                title: label,
                figures: true,
                cell: ({ at }: { at: number }) => said(values[at] ?? 0),
              })),
            ]}
          />
        </div>
      )}
    </Card>
  )
}
