/**
 * The guesses of a track as one list of numbers. A race has tens of thousands of tracks with up to eight guesses each,
 * and each fix makes all guesses of its track anew. As objects, the guesses would cost more time in the garbage
 * collection than in the computation.
 */
import type { Guess } from './facts.rules.ts'

/**
 * The guesses, the best first. Each has `GUESS_NUMBERS` numbers. Nobody changes them, so copies of a track share them.
 */
export type Guesses = readonly number[]
/** The count of the numbers of one guess, and the index of each of these numbers (`Guess`). */
const GUESS_NUMBERS = 8
const [ALONG, AT, COST, CUT_FROM, CUT_TO, AGREED, ASIDE, BEGAN] = [0, 1, 2, 3, 4, 5, 6, 7] as const

const mostGuesses = 8
/**
 * The largest difference between the cost of a guess and the cost of the best guess. A guess with a larger difference
 * is given up.
 */
export const hopeless = 45
/** The distance under which two guesses are the same, in metres. */
const same = 25

export const noGuesses: Guesses = []
export const guessCount = (guesses: Guesses): number => guesses.length / GUESS_NUMBERS
export const alongOf = (guesses: Guesses, n: number): number => guesses[n * GUESS_NUMBERS + ALONG]!
export const momentOfGuess = (guesses: Guesses, n: number): number => guesses[n * GUESS_NUMBERS + AT]!
export const costOf = (guesses: Guesses, n: number): number => guesses[n * GUESS_NUMBERS + COST]!
export const asideOf = (guesses: Guesses, n: number): number => guesses[n * GUESS_NUMBERS + ASIDE]!
/** Reads a guess as an object. */
export const guessAt = (guesses: Guesses, n: number): Guess | undefined => {
  const from = n * GUESS_NUMBERS
  return from < guesses.length
    ? {
        along: guesses[from + ALONG]!,
        at: guesses[from + AT]!,
        cost: guesses[from + COST]!,
        cutFrom: guesses[from + CUT_FROM]!,
        cutTo: guesses[from + CUT_TO]!,
        agreed: guesses[from + AGREED]!,
        aside: guesses[from + ASIDE]!,
        began: guesses[from + BEGAN]!,
      }
    : undefined
}

/**
 * Returns a list of decimal numbers, pushed one by one. The engine then keeps the numbers themselves in the list, and a
 * copy of the list is one piece of memory.
 */
const decimals = (length: number): number[] => {
  const list: number[] = []
  for (let n = 0; n < length; n++) list.push(0.5)
  return list
}
/**
 * The guesses under work, and the order of their costs. The next fix uses the same memory. This memory has room for the
 * old guesses and for all candidates of a fix.
 */
const MOST_UNDER_WORK = mostGuesses + 64
const work = { count: 0, numbers: decimals(MOST_UNDER_WORK * GUESS_NUMBERS), order: new Uint8Array(MOST_UNDER_WORK) }
const chosen = decimals(mostGuesses * GUESS_NUMBERS)

export const beginGuesses = (): void => void (work.count = 0)
export const addGuess = ({ along, at, cost, cutFrom, cutTo, agreed, aside, began }: Guess): void => {
  const [{ numbers }, from] = [work, work.count * GUESS_NUMBERS]
  numbers[from + ALONG] = along
  numbers[from + AT] = at
  numbers[from + COST] = cost
  numbers[from + CUT_FROM] = cutFrom
  numbers[from + CUT_TO] = cutTo
  numbers[from + AGREED] = agreed
  numbers[from + ASIDE] = aside
  numbers[from + BEGAN] = began
  work.count += 1
}
/** Keeps an earlier guess that ignores the present fix, and adds the cost of an ignored fix to its cost. */
export const addIgnored = (guesses: Guesses, n: number, cost: number): void => {
  const [{ numbers }, from, to] = [work, n * GUESS_NUMBERS, work.count * GUESS_NUMBERS]
  for (let at = 0; at < GUESS_NUMBERS; at++) numbers[to + at] = guesses[from + at]!
  numbers[to + COST]! += cost
  numbers[to + ASIDE]! += 1
  work.count += 1
}

/** Orders the guesses under work by their costs. The insertion is the fastest way for so few guesses. */
const sortWork = (): void => {
  const { count, numbers, order } = work
  for (let n = 0; n < count; n++) {
    const cost = numbers[n * GUESS_NUMBERS + COST]!
    let at = n
    for (; at > 0 && numbers[order[at - 1]! * GUESS_NUMBERS + COST]! > cost; at--) order[at] = order[at - 1]!
    order[at] = n
  }
}
const isChosen = (along: number, count: number): boolean => {
  for (let n = 0; n < count; n++) if (Math.abs(chosen[n * GUESS_NUMBERS + ALONG]! - along) < same) return true
  return false
}
/** Keeps the guesses with the lowest costs, one for each place, and subtracts the lowest cost from all of them. */
export const endGuesses = (): Guesses => {
  if (work.count === 0) return noGuesses
  sortWork()
  const { numbers, order } = work
  const least = numbers[order[0]! * GUESS_NUMBERS + COST]!
  let count = 0
  for (let n = 0; n < work.count && count < mostGuesses; n++) {
    const from = order[n]! * GUESS_NUMBERS
    if (numbers[from + COST]! > least + hopeless) break
    if (isChosen(numbers[from + ALONG]!, count)) continue
    for (let at = 0; at < GUESS_NUMBERS; at++) chosen[count * GUESS_NUMBERS + at] = numbers[from + at]!
    chosen[count * GUESS_NUMBERS + COST]! -= least
    count += 1
  }
  return chosen.slice(0, count * GUESS_NUMBERS)
}
