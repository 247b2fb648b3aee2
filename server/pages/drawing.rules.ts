/**
 * Limits work to a share of the passing time. It saves up at most a second's share while there is no work. Work beyond
 * the share is paid back before the next piece begins. `now` is in milliseconds of a clock that never goes back.
 */
export const shareOf = (share: number, now: number) => {
  const most = share * 1000
  let [left, at] = [most, now]
  return {
    /** Tells whether there is time for another piece of work. */
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
