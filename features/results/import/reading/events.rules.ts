import type { FileTable } from '#features/files/table.rules.ts'
import { plainTitle, meaningOfTitle } from '../headers/titles.rules.ts'
import { pointIn } from './points.rules.ts'

/** The facts about an event by which the import recognises it in a file. */
export type NamedEvent = { id: number; name: string; metres: number | null }
/**
 * A column whose values are events. `values` counts the rows of each value; `likely` has the values that mean the
 * chosen event.
 */
export type EventColumn = { column: string; values: { value: string; rows: number }[]; likely: string[] }
/** The rows that an import takes: rows with one of these values in the column. `*` stands for any value. */
export type OnlyRows = { column: string; values: readonly string[] }

/**
 * The titles of a column that the import makes from headings between the rows: one title for a Chinese list, one for
 * other lists.
 */
export const sectionTitles = { han: '分段标题', latin: 'Section' } as const
const isSectionTitle = (title: string): boolean => title === sectionTitles.han || title === sectionTitles.latin

/** Titles of columns whose values are events. Spaces, punctuation, case and the script of Chinese do not matter. */
const titles: ReadonlySet<string> = new Set(
  (
    'event,events,event name,race,race name,race event,course,distance,category,division,class,discipline,field,' +
    'section,wettbewerb,bewerb,strecke,épreuve,parcours,prueba,modalidad,gara,種目,レース,分段标题,项目,项目名称,参赛项目,比赛项目,竞赛项目,报名项目,赛事项目,赛项,赛别,组别,组别名称,参赛组别,竞赛组别,比赛组别,赛事组别,报名组别,所属组别,选手组别,' +
    '分组,分组名称,参赛分组,比赛分组,竞赛分组,组,组名,类别,参赛类别,选手类别,距离,参赛距离,比赛距离,赛程'
  )
    .split(',')
    .map(plainTitle),
)
const inHan = (title: string): string => title.replace(/[^\p{Script=Han}]/gu, '')
const inLatin = (title: string): string => title.replace(/\p{Script=Han}/gu, '')
const namesEvents = (title: string): boolean =>
  titles.has(plainTitle(title)) ||
  (inHan(title) !== '' && titles.has(plainTitle(inHan(title))) && titles.has(plainTitle(inLatin(title))))
/** Tells whether a title names classes of runners. An organiser may write the events there. */
const namesClasses = (title: string): boolean => {
  const term = meaningOfTitle(title)?.term
  return term === 'agegroup' || term === 'field'
}
/**
 * Tells whether a column may hold events: its title names events or classes, or is unknown, so that the values decide.
 */
export const mayHoldEvents = (title: string): boolean =>
  namesEvents(title) ||
  namesClasses(title) ||
  (title !== '' && meaningOfTitle(title) === null && pointIn(title) === null)
const MOST_VALUES = 12

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ')
    .trim()

const units: readonly [RegExp, number][] = [
  [/(\d+(?:\.\d+)?) ?(?:km|k|公里|千米)(?![a-z])/, 1000],
  [/(\d+(?:\.\d+)?) ?(?:miles?|mi|英里)(?![a-z])/, 1609.344],
  [/(\d{3,6}) ?(?:metres?|meters?|m|米)(?![a-z])/, 1],
]
const named: readonly [RegExp, string][] = [
  [/relay|接力/, 'relay'],
  [/fun ?run|健康跑|欢乐跑|歡樂跑|迷你|亲子|親子|kids|family run/, 'fun run'],
  [/half|halb|ハーフ|半程|半马|半馬/, '21100'],
  [/marathon|フル|マラソン|全程|全马|全馬|马拉松|馬拉松/, '42200'],
]
const near = (metres: number): string => String(Math.round(metres / 100) * 100)

/**
 * Finds the event that a word means. The word may be a rounded distance, a kind of run, or the name of an event of the
 * race. Null if the word means no event.
 */
const eventIn = (value: string, events: readonly NamedEvent[]): string | null => {
  const word = plain(value)
  const ours = events.find(({ name }) => plain(name) === word)
  if (ours) return ours.metres === null ? `event ${ours.id}` : near(ours.metres)
  for (const [pattern, metres] of units) {
    const found = pattern.exec(word)
    if (found) return near(Number(found[1]) * metres)
  }
  const kind = named.find(([pattern]) => pattern.test(word))
  if (kind) return kind[1]
  const within = events.find(({ name }) => plain(name).length > 1 && word.includes(plain(name)))
  return within ? (within.metres === null ? `event ${within.id}` : near(within.metres)) : null
}

