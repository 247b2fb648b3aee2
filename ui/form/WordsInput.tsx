import { type Lang, langs } from '#contract/words.ts'
import { FieldSet } from './Field.tsx'
import { langNames, useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'
import { TextArea, TextInput } from './TextInput.tsx'

type Said = Partial<Record<Lang, string>>
type Props = {
  label: string
  hint?: string
  error?: string | undefined
  value: Said
  onChange: (value: Said) => void
  long?: boolean
  optional?: boolean
  /** True if the fields are one below the other, for a narrow column. */
  stacked?: boolean
  max?: number
}
/** The largest `max` of a low field. A field for a longer text is higher, because staff read such a text as a whole. */
const LONG = 2000

/**
 * One text in three languages. While one of the languages has a text, a label beside each language without a text says
 * that the text is missing. A reader of a language without a text reads the Simplified Chinese text.
 */
export const WordsInput = ({
  label,
  hint,
  error,
  value,
  onChange,
  long,
  optional = false,
  stacked,
  max = 200,
}: Props) => {
  const t = useWords()
  const isSaid = langs.some((lang) => value[lang]?.trim())
  return (
    <FieldSet label={label} error={error} hint={hint} optional={optional}>
      <div className={stacked ? 'grid gap-2' : 'grid gap-2 md:grid-cols-3'}>
        {langs.map((lang) => {
          const given = {
            bare: true,
            label: `${label} · ${langNames[lang]}`,
            lang,
            value: value[lang] ?? '',
            maxLength: max,
            // A form moves the focus to its first wrong field. Only the Simplified Chinese text must not be
            // empty.
            'aria-invalid': error && lang === 'zh-cn' ? (true as const) : undefined,
          }
          const change = (said: string) => onChange({ ...value, [lang]: said })
          const isMissing = isSaid && !value[lang]?.trim()
          return (
            <div key={lang} className="min-w-0">
              <p aria-hidden className="mb-1 flex items-baseline justify-between gap-2 text-12 text-soft">
                <span>{langNames[lang]}</span>
                {isMissing ? <span className="text-warning-ink">{t(words.lang_missing)}</span> : null}
              </p>
              {long ? (
                <TextArea {...given} rows={max > LONG ? 10 : 3} onChange={(event) => change(event.target.value)} />
              ) : (
                <TextInput {...given} onChange={(event) => change(event.target.value)} />
              )}
            </div>
          )
        })}
      </div>
    </FieldSet>
  )
}
