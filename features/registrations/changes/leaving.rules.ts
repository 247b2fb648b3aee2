/**
 * Tells whether a registration waits for a place, on the waitlist or on the way to the waitlist. Such a registration
 * has taken a place from nobody.
 */
export const waitsForPlace = (state: string): boolean => state === 'wait' || state === 'undraw'

/**
 * Tells whether a runner who leaves can never enter this race again (docs/behaviour/waitlist.md, Leaving and the end).
 * Leaving the waitlist before the offer of a place counts as an exit only if the race says so.
 */
export const losesRace = (state: string, settings: { wait_exit: boolean }): boolean =>
  settings.wait_exit || !waitsForPlace(state)

/**
 * Returns the columns that record whether the document of a runner who left can enter this race again.
 */
export const documentAfter = (loses: boolean, now: Date): { exited_at: Date } | { freed_at: Date } =>
  loses ? { exited_at: now } : { freed_at: now }
