import { Globe } from 'lucide-react'
import type { Lang } from '#contract/words.ts'
import { allLangs, langNames, useLang, useWords } from './lang.tsx'
import { words } from './words.ts'

/** Chooses the language of the page. Each choice has its name in its own language. */
export const LanguageSwitch = () => {
  const { lang, choose } = useLang()
  const t = useWords()
  return (
    <label
      className={
        'relative inline-flex min-h-11 items-center gap-2 rounded px-3 text-14 text-soft ' +
        'hover:bg-sunk has-focus-visible:outline-2 has-focus-visible:outline-ink'
      }
    >
      <Globe className="size-5" aria-hidden />
      <span className="sr-only">{t(words.language)}</span>
      <select
        value={lang}
        onChange={(event) => choose(event.target.value as Lang)}
        className="min-h-11 cursor-pointer appearance-none bg-transparent pr-1 outline-none"
      >
        {allLangs.map((each) => (
          <option key={each} value={each} lang={each}>
            {langNames[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
