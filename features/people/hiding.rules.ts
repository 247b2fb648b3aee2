import { type Lang, text } from '#contract/words.ts'

/** The text in place of a hidden or erased name. */
export const anonymous = text('匿名选手', '匿名選手', 'Anonymous runner')

/**
 * Returns the name for a list. `own` means that the reader is the runner or staff. `visible` in
 * features/results/rules.ts applies the same rule to a result.
 */
export const nameFor = (lang: Lang, row: { name: string; hide_name: boolean }, own: boolean): string =>
  row.name === '' || (row.hide_name && !own) ? anonymous[lang] : row.name
