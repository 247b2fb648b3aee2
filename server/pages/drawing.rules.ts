/**
 * Limits work to a share of the passing time. Unused time is saved, up to one second's share. Work beyond the share
 * delays the next piece of work. `now` is in milliseconds of a clock that never goes back.
 */
export const drawingShareOf = (share: number, now: number) => {
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
