import type { Lang } from '#contract/words.ts'
import type { MenuEntry } from './contract.ts'
import { menuWords } from './words.ts'

/** Returns the label of a menu entry in a language: the race's own, or the usual one of its key. */
export const labelOf = (entry: Pick<MenuEntry, 'key' | 'names'>, lang: Lang): string =>
  entry.names[lang] ?? (entry.key === 'other' ? (entry.names['zh-cn'] ?? '') : menuWords[entry.key][lang])