/** Tells whether a word means an event in any race. */
export const meansEvent = (value: string): boolean => eventIn(value, []) !== null

/** Counts the rows of each value of a column; null if there are too many values for events. */
const valuesOf = (table: FileTable, at: number): Map<string, number> | null => {
  const counts = new Map<string, number>()
  for (const row of table.rows) {
    const value = row[at] ?? ''
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (counts.size > MOST_VALUES) return null
  }
  return counts
}

/**
 * Fills the empty cells of a column of events. A spreadsheet keeps merged cells only in their first row. A column whose
 * first cell is empty stays as it is.
 */
export const withEventsFilled = (table: FileTable): FileTable => {
  const merged = [...table.header.keys()].filter((at) => {
    const counts = namesEvents(table.header[at]!) ? valuesOf(table, at) : null
    const filled = counts ? table.rows.length - (counts.get('') ?? 0) : 0
    return counts && filled >= 1 && filled <= MOST_VALUES && filled < table.rows.length && table.rows[0]![at] !== ''
  })
  if (merged.length === 0) return table
  const rows = table.rows.map((row) => [...row])
  for (const at of merged)
    for (const [n, row] of rows.entries()) if ((row[at] ?? '') === '') row[at] = rows[n - 1]?.[at] ?? ''
  return { ...table, rows }
}

/** Tells whether a value names a class within an event: an age group, a gender or wheelchairs. */
const isClass = (value: string): boolean =>
  /\d|轮椅|輪椅|手摇|手搖|男|女|wheelchair|handcycle|\b(?:wo)?men\b|\b(?:fe)?male\b/i.test(value)

/**
 * Tells whether the values of a column mean several events. Under a known title, age groups and classes mean no event,
 * so a column 组别 with such values raises no question. A relay beside a value that is not a class makes two events.
 * Under an unknown title, every value must mean an event.
 */
const areEvents = (column: string, meant: ReadonlyMap<string, string | null>): boolean => {
  const different = new Set([...meant.values()].filter((one) => one !== null)).size
  if (!namesEvents(column) && !namesClasses(column))
    return different > 1 && [...meant].every(([value, one]) => value === '' || one !== null) && !meant.has('')
  if (different !== 1) return different > 1
  // Rows above the first heading belong to an event whose heading is above the titles.
  return [...meant].some(([value, one]) =>
    value === '' ? isSectionTitle(column) : one === null && !isClass(value) && [...meant.values()].includes('relay'),
  )
}

/** Finds the column whose values show that a file has several events. */
export const eventColumnOf = (
  table: FileTable,
  into: NamedEvent,
  events: readonly NamedEvent[],
): EventColumn | undefined => {
  const own = into.metres === null ? `event ${into.id}` : near(into.metres)
  for (const [at, column] of table.header.entries()) {
    const counts = mayHoldEvents(column) ? valuesOf(table, at) : null
    if (!counts) continue
    const meant = new Map([...counts.keys()].map((value) => [value, eventIn(value, events)]))
    if (!areEvents(column, meant)) continue
    return {
      column,
      values: [...counts].map(([value, rows]) => ({ value, rows })),
      likely: [...meant].flatMap(([value, one]) => (one === own ? [value] : [])),
    }
  }
  return undefined
}

/** Keeps the rows of one event; undefined if the table does not have the column or one of the values. */
export const rowsOnly = (table: FileTable, { column, values }: OnlyRows): FileTable | undefined => {
  const at = table.header.indexOf(column)
  if (at < 0) return undefined
  if (values.includes('*')) return table
  const kept = [...table.rows.keys()].filter((n) => values.includes(table.rows[n]![at] ?? ''))
  const known = new Set(kept.map((n) => table.rows[n]![at] ?? ''))
  if (values.some((value) => !known.has(value))) return undefined
  return { ...table, rows: kept.map((n) => table.rows[n]!), lines: kept.map((n) => table.lines[n]!) }
}
