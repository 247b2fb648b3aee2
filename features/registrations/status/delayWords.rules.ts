/**
 * Finds the organiser's wording of a reserved place by language. Returns undefined if there is only one wording, or if
 * staff wrote another wording later.
 */
export const delayWordsOf = (
  row: { tag: string | null; description: string | null; delay_words?: unknown },
  which: 'tag' | 'description',
): Record<string, unknown> | undefined => {
  const names = (row.delay_words as Record<string, unknown> | null | undefined)?.[which]
  if (typeof names !== 'object' || names === null || !Object.values(names).includes(row[which])) return undefined
  const said = names as Record<string, unknown>
  // If one Chinese script is missing, the other script replaces it.
  return { ...said, 'zh-tw': said['zh-tw'] ?? said['zh-cn'], 'zh-cn': said['zh-cn'] ?? said['zh-tw'] }
}
