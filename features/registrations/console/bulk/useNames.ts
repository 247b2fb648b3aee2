import { useLang, useWords } from '#ui/language/lang.tsx'
import { words } from './bulkDesk.words.ts'

/** Returns a function that writes the first few names of a group for use inside a sentence. */
export const useNames = (): ((names: readonly string[], count: number) => string) => {
  const t = useWords()
  const { lang } = useLang()
  return (names, count) => {
    const said = names.join(lang === 'en' ? ', ' : '、')
    return count > names.length ? t(words.and_more, { names: said }) : said
  }
}
