import type { Lang } from '#contract/words.ts'

type Where = {
  province?: string | null | undefined
  city?: string | null | undefined
  address?: string | null | undefined
}
/**
 * The place of a race in one line, in each language's own order: from the province down, in English from the street up.
 */
export const placeLine = (lang: Lang, { province, city, address }: Where): string => {
  const down = [...new Set([province, city, address])].filter(Boolean)
  return lang === 'en' ? down.reverse().join(', ') : down.join(' ')
}
