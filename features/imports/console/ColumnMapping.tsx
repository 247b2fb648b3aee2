import type { OutputOf } from '#contract/endpoint.ts'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { ImportKindShown, consoleImportsRead } from '../contract.ts'
import { words } from '../words.ts'

type Props = {
  kind: ImportKindShown
  read: OutputOf<typeof consoleImportsRead>
  onMapping: (mapping: Record<string, string>) => void
}
/** The meaning of each column of the file. The server remembers the meanings for files with the same column titles. */
export const ColumnMapping = ({ kind, read, onMapping }: Props) => {
  const t = useWords()
  const meaningOf = (column: string) => Object.entries(read.columns).find(([, mapped]) => mapped === column)?.[0] ?? ''
  /** Changes the meaning of one column. Another column with the new meaning loses its meaning. */
  const mean = (column: string, meaning: string) => {
    const kept = Object.entries(read.columns).filter(([name, mapped]) => mapped !== column && name !== meaning)
    const said = Object.fromEntries([...kept, ...(meaning === '' ? [] : [[meaning, column]])])
    onMapping(Object.fromEntries(kind.columns.map(({ name }) => [name, said[name] ?? ''])))
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t(words.columns)}</legend>
      <div className="grid gap-3 md:grid-cols-3">
        {read.listed.map(({ column, title, sample }) => (
          <Select
            key={column}
            label={title || t(words.untitled, { column: column.slice(1) })}
            {...(sample ? { hint: t(words.sample, { sample }) } : {})}
            value={meaningOf(column)}
            onChange={(event) => mean(column, event.target.value)}
            options={[
              { value: '', label: t(words.unused) },
              ...kind.columns.map(({ name, label }) => ({ value: name, label })),
            ]}
          />
        ))}
      </div>
    </fieldset>
  )
}
