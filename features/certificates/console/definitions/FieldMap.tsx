import { useId } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { reportFields, usualFields } from '../../rules.ts'
import { words } from './editor.words.ts'

type Props = {
  names: readonly string[]
  map: Readonly<Record<string, string>>
  onChange: (map: Readonly<Record<string, string>>) => void
}

/**
 * Replacements for the unknown names of a template. Each name takes the value of another field
 * (docs/behaviour/certificates.md, Placeholders: map).
 */
export const FieldMap = ({ names, map, onChange }: Props) => {
  const t = useWords()
  const known = useId()
  if (names.length === 0) return null
  return (
    <fieldset className="grid gap-3 rounded border border-line p-4">
      <legend className="px-1 font-medium">{t(words.map)}</legend>
      <p className="text-14 text-soft">{t(words.map_text)}</p>
      <datalist id={known}>
        {[...usualFields, ...reportFields].map((field) => (
          <option key={field} value={field}>
            {field}
          </option>
        ))}
      </datalist>
      <div className="grid gap-3 md:grid-cols-2">
        {names.map((name) => (
          <TextInput
            key={name}
            label={`%${name}%`}
            list={known}
            value={map[name] ?? ''}
            maxLength={200}
            placeholder={t(words.map_empty)}
            onChange={(event) => onChange({ ...map, [name]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
