import type { Lang } from '#contract/words.ts'

/** The languages of a text, each named in the language itself. */
export const languages: readonly { value: Lang; label: string }[] = [
  { value: 'zh-cn', label: '简体' },
  { value: 'zh-tw', label: '繁體' },
  { value: 'en', label: 'English' },
]
