/** The course of an event in the next edition: its points and waves, without fired guns and without viewers. */
export const copiedCourse = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  waves: (Array.isArray(row.waves) ? row.waves : []).map((wave: object) => ({ ...wave, gun: null })),
  live: false,
  closed_at: null,
})
