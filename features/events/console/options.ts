import type { Lang } from '#contract/words.ts'

type Option = { value: string; says?: Partial<Record<Lang, string>> | undefined }
/** Writes options as text, one on a line. Bars separate the languages: `补给站 | 補給站 | Aid station`. */
export const optionsText = (options: readonly Option[]): string =>
  options
    .map(({ value, says }) => [value, says?.['zh-tw'] ?? '', says?.en ?? ''].join(' | ').replace(/( \| )+$/, ''))
    .join('\n')
/**
 * Reads options from text. The first wording of a line is the value of its option. An option with a known value keeps
 * the translations that the line does not give.
 */
export const optionsFrom = (text: string, before: readonly Option[]): Option[] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .flatMap(([value = '', tw = '', en = '']) => {
      if (value === '') return []
      const says = {
        ...before.find((one) => one.value === value)?.says,
        ...(tw ? { 'zh-tw': tw } : {}),
        ...(en ? { en } : {}),
      }
      return [Object.keys(says).length > 0 ? { value, says } : { value }]
    })
