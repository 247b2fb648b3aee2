import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { BibChange } from '../../runs/runs.contract.ts'
import { runWords } from '../../runs/runs.words.ts'
import { words } from '../../words.ts'

type Props = {
  said: string
  sample: readonly BibChange[]
  count: number
  warnings: readonly string[]
}
/** Some of the runners whose bib changes, a count of the rest, and the warnings. */
export const ChangesShown = ({ said, sample, count, warnings }: Props) => {
  const t = useWords()
  return (
    <div className="grid gap-3" role="status">
      <p className="figures font-medium">{said}</p>
      {warnings.length > 0 ? (
        <ul className="grid gap-1 rounded bg-warning-tint px-4 py-3 text-14 text-warning-ink">
          {warnings.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : null}
      {sample.length > 0 ? (
        <div className="max-h-72 overflow-y-auto rounded border border-line px-3">
          <Table
            caption={t(words.preview)}
            rows={sample}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', title: t(words.name), cell: ({ name }) => name },
              { key: 'event', title: t(words.event), cell: ({ event }) => event },
              { key: 'was', title: t(runWords.was), cell: ({ was }) => <span className="display">{was ?? '–'}</span> },
              { key: 'bib', title: t(runWords.now), cell: ({ bib }) => <span className="display">{bib ?? '–'}</span> },
            ]}
          />
        </div>
      ) : null}
      {count > sample.length ? (
        <p className="text-14 text-soft">{t(runWords.more, { n: countText(count - sample.length) })}</p>
      ) : null}
    </div>
  )
}
