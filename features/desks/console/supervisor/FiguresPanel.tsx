import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Stale } from '#ui/feedback/Stale.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Bar } from '#ui/layout/Bar.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { DeskFigures } from '../../figures/figures.contract.ts'
import { deskName } from './deskName.ts'
import { QuartersCard } from './QuartersCard.tsx'
import { words } from './supervisor.words.ts'
import { type SupervisorPanelProps, useFigures } from './useFigures.ts'

export const FiguresPanel = ({ raceid, zone }: SupervisorPanelProps) => {
  const t = useWords()
  const shown = useFigures(raceid)
  const { data } = shown
  if (!data)
    return shown.error ? (
      <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
    ) : (
      <SkeletonCards count={3} className="h-40" />
    )
  return (
    <>
      <Stale shown={shown} />
      <Totals figures={data} />
      <QuartersCard desks={data.desks} zone={zone} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={t(words.by_event)}>
          {data.events.length === 0 ? <p className="text-soft">{t(words.nobody_yet)}</p> : null}
          <ul className="grid gap-4">
            {data.events.map(({ id, name, expected, handed }) => (
              <li key={id} className="grid gap-1.5">
                <span className="flex justify-between gap-4">
                  <span className="min-w-0 break-words">{name}</span>
                  <span className="figures shrink-0 text-soft">
                    {t(words.event_line, { handed: countText(handed), expected: countText(expected) })}
                  </span>
                </span>
                <Bar
                  value={expected === 0 ? 0 : handed / expected}
                  label={`${name} ${t(words.event_line, { handed, expected })}`}
                />
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t(words.desks)}>
          {data.desks.length === 0 ? (
            <p className="text-soft">{t(words.nothing_yet)}</p>
          ) : (
            <Table
              caption={t(words.desks)}
              rows={data.desks}
              rowKey={({ id }) => id ?? 0}
              columns={[
                { key: 'desk', title: t(words.desk), cell: (desk) => deskName(t, desk), className: 'font-medium' },
                { key: 'packs', title: t(words.packs), cell: ({ packs }) => countText(packs), figures: true },
                { key: 'pace', title: t(words.pace), cell: ({ pace }) => countText(pace), figures: true },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  )
}

const HOUR = 60
const Totals = ({ figures: { expected, handed, left, minutes } }: { figures: DeskFigures }) => {
  const t = useWords()
  const queue =
    left <= 0 && expected > 0
      ? t(words.queue_done)
      : minutes === null || expected === 0
        ? t(words.queue_none)
        : minutes < 2 * HOUR
          ? t(words.queue_minutes, { n: minutes })
          : t(words.queue_hours, { n: Math.round(minutes / HOUR) })
  const lines = [
    [t(words.handed), countText(handed), undefined],
    [t(words.left), countText(Math.max(0, left)), undefined],
    [t(words.expected), countText(expected), undefined],
    [t(words.queue), queue, minutes === null || left <= 0 ? undefined : t(words.queue_how)],
  ] as const
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded bg-line shadow-card">
      {lines.map(([label, value, below]) => (
        <div key={label} className="grow basis-36 bg-surface px-4 py-3">
          <dt className="text-12 text-soft">{label}</dt>
          <dd>
            <span className="figures block text-20 font-bold">{value}</span>
            {below ? <span className="block text-12 text-soft">{below}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
