/** The course of an event in the next edition: its points and waves, with no gun fired and nobody watching yet. */
export const copiedCourse = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  waves: (Array.isArray(row.waves) ? row.waves : []).map((wave: object) => ({ ...wave, gun: null })),
  live: false,
  closed_at: null,
})
