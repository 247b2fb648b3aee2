/**
 * Keeps the largest set of split times that rise along the course and are not above the finishing time; the other times
 * become null. A runner reaches each point later than the previous point, so these other times are wrong.
 */
export const longestRising = (times: readonly (number | null)[], finish: number | null): (number | null)[] => {
  let [last, rises] = [0, true]
  for (const ms of times) {
    if (ms === null) continue
    if (ms <= last || (finish !== null && ms > finish)) rises = false
    last = ms
  }
  if (rises) return [...times]
  const allowed = times.map((ms) => (ms !== null && ms > 0 && (finish === null || ms <= finish) ? ms : null))
  const length: number[] = []
  const before: number[] = []
  let best = -1
  for (const [at, ms] of allowed.entries()) {
    length.push(ms === null ? 0 : 1)
    before.push(-1)
    if (ms === null) continue
    for (let earlier = 0; earlier < at; earlier++) {
      if (allowed[earlier] === null || allowed[earlier]! >= ms || length[earlier]! + 1 <= length[at]!) continue
      length[at] = length[earlier]! + 1
      before[at] = earlier
    }
    if (best < 0 || length[at]! > length[best]!) best = at
  }
  const kept = new Set<number>()
  for (let at = best; at >= 0; at = before[at]!) kept.add(at)
  return allowed.map((ms, at) => (kept.has(at) ? ms : null))
}
