import type { useWords } from '../../language/lang.tsx'
import { words } from './unsaved.words.ts'

/** The most fields that a sentence names. If there are more, the sentence ends with "and more". */
const SAID = 4

/** Returns the labels of fields in a sentence, each once. */
export const fieldNames = (t: ReturnType<typeof useWords>, labels: readonly string[]): { n: number; names: string } => {
  const each = [...new Set(labels)]
  const some = each.slice(0, SAID).join(t(words.comma))
  return { n: each.length, names: each.length > SAID ? t(words.and_more, { names: some }) : some }
}
export const savedText = (t: ReturnType<typeof useWords>, labels: readonly string[]): string =>
  labels.length === 0 ? t(words.saved_plain) : t(words.saved, { names: fieldNames(t, labels).names })
