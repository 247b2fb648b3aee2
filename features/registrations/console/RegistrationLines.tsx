import { FileImage } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Table } from '#ui/layout/Table.tsx'
import type { RegistrationLine } from '../changes/changes.contract.ts'
import { words } from './desk.words.ts'

type Props = {
  raceid: number
  rows: readonly RegistrationLine[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}
const tones = { success: 'success', warn: 'danger', info: 'info', waiting: 'warning' } as const

export const StateChips = ({ row }: { row: Pick<RegistrationLine, 'state' | 'icon' | 'tag' | 'proof'> }) => {
  const t = useWords()
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={row.state === 'deleted' || row.state === 'closed' ? 'plain' : tones[row.icon]}>
        {t(words.states[row.state])}
      </Chip>
      {row.tag ? <Chip tone="race">{row.tag}</Chip> : null}
      {row.proof ? <Chip icon={<FileImage className="size-4" aria-hidden />}>{t(words.proof)}</Chip> : null}
    </span>
  )
}

/** A table on a desktop, cards on a phone. Staff can select each line. */
export const RegistrationLines = ({ raceid, rows, chosen, onChoose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const all = rows.every(({ id }) => chosen.has(id))
  const everybody = (
    <Checkbox checked={all} onChange={() => onChoose(all ? new Set() : new Set(rows.map(({ id }) => id)))}>
      <span className="text-14 text-soft md:sr-only">{t(words.choose_all)}</span>
    </Checkbox>
  )
  const choose = (row: RegistrationLine) => (
    <Checkbox checked={chosen.has(row.id)} onChange={() => toggle(row.id)}>
      <span className="sr-only">{t(words.choose, { name: row.name })}</span>
    </Checkbox>
  )
  const href = (row: RegistrationLine) => path.registration({ raceid, id: row.id })
  return (
    <>
      <Card className="hidden md:block">
        <Table
          caption={t(words.title)}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'choose', title: everybody, cell: choose, className: 'w-11' },
            {
              key: 'name',
              title: t(words.name),
              cell: (row) => (
                <Link
                  href={href(row)}
                  className="-my-2 flex min-h-11 items-center text-strong underline underline-offset-2"
                >
                  {row.name}
                </Link>
              ),
              className: 'whitespace-nowrap',
            },
            { key: 'event', title: t(words.event), cell: ({ event }) => event },
            { key: 'state', title: t(words.state), cell: (row) => <StateChips row={row} /> },
            { key: 'paid', title: t(words.paid), cell: ({ paid_label }) => paid_label, className: 'whitespace-nowrap' },
            {
              key: 'bib',
              title: `${t(words.bib)} · ${t(words.zone)}`,
              cell: ({ bib, runnerzone }) => [bib, runnerzone].filter(Boolean).join(' · ') || '–',
              figures: true,
            },
            {
              key: 'document',
              title: t(words.document),
              cell: ({ idnum }) => <span className="figures">{idnum}</span>,
              className: 'whitespace-nowrap',
            },
            {
              key: 'mobile',
              title: t(words.mobile),
              cell: ({ mobile }) => <span className="figures">{mobile ?? '–'}</span>,
              className: 'whitespace-nowrap',
            },
            {
              key: 'created',
              title: t(words.signed_up),
              cell: ({ created_at }) => dateText(created_at, lang, 'short'),
              className: 'whitespace-nowrap',
            },
          ]}
        />
      </Card>
      <Card flush className="md:hidden">
        <div className="border-b border-line px-4 py-1">{everybody}</div>
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="flex items-start gap-1 px-4 py-1">
              {choose(row)}
              <Link href={href(row)} className="grid min-w-0 flex-1 gap-1 py-2 hover:bg-tint">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 truncate font-medium">{row.name}</span>
                  <span className="figures shrink-0 text-14 text-soft">
                    {row.bib ?? dateText(row.created_at, lang, 'short')}
                  </span>
                </span>
                <span className="min-w-0 truncate text-14 text-soft">
                  {row.event} · {row.paid_label}
                </span>
                <StateChips row={row} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
