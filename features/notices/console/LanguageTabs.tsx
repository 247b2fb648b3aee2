import { type Lang, langs } from '#contract/words.ts'
import { Segmented } from '#ui/form/Segmented.tsx'
import { langNames, useWords } from '#ui/language/lang.tsx'
import { type ArticleDraft, isWritten } from './article.rules.ts'
import { articleWords as words } from './article.words.ts'
import { langFor } from '../rules.ts'

type Props = { form: ArticleDraft; lang: Lang; onLang: (lang: Lang) => void; wrong: readonly Lang[] }

/** The languages of an article. A missing language is marked. A note names the language that readers get instead. */
export const LanguageTabs = ({ form, lang, onLang, wrong }: Props) => {
  const t = useWords()
  const has = langs.filter((one) => isWritten(form, one))
  const isMissing = (one: Lang) => has.length > 0 && !has.includes(one)
  const other = isMissing(lang) ? langFor(lang, has) : undefined
  return (
    <div className="grid gap-2">
      <Segmented
        label={t(words.languages)}
        value={lang}
        onChange={(chosen) => onLang(langs.find((one) => one === chosen) ?? lang)}
        options={langs.map((one) => ({
          value: one,
          label: (
            <span className="flex items-baseline gap-1.5">
              <span>{langNames[one]}</span>
              {isMissing(one) ? <span className="text-12 text-warning-ink">{t(words.missing)}</span> : null}
              {wrong.includes(one) ? (
                <span aria-hidden className="text-danger-ink">
                  ●
                </span>
              ) : null}
            </span>
          ),
        }))}
      />
      {other ? (
        <p className="text-14 text-soft">{t(words.falls_back, { lang: langNames[lang], other: langNames[other] })}</p>
      ) : null}
      {has.length > 0 && !has.includes('zh-cn') ? <p className="text-14 text-soft">{t(words.lists_hide)}</p> : null}
    </div>
  )
}
