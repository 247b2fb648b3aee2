import { Suspense, useMemo, useState } from 'react'
import type { Lang, Text } from '#contract/words.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { yuan } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { EntryFigures, MoneyFigures } from '../contract.ts'
import { words } from '../words.ts'
import type { FlowLine } from '#ui/media/FlowChart.tsx'
import { type ChartStep, withGaps } from './gaps.ts'

// The chart library is large, so the browser loads it only when the page shows a chart.
const FlowChart = onDemand(async () => (await import('#ui/media/FlowChart.tsx')).FlowChart)

/** A series by day and by hour. A line has one value for each period. */
type Flow = Readonly<Record<ChartStep, { periods: readonly string[]; values: readonly (readonly number[])[] }>>
type LineNamed = { says: Text; tone: FlowLine['tone'] }

const signupLines: readonly LineNamed[] = [{ says: words.signups, tone: 'accent' }]
const moneyLines: readonly LineNamed[] = [
  { says: words.received, tone: 'accent' },
  { says: words.refunded, tone: 'warning' },
]
const yuanText = (fen: number): string => `¥${yuan(fen)}`

const signupFlow = ({ days, hours }: EntryFigures): Flow => ({
  day: { periods: days.map(({ day }) => day), values: [days.map(({ signups }) => signups)] },
  hour: { periods: hours.map(({ hour }) => hour), values: [hours.map(({ signups }) => signups)] },
})
const moneyFlow = ({ days, hours }: MoneyFigures): Flow => {
  const values = (moved: readonly { received: number; refunded: number }[]) => [
    moved.map(({ received }) => received),
    moved.map(({ refunded }) => refunded),
  ]
  return {
    day: { periods: days.map(({ day }) => day), values: values(days) },
    hour: { periods: hours.map(({ hour }) => hour), values: values(hours) },
  }
}

const hourOf = (period: string): string => `${period.slice(11)}:00`
const fullText = (period: string, lang: Lang): string =>
  period.length === 10 ? dateText(period, lang) : `${dateText(period.slice(0, 10), lang)} ${hourOf(period)}`
const shortText = (period: string, lang: Lang): string =>
  period.length === 10 ? dateText(period, lang, 'column') : hourOf(period)

/** Figures by day or by hour: sign-ups, payments and refunds. */
export const FlowCards = ({ entries, money }: { entries: EntryFigures | null; money: MoneyFigures | null }) => {
  const t = useWords()
  const signups = useMemo(() => entries && signupFlow(entries), [entries])
  const moved = useMemo(() => money && moneyFlow(money), [money])
  return (
    <div className={`grid grid-cols-1 gap-4 ${signups && moved ? 'lg:grid-cols-2' : ''}`}>
      {signups ? <FlowCard title={t(words.flow_signups)} flow={signups} names={signupLines} said={countText} /> : null}
      {moved ? <FlowCard title={t(words.flow_money)} flow={moved} names={moneyLines} said={yuanText} /> : null}
    </div>
  )
}

type FlowProps = { title: string; flow: Flow; names: readonly LineNamed[]; said: (value: number) => string }
const FlowCard = ({ title, flow, names, said }: FlowProps) => {
  const t = useWords()
  const { lang } = useLang()
  const [as, setAs] = useState('chart')
  const [step, setStep] = useState<ChartStep>('day')
  const { periods, values } = flow[step]
  const lines = useMemo(
    () => names.map(({ says, tone }, nth): FlowLine => ({ says: t(says), tone, values: values[nth] ?? [] })),
    [names, t, values],
  )
  const filled = useMemo(() => {
    const { periods: all, lines: whole } = withGaps(step, periods, lines)
    return {
      lines: whole,
      periods: all.map((period) => ({ full: fullText(period, lang), short: shortText(period, lang) })),
    }
  }, [step, periods, lines, lang])
  const periodTitle = t(step === 'day' ? words.day : words.hour)
  return (
    <Card title={title}>
      {flow.day.periods.length === 0 ? (
        <p className="text-14 text-soft">{t(words.nothing_yet)}</p>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap justify-between gap-2">
            <Segmented
              label={t(words.by)}
              value={step}
              onChange={(value) => setStep(value === 'hour' ? 'hour' : 'day')}
              options={[
                { value: 'day', label: t(words.by_day) },
                { value: 'hour', label: t(words.by_hour) },
              ]}
            />
            <Segmented
              label={t(words.view)}
              value={as}
              onChange={setAs}
              options={[
                { value: 'chart', label: t(words.as_chart) },
                { value: 'table', label: t(words.as_table) },
              ]}
            />
          </div>
          {periods.length === 0 ? (
            <p className="min-h-56 text-14 text-soft">{t(words.quiet_hours)}</p>
          ) : as === 'chart' ? (
            <Suspense fallback={<Skeleton className="h-56" />}>
              <FlowChart
                label={title}
                periodTitle={periodTitle}
                periods={filled.periods}
                lines={filled.lines}
                said={said}
              />
            </Suspense>
          ) : (
            <div className="max-h-72 overflow-y-auto">
              <Table
                caption={title}
                rows={periods.map((period, at) => ({ period, at })).toReversed()}
                rowKey={({ period }) => period}
                columns={[
                  {
                    key: 'period',
                    title: periodTitle,
                    cell: ({ period }) => fullText(period, lang),
                  },
                  ...lines.map((line) => ({
                    key: line.says,
                    title: line.says,
                    figures: true,
                    cell: ({ at }: { at: number }) => said(line.values[at] ?? 0),
                  })),
                ]}
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
