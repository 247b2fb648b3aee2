import { expect, test } from 'vitest'
import { guessesOf } from './guesses.ts'

test('whoever misses too often waits, alone and for ten minutes from the first miss', () => {
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
  const guesses = guessesOf(3)
  for (let n = 0; n < 3; n++) {
    expect(guesses.wait('one', at(n))).toBe(0)
    guesses.miss('one', at(n))
  }
  expect(guesses.wait('one', at(3))).toBe(597)
  expect(guesses.wait('another', at(3))).toBe(0)
  expect(guesses.wait('one', at(600))).toBe(0)
  guesses.miss('one', at(600))
  expect(guesses.wait('one', at(601)), 'it begins anew').toBe(0)
})
