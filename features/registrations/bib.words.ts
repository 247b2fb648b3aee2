import { text } from '#contract/words.ts'

/**
 * What stands for a number that is not given yet. Apart from the room's other words, which the query page has no use
 * for.
 */
export const bibWords = {
  bib_before_race: text('赛前公布', '賽前公布', 'Announced before the race'),
} as const
