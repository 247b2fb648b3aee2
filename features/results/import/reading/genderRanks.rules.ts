import type { FileTable } from '#features/files/table.rules.ts'
import { plainTitle, meaningOfTitle } from '../headers/titles.rules.ts'
import { rankIn } from './cells.rules.ts'
import { mayHoldEvents } from './events.rules.ts'

const WORDS = {
  M: '男子组|男子|男性|男组|男|male|mens|men|man|herren|männer|hommes|homme|masculino|maschile|m',
  F: '女子组|女子|女性|女组|女|female|womens|women|woman|ladies|damen|frauen|femmes|femme|femenino|femminile|f|w',
} as const
type Sex = keyof typeof WORDS
const sexes = ['M', 'F'] as const

/**
 * Reads a title of a rank among men or among women: 男子名次, `Men Place`, 名次（女）. Returns the gender and the clock; null
 * for another title.
 */
const sexIn = (title: string): { sex: Sex; clock: 'gun' | 'net' | null } | null => {
  const text = title.normalize('NFKC').trim().replace(/['’]/g, '')
  for (const sex of sexes) {
    const [first, last] = [
      new RegExp(`^(?:${WORDS[sex]})(?=[\\s_.-]|\\p{Script=Han})[\\s_.-]*(?<rest>.+)$`, 'iu').exec(text),
      new RegExp(`^(?<rest>.+?)[\\s_.-]*[(\\[](?:${WORDS[sex]})[)\\]]$`, 'iu').exec(text),
    ]
    const rest = (first ?? last)?.groups?.['rest']
    const said = rest === undefined || plainTitle(rest) === '' ? null : meaningOfTitle(rest)
    if (said?.term === 'rank') return { sex, clock: said.clock }
  }
  return null
}

const isRank = (cell: string): boolean => {
  const rank = rankIn(cell)
  return rank !== null && rank !== 'bad' && rank.rank > 0
}
const oneSex: readonly [Sex, RegExp][] = [
  ['M', /男|\b(?:men|males?)\b/i],
  ['F', /女|\b(?:women|females?)\b/i],
]
/** Returns the gender that the name of a group contains: 全程男子, `Half Marathon Women`. Null for none and for both. */
const sexOfGroup = (group: string): Sex | null => {
  const found = oneSex.filter(([, word]) => word.test(group))
  return found.length === 1 ? found[0]![0] : null
}
/**
 * Adds a column of genders to a file that has none, if a column of events or classes names one gender in each of its
 * values.
 */
export const withGendersOfGroups = (table: FileTable): FileTable => {
  const { header, rows } = table
  if (rows.length === 0 || header.some((title) => meaningOfTitle(title)?.term === 'gender')) return table
  const at = [...header.keys()].find(
    (column) => mayHoldEvents(header[column]!) && rows.every((row) => sexOfGroup(row[column] ?? '') !== null),
  )
  if (at === undefined) return table
  const han = header.some((one) => /\p{Script=Han}/u.test(one))
  return {
    ...table,
    header: [...header, han ? '性别' : 'Gender'],
    rows: rows.map((row) => [
      ...Array.from(header, (_, column) => row[column] ?? ''),
      { M: han ? '男' : 'M', F: han ? '女' : 'F' }[sexOfGroup(row[at] ?? '')!],
    ]),
  }
}

/** Writes a rank with the gender after it, as timing firms write the two in one column: `12 M`. */
const marked = (cell: string, sex: Sex): string => (/^[\d,]+$/.test(cell) ? `${cell} ${sex}` : cell)

/**
 * Joins a column of ranks among men and a column of ranks among women into one column. If the file already has a column
 * of gender ranks, that column stays.
 */
export const withGenderRanks = (table: FileTable): FileTable => {
  const { header, rows } = table
  if (header.some((title) => meaningOfTitle(title)?.term === 'rank_gender')) return table
  const found = header.map((title) => (meaningOfTitle(title) === null ? sexIn(title) : null))
  const at = (sex: Sex) => {
    const plain = found.findIndex((one) => one?.sex === sex && one.clock === null)
    return plain >= 0 ? plain : found.findIndex((one) => one?.sex === sex)
  }
  const [men, women] = [at('M'), at('F')]
  const columns = [
    { column: men, sex: 'M' as const },
    { column: women, sex: 'F' as const },
  ].filter(({ column }) => column >= 0)
  if (columns.length === 0) return table
  const filled = (row: readonly string[]) => columns.filter(({ column }) => isRank(row[column] ?? ''))
  // A runner with a rank in both columns shows that the columns mean another thing.
  if (rows.some((row) => filled(row).length > 1)) return table
  const title = header.some((one) => /\p{Script=Han}/u.test(one)) ? '性别名次' : 'Gender place'
  const width = header.length
  return {
    ...table,
    header: [...header, title],
    rows: rows.map((row) => {
      const [one] = filled(row)
      const cells = Array.from({ length: width }, (_, n) => row[n] ?? '')
      return [...cells, one ? marked(row[one.column]!, one.sex) : '']
    }),
  }
}
