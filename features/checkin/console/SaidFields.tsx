import { type Lang, langs } from '#contract/words.ts'
import { langNames } from '#ui/language/lang.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import type { ByLang } from '../contract.ts'

export const blankText: ByLang = { 'zh-cn': '', 'zh-tw': '', en: '' }

type Props = {
  label: string
  value: ByLang
  onChange: (value: ByLang) => void
  /** The messages of wrong fields, by the server's names of the fields (`name.zh-cn`). */ fields?:
    | Readonly<Record<string, string>>
    | undefined
  name: string
  lines?: number
  max: number
  hint?: string
}
/** One text in its three languages, side by side on a desktop. */
export const SaidFields = ({ label, value, onChange, fields, name, lines, max, hint }: Props) => {
  const error = (lang: Lang) => fields?.[`${name}.${lang}`]
  return (
    <div className="grid gap-3 md:grid-cols-3">
      {langs.map((lang) => {
        const shared = {
          label: `${label} · ${langNames[lang]}`,
          value: value[lang],
          error: error(lang),
          maxLength: max,
          lang: lang === 'en' ? 'en' : lang === 'zh-tw' ? 'zh-TW' : 'zh-CN',
          optional: lang !== 'zh-cn',
          ...(hint && lang === 'zh-cn' ? { hint } : {}),
        }
        return lines ? (
          <TextArea
            key={lang}
            {...shared}
            rows={lines}
            onChange={(event) => onChange({ ...value, [lang]: event.target.value })}
          />
        ) : (
          <TextInput key={lang} {...shared} onChange={(event) => onChange({ ...value, [lang]: event.target.value })} />
        )
      })}
    </div>
  )
}
