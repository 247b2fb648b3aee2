import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Lang, type Text, fill, langOf, langs, languageTags } from '#contract/words.ts'
import { link, onDevice } from '../router/address.ts'
import { goInside } from '../router/place.ts'

/**
 * Returns the language in which the server drew the page. Returns '' for a page without the element `first`: the server
 * did not draw that page.
 */
const drawnIn = (): string =>
  typeof document === 'undefined' || !document.getElementById('first') ? '' : document.documentElement.lang
/**
 * Returns the language of the page: from its link, then the remembered language, then the language in which the server
 * drew the page, then the browser's own language. The third step matters for a browser that gives the server one
 * language and the page another.
 */
export const startLang = (): Lang => {
  const language = link().lang
  if (language) return langOf(language)
  const remembered = onDevice.get('lang')
  return langOf(remembered ?? (drawnIn() || (typeof navigator === 'undefined' ? '' : navigator.language)))
}

let current: Lang | undefined
export const currentLang = (): Lang => (current ??= startLang())

const LangContext = createContext<{ lang: Lang; choose: (lang: Lang) => void }>({ lang: 'zh-cn', choose: () => {} })
export const Languages = ({
  drawn,
  children,
}: {
  /** The language in which the server draws the page. */ drawn?: Lang
  children: ReactNode
}) => {
  const [lang, setLang] = useState(() => drawn ?? currentLang())
  useEffect(() => {
    document.documentElement.lang = languageTags[lang]
  }, [lang])
  const value = useMemo(() => {
    const choose = (chosen: Lang) => {
      current = chosen
      onDevice.set('lang', chosen)
      // The cookie tells the server the language of the first paint, and nothing about the person.
      document.cookie = `lang=${chosen}; path=/; max-age=31536000; samesite=lax`
      const address = new URL(location.href)
      if (address.searchParams.has('lang')) {
        address.searchParams.set('lang', chosen)
        goInside(address.pathname + address.search + address.hash, true)
      }
      setLang(chosen)
    }
    return { lang, choose }
  }, [lang])
  return <LangContext value={value}>{children}</LangContext>
}

export const useLang = () => useContext(LangContext)

/** Returns `t`, which writes a text in the current language: `t(words.title, { n })`. */
export const useWords = () => {
  const { lang } = useLang()
  return useMemo(
    () => (said: Text, values?: Readonly<Record<string, string | number>>) => fill(said[lang], values),
    [lang],
  )
}

export const langNames: Record<Lang, string> = { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }
export const allLangs = langs
