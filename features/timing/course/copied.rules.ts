/**
 * Copies the course of an event for the next edition: its points and waves, without the moments of the guns. The copy
 * is neither live nor closed.
 */
export const copiedCourse = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  waves: (Array.isArray(row.waves) ? row.waves : []).map((wave: object) => ({ ...wave, gun: null })),
  live: false,
  closed_at: null,
})
