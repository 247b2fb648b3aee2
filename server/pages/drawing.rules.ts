/**
 * Work that may take only a share of the time that passes: it saves up at most a second's share while nothing is done,
 * and what was done too much is paid back before the next begins. `now` in milliseconds of a clock that never goes back.
 */
export const shareOf = (share: number, now: number) => {
  const most = share * 1000
  let [left, at] = [most, now]
  return {
    /** Whether there is time for another piece of work. */
    isLeft: (then: number): boolean => {
      left = Math.min(most, left + (then - at) * share)
      at = then
      return left > 0
    },
    take: (spent: number): void => {
      left -= spent
    },
  }
}
