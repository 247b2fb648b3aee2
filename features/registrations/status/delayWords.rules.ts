/**
 * The organiser's wording of a reserved place by language; undefined where there is only one wording, or where staff
 * have written another one since.
 */
export const delayWordsOf = (
  row: { tag: string | null; description: string | null; delay_words?: unknown },
  which: 'tag' | 'description',
): Record<string, unknown> | undefined => {
  const names = (row.delay_words as Record<string, unknown> | null | undefined)?.[which]
  if (typeof names !== 'object' || names === null || !Object.values(names).includes(row[which])) return undefined
  const said = names as Record<string, unknown>
  // A reader of either Chinese script gets Chinese.
  return { ...said, 'zh-tw': said['zh-tw'] ?? said['zh-cn'], 'zh-cn': said['zh-cn'] ?? said['zh-tw'] }
}
