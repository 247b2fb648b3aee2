/** Numbers that look random and are the same at every start: mulberry32 from a fixed seed. */
export type Chance = {
  /** A number from 0 to below 1. */
  next: () => number
  between: (from: number, to: number) => number
  whole: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  /** Returns a normally distributed number. */
  normal: (mean: number, deviation: number) => number
}

export const chanceFrom = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
