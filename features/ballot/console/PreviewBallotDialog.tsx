import { path } from '#seam/console/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { type StaffBallot, consoleBallotsPreview } from '../console.contract.ts'
import { segmentText } from '../web/declaredText.ts'
import { ballotDrawWords as words } from './draw.words.ts'

type Row = { name: string; entries: number; placed: number }
const Shares = ({ title, rows }: { title: string; rows: readonly Row[] }) => {
  const t = useWords()
  return (
    <section>
      <h3 className="pb-1 font-medium">{title}</h3>
      <Table
        caption={title}
        rowKey={({ name }) => name}
        rows={rows}
        columns={[
          { key: 'name', title, cell: ({ name }) => name },
          { key: 'entries', title: t(words.entriesOf), figures: true, cell: ({ entries }) => countText(entries) },
          { key: 'placed', title: t(words.placedOf), figures: true, cell: ({ placed }) => countText(placed) },
          {
            key: 'share',
            title: t(words.shareOf),
            figures: true,
            cell: ({ entries, placed }) => `${entries === 0 ? '0' : ((100 * placed) / entries).toFixed(1)}%`,
          },
        ]}
      />
    </section>
  )
}

export const PreviewBallotDialog = ({ ballot, onClose }: { ballot: StaffBallot; onClose: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const query = useAsk(consoleBallotsPreview, { raceid: ballot.raceid, id: ballot.id })
  const preview = query.data
  const names = ballot.declared.segments.map(({ name }) => name)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${t(words.step_preview)} · ${ballot.event}`}
      actions={
        <Button look="plain" onClick={onClose}>
          {t(words.back)}
        </Button>
      }
    >
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonCards count={3} className="h-28" /> : null}
      {preview ? (
        <div className="grid gap-6 pb-2">
          <section>
            <h3 className="pb-1 font-medium">{t(words.counts)}</h3>
            <dl className="divide-y divide-line">
              {[
                ...(preview.counts.direct ? ([['direct', t(words.direct)]] as const) : []),
                ...names.map((name) => [name, segmentText(ballot, name, lang)] as const),
                ['wait', t(words.wait)] as const,
              ].map(([key, said]) => (
                <div key={key} className="flex justify-between gap-4 py-2">
                  <dt>{said}</dt>
                  <dd className="figures font-medium">{countText(preview.counts[key] ?? 0)}</dd>
                </div>
              ))}
            </dl>
            {preview.groups.groups > 0 ? (
              <p className="text-14 text-soft">
                {t(words.groupsWhole, {
                  groups: countText(preview.groups.groups),
                  whole: countText(preview.groups.whole),
                })}
              </p>
            ) : null}
          </section>
          <Shares
            title={t(words.byGender)}
            rows={preview.genders.map(({ name, ...row }) => ({
              ...row,
              name: name === 'male' ? t(words.male) : name === 'female' ? t(words.female) : t(words.unknown),
            }))}
          />
          <Shares
            title={t(words.byAge)}
            rows={preview.ages.map(({ from, ...row }) => ({
              ...row,
              name: from === null ? t(words.unknown) : t(words.ageBand, { from, to: from + 9 }),
            }))}
          />
          <Shares
            title={t(words.byProvince)}
            rows={preview.provinces.map(({ name, ...row }) => ({ ...row, name: name ?? t(words.unknown) }))}
          />
          {preview.waiting.length > 0 ? (
            <section>
              <h3 className="pb-1 font-medium">{t(words.firstWaiting)}</h3>
              <ol className="divide-y divide-line">
                {preview.waiting.map(({ code, id, name, left }) => (
                  <li key={code} className="flex items-center gap-4">
                    <span className="figures w-10 text-right text-soft">{code}</span>
                    <Link
                      href={path.registration({ raceid: ballot.raceid, id })}
                      className="flex min-h-11 flex-1 items-center text-strong"
                    >
                      {name}
                    </Link>
                    {left && ballot.state === 'drawn' ? <Chip>{t(words.left)}</Chip> : null}
                  </li>
                ))}
              </ol>
            </section>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  )
}
