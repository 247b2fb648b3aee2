import type { Text } from '#contract/words.ts'

/** What was left empty in a language is shown in Simplified Chinese. */
export const inEach = (written: Text): Text => ({ 'zh-cn': written['zh-cn'], 'zh-tw': written['zh-tw'] || written['zh-cn'], en: written.en || written['zh-cn'] })
