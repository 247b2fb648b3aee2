import { useWords } from '#ui/language/lang.tsx'
import { Field } from '#ui/form/Field.tsx'
import { fieldGroups, certificateFieldWords, moreFields } from '../definitions/field.words.ts'

const grouped: ReadonlySet<string> = new Set(fieldGroups.flatMap(({ fields }) => fields))
/** Field names that the picker leaves out: they repeat a usual field, or no certificate prints them. */
const sameAgain = 'name|bib|gender|age|agegroup|time|nettime|position|race|event|city|比赛项目'
const inner = new RegExp(`^(${sameAgain}|eventid|raceid|hide_\\w+|points|version|field)$`)

/** A picker for a runner's fact, by its label and by its key between percent signs. */
export const FieldPicker = ({
  label,
  fields,
  onPick,
}: {
  label: string
  /** The names of the fields in a report of this race. */ fields: readonly string[]
  onPick: (field: string) => void
}) => {
  const t = useWords()
  const said = (field: string) => {
    const name = certificateFieldWords[field]
    const shown = name ? t(name) : field
    return shown === field ? `%${field}%` : `${shown}  %${field}%`
  }
  const more = fields.filter((field) => !grouped.has(field) && !inner.test(field))
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="field"
          value=""
          onChange={(event) => event.target.value && onPick(event.target.value)}
        >
          <option value="">{label}…</option>
          {fieldGroups.map((group) => (
            <optgroup key={group.fields[0]} label={t(group.label)}>
              {group.fields.map((field) => (
                <option key={field} value={field}>
                  {said(field)}
                </option>
              ))}
            </optgroup>
          ))}
          {more.length ? (
            <optgroup label={t(moreFields)}>
              {more.map((field) => (
                <option key={field} value={field}>
                  {said(field)}
                </option>
              ))}
            </optgroup>
          ) : null}
        </select>
      )}
    </Field>
  )
}
