import { text } from '#contract/words.ts'

/**
 * The text for a bib that is not given yet. It has a file of its own, so that the query page need not load the room's
 * other words.
 */
export const bibWords = {
  bib_before_race: text('赛前公布', '賽前公布', 'Announced before the race'),
} as const
