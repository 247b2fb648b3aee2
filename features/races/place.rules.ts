import type { Lang } from '#contract/words.ts'

type Where = {
  province?: string | null | undefined
  city?: string | null | undefined
  address?: string | null | undefined
}
/** Writes the place of a race in one line. Chinese begins with the province, English with the street. */
export const placeLine = (lang: Lang, { province, city, address }: Where): string => {
  const down = [...new Set([province, city, address])].filter(Boolean)
  return lang === 'en' ? down.reverse().join(', ') : down.join(' ')
}
