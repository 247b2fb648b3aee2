import { type Lang, langs } from '#contract/words.ts'
import { FieldSet } from './Field.tsx'
import { langNames } from '../language/lang.tsx'
import { TextArea, TextInput } from './TextInput.tsx'

type Said = Partial<Record<Lang, string>>
type Props = {
  label: string
  hint?: string
  error?: string | undefined
  value: Said
  onChange: (value: Said) => void
  long?: boolean
  max?: number
}
/** One text in three languages, side by side; what is left empty is shown in Simplified Chinese. */
export const WordsInput = ({ label, hint, error, value, onChange, long, max = 200 }: Props) => (
  <FieldSet label={label} error={error} hint={hint}>
    <div className="grid gap-2 md:grid-cols-3">
      {langs.map((lang) => {
        const given = {
          bare: true,
          label: `${label} · ${langNames[lang]}`,
          placeholder: langNames[lang],
          lang,
          value: value[lang] ?? '',
          maxLength: max,
          // A form leads to its first wrong field; Simplified Chinese is the one that may not be empty.
          'aria-invalid': error && lang === 'zh-cn' ? (true as const) : undefined,
        }
        const change = (said: string) => onChange({ ...value, [lang]: said })
        return long ? (
          <TextArea key={lang} {...given} rows={3} onChange={(event) => change(event.target.value)} />
        ) : (
          <TextInput key={lang} {...given} onChange={(event) => change(event.target.value)} />
        )
      })}
    </div>
  </FieldSet>
)
