import type { useWords } from '#ui/language/lang.tsx'
import { words } from './supervisor.words.ts'

/** Returns the text for a desk: its name, the number of a closed desk, or a text for entries without a desk. */
export const deskName = (
  t: ReturnType<typeof useWords>,
  { id, name }: { id: number | null; name: string | null },
): string => name ?? (id === null ? t(words.no_desk) : t(words.closed_desk, { n: id }))
