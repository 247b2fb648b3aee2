import { useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { kmText } from '#contract/written.ts'
import { type ConsoleChallenge, consoleChallengesDecide, consoleChallengesProofs } from '../contract.ts'
import { proofWords, proofStateWords } from '../words.ts'
import { challengeDeskWords as words } from './challengeDesk.words.ts'

const shownKinds = ['waiting', 'refused', 'all'] as const
type Only = (typeof shownKinds)[number]
const tones = { counts: 'success', waiting: 'warning', refused: 'danger' } as const
const read = (raceid: number, id: number, only: Only, after: string | null) =>
  call(consoleChallengesProofs, { raceid, id, only, limit: 50, ...(after === null ? {} : { after }) })
type Row = Awaited<ReturnType<typeof read>>['items'][number]

type Props = { raceid: number; challenge: ConsoleChallenge; again: () => void }
export const ProofsPanel = ({ raceid, challenge, again }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { id } = challenge
  const [only, setOnly] = useState<Only>(challenge.waiting > 0 ? 'waiting' : 'all')
  const list = usePages([consoleChallengesProofs.path, raceid, id, only, lang], (after) =>
    read(raceid, id, only, after),
  )
  const decide = useCall(consoleChallengesDecide)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const settle = (proofid: number, counts: boolean) =>
    decide.mutate(
      { raceid, id, proofid, counts },
      {
        onSettled: () => {
          void list.refetch()
          again()
        },
      },
    )
  return (
    <Card
      title={`${nameIn(lang, challenge.name, challenge.names)} · ${t(words.proofs)}`}
      aside={
        <span className="flex flex-wrap gap-2">
          <ExportButton raceid={raceid} table="challenge_proofs" filter={{ id }} />
          <ExportButton raceid={raceid} table="challenge_ranks" filter={{ id }} label={t(words.ranks)} />
        </span>
      }
    >
      <Segmented
        label={t(words.only)}
        value={only}
        onChange={(value) => setOnly(shownKinds.find((one) => one === value) ?? 'all')}
        options={shownKinds.map((value) => ({ value, label: t(words[value]) }))}
      />
      <Refusal refused={decide.error ?? undefined} />
      {list.isPending ? <SkeletonCards count={3} className="mt-4 h-14" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <Empty title={t(words.proofs_none)} /> : null}
      {items.length > 0 ? (
        <ProofTable
          items={items}
          busy={decide.isPending ? Number(decide.variables?.proofid) : undefined}
          onDecide={settle}
        />
      ) : null}
      <MoreButton list={list} />
    </Card>
  )
}

type TableProps = { items: readonly Row[]; busy: number | undefined; onDecide: (id: number, counts: boolean) => void }
const ProofTable = ({ items, busy, onDecide }: TableProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Table
      caption={t(words.proofs)}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        { key: 'name', title: t(words.person), cell: (row) => <span className="font-medium">{row.name}</span> },
        {
          key: 'day',
          title: t(words.day),
          cell: (row) => dateText(row.day, lang, 'short') + (row.made_up ? ` · ${t(words.made_up)}` : ''),
          className: 'figures',
        },
        {
          key: 'proof',
          title: t(words.proof),
          cell: (row) =>
            row.photo ? (
              <a
                href={row.photo}
                target="_blank"
                rel="noopener"
                aria-label={`${t(words.see_photo)} ${row.name} ${row.day}`}
                className="flex min-h-11 items-center text-strong hover:underline"
              >
                {t(words.see_photo)}
              </a>
            ) : (
              `${t(proofWords[row.proof])} ${row.metres > 0 ? t(words.km, { n: kmText(row.metres) }) : ''}`
            ),
        },
        {
          key: 'state',
          title: t(words.state),
          cell: (row) => (
            <span className="grid justify-items-start gap-1">
              <Chip tone={tones[row.state]}>{t(proofStateWords[row.state])}</Chip>
              {row.says ? <span className="text-14 text-danger-ink">{row.says}</span> : null}
            </span>
          ),
        },
        {
          key: 'decide',
          title: <span className="sr-only">{t(words.decision)}</span>,
          cell: (row) => (
            <span className="flex flex-wrap gap-2">
              {row.state === 'counts' ? null : (
                <Button look="plain" busy={busy === row.id} onClick={() => onDecide(row.id, true)}>
                  {t(words.accept)}
                </Button>
              )}
              {row.state === 'refused' ? null : (
                <Button look="quiet" busy={busy === row.id} onClick={() => onDecide(row.id, false)}>
                  {t(words.refuse)}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
