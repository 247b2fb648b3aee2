import { type Lang, text } from '#contract/words.ts'

/** Stands in place of a hidden or erased name. */
export const anonymous = text('匿名选手', '匿名選手', 'Anonymous runner')

/**
 * The things that a runner may hide from everybody but themselves and staff. The one rule stands here, and in
 * features/results/rules.ts `visible`, which says the same for a result. A hidden name also hides the English name. A
 * hidden age also hides the age group and the ranks in it.
 *
 * This function gives the name in a list; `own`: for the runner's own session, or for staff.
 */
export const nameFor = (lang: Lang, row: { name: string; hide_name: boolean }, own: boolean): string =>
  row.name === '' || (row.hide_name && !own) ? anonymous[lang] : row.name
