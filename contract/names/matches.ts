import { namePattern } from './han.ts'

/**
 * Returns a function that tells whether every typed word occurs in a text. Upper and lower case count as the same, and
 * so do the traditional and simplified forms of a character. If nothing is typed, every text matches.
 */
export const textMatcher = (typed: string): ((text: string) => boolean) => {
  const words = typed
    .normalize('NFKC')
    .split(/\s+/)
    .map((word) => new RegExp(namePattern(word), 'iu'))
  return (text) => {
    const within = text.normalize('NFKC')
    return words.every((word) => word.test(within))
  }
}
