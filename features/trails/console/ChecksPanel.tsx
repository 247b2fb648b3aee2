import { useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type ConsoleTrail, consoleTrailsChecks, consoleTrailsDecide } from '../console.contract.ts'
import { checkWayWords } from '../words.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

const shownKinds = ['refused', 'late', 'all'] as const

/** The checks of people. Staff may count a refused check or take a check back. */
export const ChecksPanel = ({ raceid, trail, zone }: { raceid: number; trail: ConsoleTrail; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const [only, setOnly] = useState<(typeof shownKinds)[number]>('refused')
  const { id } = trail
  const list = useAsk(consoleTrailsChecks, { raceid, id, only }, { staleTime: 0, keep: true })
  const decide = useCall(consoleTrailsDecide)
  const pointOf = (point: number | null) => {
    const found = trail.points.find((one) => one.point === point)
    return found ? `${found.point}. ${nameIn(lang, found.name, found.names)}` : '—'
  }
  const items = list.data?.items ?? []
  return (
    <>
      <Segmented
        label={t(words.only)}
        value={only}
        onChange={(value) => setOnly(shownKinds.find((one) => one === value) ?? 'all')}
        options={shownKinds.map((value) => ({ value, label: t(words[value]) }))}
      />
      <Refusal refused={decide.error ?? undefined} />
      {list.isPending ? <SkeletonCards count={4} className="h-14" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? <Empty title={t(words.checks_none)} /> : null}
      {items.length > 0 ? (
        <Card>
          <Table
            caption={t(words.checks)}
            rows={items}
            rowKey={(row) => row.id}
            columns={[
              { key: 'name', title: t(words.person), cell: (row) => <span className="font-medium">{row.name}</span> },
              { key: 'point', title: t(words.point), cell: (row) => pointOf(row.point) },
              { key: 'way', title: t(words.way), cell: (row) => t(checkWayWords[row.way]) },
              {
                key: 'at',
                title: t(words.at),
                cell: (row) => (
                  <span className="grid justify-items-start gap-1">
                    {dateText(row.at, lang, 'deadline', zone)}
                    {row.late ? <Chip>{t(words.late)}</Chip> : null}
                  </span>
                ),
                className: 'figures',
              },
              {
                key: 'outcome',
                title: t(words.outcome),
                cell: (row) => (
                  <span className="grid gap-1">
                    {row.reason === null ? (
                      <Chip tone="success">{`${t(words.counts)} · ${t(words.round)} ${row.round}`}</Chip>
                    ) : (
                      <span className="text-danger-ink">{row.says}</span>
                    )}
                    {row.decided_at ? <span className="text-14 text-soft">{t(words.decided)}</span> : null}
                  </span>
                ),
              },
              {
                key: 'decide',
                title: <span className="sr-only">{t(words.decision)}</span>,
                cell: (row) =>
                  row.point === null ? null : (
                    <Button
                      look="plain"
                      busy={decide.isPending && decide.variables?.checkid === row.id}
                      onClick={() =>
                        decide.mutate(
                          { raceid, id, checkid: row.id, counts: row.reason !== null },
                          { onSettled: () => void list.refetch() },
                        )
                      }
                    >
                      {t(row.reason === null ? words.take_back : words.let_count)}
                    </Button>
                  ),
              },
            ]}
          />
        </Card>
      ) : null}
    </>
  )
}
