import { text } from '#contract/words.ts'

/**
 * The text in place of a bib that is not given yet. It stands apart from the room's other words, which the query page
 * does not need.
 */
export const bibWords = {
  bib_before_race: text('赛前公布', '賽前公布', 'Announced before the race'),
} as const
