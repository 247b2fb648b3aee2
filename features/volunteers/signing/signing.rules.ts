export const signingSteps = ['in', 'out', 'back'] as const
export type SigningStep = (typeof signingSteps)[number]
export type SignedShift = { came_at: Date | null; left_at: Date | null }
export type SigningWrong = 'volunteer_here' | 'volunteer_not_here' | 'volunteer_left'

/**
 * Works out a shift after a step. `back` takes the last step back, so that a wrong tap does no harm. Returns a word if
 * the step is not possible.
 */
export const afterStep = (
  { came_at, left_at }: SignedShift,
  step: SigningStep,
  now: Date,
): SignedShift | SigningWrong => {
  if (step === 'in') return came_at === null ? { came_at: now, left_at: null } : 'volunteer_here'
  if (step === 'out') {
    if (came_at === null) return 'volunteer_not_here'
    // If somebody sets the server's clock back, a shift must not get a negative length.
    return left_at === null ? { came_at, left_at: now < came_at ? came_at : now } : 'volunteer_left'
  }
  if (left_at !== null) return { came_at, left_at: null }
  return came_at === null ? 'volunteer_not_here' : { came_at: null, left_at: null }
}
/** Counts the minutes of a shift; null until the volunteer is signed out. */
export const minutesOf = ({ came_at, left_at }: SignedShift): number | null =>
  came_at && left_at ? Math.round((left_at.getTime() - came_at.getTime()) / 60_000) : null
