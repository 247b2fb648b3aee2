import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { pointsIn } from '../import/reading/points.rules.ts'
import { isPoint, useMeaningName } from './useMeaningName.ts'
import { meanings } from '../import/reading/vocabulary.rules.ts'
import { meaningWords } from '../import/import.words.ts'
import { words } from './console.words.ts'
import type { ImportAnswer, FileSettings } from './importWay.ts'

type Props = { report: ImportAnswer; way: FileSettings; onWay: (way: FileSettings) => void }

/** Lets staff choose the meaning of each column. A column without a title shows its number and one of its cells. */
export const ColumnFields = ({ report, way, onWay }: Props) => {
  const t = useWords()
  const nameOf = useMeaningName()
  const { mapping, fields } = way
  const meaningOf = (column: string): string =>
    Object.entries(mapping).find(([, mapped]) => mapped === column)?.[0] ??
    report.columns.find((one) => one.column === column && mapping[one.meaning] === undefined)?.meaning ??
    ''
  const mean = (column: string, meaning: string) => {
    const was = meaningOf(column)
    const next = Object.fromEntries(Object.entries(mapping).filter(([, mapped]) => mapped !== column))
    onWay({ ...way, mapping: { ...next, ...(was ? { [was]: '' } : {}), ...(meaning ? { [meaning]: column } : {}) } })
  }
  const pointsByTitle = pointsIn(report.listed.map(({ title }) => title))
  const optionsFor = (at: number, { column, title }: ImportAnswer['listed'][number]) => {
    const label = pointsByTitle[at]?.label ?? (title || column)
    const now = meaningOf(column)
    // The label that the server gave a point can differ from the label that follows from the column's title.
    const points = new Set([`split:${label}`, `segment:${label}`, ...(isPoint(now) ? [now] : [])])
    return [
      { value: '', label: t(words.unused) },
      ...meanings.map((one) => ({ value: one, label: t(meaningWords[one]) })),
      ...[...points].map((point) => ({ value: point, label: nameOf(point) })),
    ]
  }
  const prefix = Object.keys(fields).find((key) => /^[A-Z]+$/.test(key)) ?? ''
  const wheelchair = (letters: string) =>
    onWay({
      ...way,
      fields: {
        ...Object.fromEntries(Object.entries(fields).filter(([key]) => key !== prefix)),
        ...(/^[A-Z]{1,4}$/.test(letters) ? { [letters]: 'wheelchair' } : {}),
      },
    })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t(words.columns)}</legend>
      <div className="grid gap-3 md:grid-cols-3 lg:grid-cols-4">
        {report.listed.map((one, at) => (
          <Select
            key={one.column}
            label={one.title || t(words.untitled, { column: one.column.slice(1), sample: one.sample })}
            value={meaningOf(one.column)}
            onChange={(change) => mean(one.column, change.target.value)}
            options={optionsFor(at, one)}
          />
        ))}
        <TextInput
          label={t(words.wheelchair)}
          optional
          value={prefix}
          maxLength={4}
          onChange={(change) => wheelchair(change.target.value.toUpperCase())}
        />
      </div>
      <Checkbox checked={way.replace} onChange={(change) => onWay({ ...way, replace: change.target.checked })}>
        {t(words.replace)}
      </Checkbox>
    </fieldset>
  )
}
