import type { useWords } from '#ui/language/lang.tsx'
import { words } from './supervisor.words.ts'

/** Names a desk. A closed desk has only its number, and entries without a desk have no name. */
export const deskName = (
  t: ReturnType<typeof useWords>,
  { id, name }: { id: number | null; name: string | null },
): string => name ?? (id === null ? t(words.no_desk) : t(words.closed_desk, { n: id }))
