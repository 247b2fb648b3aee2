import type { Text } from '#contract/words.ts'

/** The job that notifies everybody. Its payload is the announcement's key. */
export const ANNOUNCE = 'announcement send'

/** Returns the text in each language. An empty language shows the Simplified Chinese text. */
export const inEveryLanguage = (written: Text): Text => ({
  'zh-cn': written['zh-cn'],
  'zh-tw': written['zh-tw'] || written['zh-cn'],
  en: written.en || written['zh-cn'],
})
