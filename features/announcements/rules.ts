import type { Text } from '#contract/words.ts'

/** The job that tells everybody; its payload is the announcement's key. */
export const ANNOUNCE = 'announcement send'

/** What was left empty in a language is shown in Simplified Chinese. */
export const inEach = (written: Text): Text => ({
  'zh-cn': written['zh-cn'],
  'zh-tw': written['zh-tw'] || written['zh-cn'],
  en: written.en || written['zh-cn'],
})
