import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, durationText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { Late } from '../../aid/aid.contract.ts'
import { words } from './aidControl.words.ts'

/** Lists runners who are overdue at the next point, the longest overdue first. */
export const LateCard = ({ late, zone, now }: { late: readonly Late[]; zone: string; now: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const clock = (at: string | null) => (at === null ? '–' : dateText(at, lang, 'deadline', zone))
  return (
    <Card title={t(words.late)} aside={late.length > 0 ? <Chip tone="danger">{late.length}</Chip> : null}>
      {late.length === 0 ? (
        <p className="text-soft">{t(words.late_none)}</p>
      ) : (
        <Table
          caption={t(words.late)}
          rows={late}
          rowKey={({ bib }) => bib}
          columns={[
            {
              key: 'bib',
              title: t(words.bib),
              cell: ({ bib, name }) => [bib, name].filter(Boolean).join(' '),
              className: 'font-medium break-words',
            },
            {
              key: 'last',
              title: t(words.last),
              cell: ({ last, last_at }) => `${last} · ${clock(last_at)}`,
              className: 'figures',
            },
            {
              key: 'next',
              title: t(words.next),
              cell: ({ next, expected_at }) => `${next} · ${clock(expected_at)}`,
              className: 'figures',
            },
            {
              key: 'overdue',
              title: t(words.overdue),
              cell: ({ since }) => durationText(Math.max(0, (Date.parse(now) - Date.parse(since)) / 1000)),
              figures: true,
            },
            { key: 'by', title: t(words.by), cell: ({ by }) => t(words[by]) },
          ]}
        />
      )}
    </Card>
  )
}
