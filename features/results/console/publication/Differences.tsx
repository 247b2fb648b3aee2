import type { OutputOf } from '#contract/endpoint.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useAsk } from '#ui/network/call.ts'
import { versionDifferenceKinds } from '../../publication/differences.rules.ts'
import { consoleResultsDifferences } from '../../publication/publication.contract.ts'
import { differenceWords } from '../../publication/publication.words.ts'
import { resultOutcomeWords } from '../../report/outcome.words.ts'
import { publishWords as words } from './publish.words.ts'

type Found = OutputOf<typeof consoleResultsDifferences>
type Row = Found['rows'][number]

/** One side of a change: the result's time or outcome, and its rank. */
const Side = ({ of }: { of: Row['before'] }) => {
  const t = useWords()
  if (!of) return <>–</>
  return (
    <>
      {of.outcome === 'finished' && of.time ? of.time : t(resultOutcomeWords[of.outcome])}
      {of.rank === null ? null : <span className="block text-14 text-soft">{t(words.place, { n: of.rank })}</span>}
    </>
  )
}

const Rows = ({ rows, more }: { rows: readonly Row[]; more: number }) => {
  const t = useWords()
  if (rows.length === 0) return null
  return (
    <div className="max-h-80 overflow-y-auto">
      <Table
        caption={t(words.differences)}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'bib',
            title: t(words.bib),
            cell: ({ bib, name }) => (
              <>
                <span className="figures font-medium">{bib}</span>
                {name ? <span className="block break-all text-14 text-soft">{name}</span> : null}
              </>
            ),
          },
          {
            key: 'what',
            title: t(words.what),
            cell: ({ kinds }) => (
              <span className="flex flex-wrap gap-1">
                {kinds.map((kind) => (
                  <Chip key={kind} tone={kind === 'gone' || kind === 'outcome' ? 'warning' : 'plain'}>
                    {t(differenceWords[kind])}
                  </Chip>
                ))}
              </span>
            ),
          },
          { key: 'before', title: t(words.before), figures: true, cell: ({ before }) => <Side of={before} /> },
          { key: 'after', title: t(words.after), figures: true, cell: ({ after }) => <Side of={after} /> },
        ]}
      />
      {more > 0 ? <p className="py-2 text-14 text-soft">{t(words.more, { n: countText(more) })}</p> : null}
    </div>
  )
}

type Props = { raceid: number; eventid: number; zone: string | undefined; version?: number }
/** Lists the changes that a publication makes or made: the counts first, then the rows. */
export const Differences = ({ raceid, eventid, zone, version }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const found = useAsk(
    consoleResultsDifferences,
    { raceid, eventid, ...(version === undefined ? {} : { version }) },
    { staleTime: 0 },
  )
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton className="h-11" lines={2} />
  const { against, public_since: since, dropped, counts, rows, more } = found.data
  if (against === null && since !== null)
    return (
      <p className="font-medium">
        {t(words.first_after, { at: dateText(since, lang, 'deadline', zone), n: countText(counts.results) })}
      </p>
    )
  if (against === null)
    return (
      <p className="font-medium">{t(dropped ? words.first_dropped : words.first, { n: countText(counts.results) })}</p>
    )
  const changed = versionDifferenceKinds.filter((kind) => counts[kind] > 0)
  return (
    <div className="grid gap-2">
      <p className="font-medium">{t(changed.length === 0 ? words.same : words.differences)}</p>
      {changed.length > 0 ? (
        <p className="figures flex flex-wrap gap-1.5">
          {changed.map((kind) => (
            <Chip key={kind}>{t(words.count, { kind: t(differenceWords[kind]), n: countText(counts[kind]) })}</Chip>
          ))}
        </p>
      ) : null}
      <Rows rows={rows} more={more} />
    </div>
  )
}
