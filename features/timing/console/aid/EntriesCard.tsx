import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { AidEntryShown } from '../../aid/aid.contract.ts'
import { entryDoubtWords, aidEntryWords, marginText, tableWords } from '../../aid/aid.words.ts'
import { words } from './aidControl.words.ts'

type Props = { title: string; none: string; entries: readonly AidEntryShown[]; zone: string }
/** Lists entries of the stations, with the doubts about each. The entry that arrived last comes first. */
export const EntriesCard = ({ title, none, entries, zone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={title}>
      {entries.length === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <Table
          caption={title}
          rows={entries}
          rowKey={({ entry }) => entry}
          columns={[
            {
              key: 'bib',
              title: t(words.bib),
              cell: ({ bib, name }) => [bib, name].filter(Boolean).join(' ') || '–',
              className: 'font-medium break-words',
            },
            {
              key: 'kind',
              title: t(words.kind),
              cell: ({ kind, undone }) => `${t(aidEntryWords[kind])}${undone ? ` · ${t(tableWords.undone)}` : ''}`,
            },
            {
              key: 'time',
              title: t(words.time),
              cell: ({ at, kind, margin }) =>
                `${dateText(at, lang, 'second', zone)}${kind === 'undo' ? '' : ` ${t(...marginText(margin * 1000))}`}`,
              className: 'figures whitespace-nowrap',
            },
            {
              key: 'station',
              title: t(words.station),
              cell: ({ station, phone }) => `${station} · ${phone}`,
              className: 'break-words',
            },
            {
              key: 'doubts',
              title: t(words.doubts),
              cell: ({ doubts, note }) => (
                <span className="flex flex-wrap gap-2">
                  {doubts.map((word) => (
                    <Chip key={word} tone="warning">
                      {t(entryDoubtWords[word])}
                    </Chip>
                  ))}
                  {note}
                </span>
              ),
            },
          ]}
        />
      )}
    </Card>
  )
}
