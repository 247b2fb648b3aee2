import { namePattern } from './han.ts'

/**
 * Returns the test whether every typed word occurs in a text. It takes letters in upper and lower case for the same,
 * and the traditional and simplified forms of a character too. An empty text matches everything.
 */
export const matching = (typed: string): ((text: string) => boolean) => {
  const words = typed
    .normalize('NFKC')
    .split(/\s+/)
    .map((word) => new RegExp(namePattern(word), 'iu'))
  return (text) => {
    const within = text.normalize('NFKC')
    return words.every((word) => word.test(within))
  }
}
