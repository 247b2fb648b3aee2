import { type Lang, text } from '#contract/words.ts'

/** Stands where a name would: hidden, or erased. */
export const anonymous = text('匿名选手', '匿名選手', 'Anonymous runner')

/**
 * What a runner may hide from everybody but the runner and staff: THE rule is here and in features/results/rules.ts
 * `visible`, which says the same of a result. A hidden name takes the English name along, a hidden age the age group
 * and the places in it.
 *
 * This is the name that a list shows; `own`: to the runner's own session, or to staff.
 */
export const nameFor = (lang: Lang, row: { name: string; hide_name: boolean }, own: boolean): string =>
  row.name === '' || (row.hide_name && !own) ? anonymous[lang] : row.name
