import type { Lang, Text } from '#contract/words.ts'
import type { FileDoubt, RowProblem } from './reading/row.rules.ts'
import { clockText } from '../rules.ts'
import { fileDoubts, rankKindWords, rowProblemWords } from './import.words.ts'

/**
 * Writes the sentence of a problem with its values in one language. Seconds become a time, the kind of a rank becomes a
 * word.
 */
export const sayProblem = ({
  word,
  column = '',
  given = '',
  read = '',
}: RowProblem): { message: Text; values: (lang: Lang) => Record<string, string> } => ({
  message: rowProblemWords[word],
  values: (lang) => ({
    column: column in rankKindWords ? rankKindWords[column as keyof typeof rankKindWords][lang] : column,
    given,
    read: word !== 'rank_differs' && /^\d+$/.test(read) ? clockText(Number(read)) : read,
  }),
})

const dayIn = (lang: Lang, day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(lang === 'en' ? 'en-GB' : 'zh-CN', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })

export const sayDoubt = ({
  word,
  kind,
  count = 0,
  given = '',
  group = '',
}: FileDoubt): { message: Text; values: (lang: Lang) => Record<string, string> } => ({
  message: fileDoubts[word],
  values: (lang) => ({
    kind: kind ? rankKindWords[kind][lang] : '',
    count: String(count),
    given: word === 'race_ahead' ? dayIn(lang, given) : given,
    group: kind && group ? (lang === 'en' ? ` (${group})` : `（${group}）`) : group,
  }),
})
