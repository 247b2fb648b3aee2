import { simplifiedHan } from '#features/imports/simplified.rules.ts'
import { type TermPart, type Term, parts, terms } from './terms.rules.ts'

/**
 * Brings a title into the form for a look-up: half-width lower-case letters and simplified Chinese characters, without
 * spaces, punctuation and accents.
 */
export const plainTitle = (title: string): string =>
  simplifiedHan(
    title
      .replace(/#/g, ' no ')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )

/** The meaning of a title. A rank or a time may also have a clock. */
export type TitleMeaning = { term: Term; clock: 'gun' | 'net' | null }

const listed = new Map<string, Term>()
for (const [term, languages] of Object.entries(terms))
  for (const titles of Object.values(languages))
    for (const title of titles.split(',')) {
      const plain = plainTitle(title)
      if (plain !== '' && !listed.has(plain)) listed.set(plain, term as Term)
    }

const pieces = Object.entries(parts)
  .flatMap(([part, words]) => words.split(',').map((word) => ({ part: part as TermPart, word: plainTitle(word) })))
  .toSorted((a, b) => b.word.length - a.word.length)

const meant = (said: ReadonlySet<TermPart>): TitleMeaning | null => {
  const has = (part: TermPart) => said.has(part)
  if (has('net') && has('gun')) return null
  const only = (...all: TermPart[]) => [...said].every((part) => all.includes(part))
  if (only('entrant', 'bib', 'digits', 'link') && (has('bib') || (has('entrant') && has('digits'))))
    return { term: 'bib', clock: null }
  if (only('group', 'called', 'link') && has('group') && has('called')) return { term: 'agegroup', clock: null }
  if (has('bib') || has('entrant') || has('digits') || has('called')) return null
  const clock = has('net') ? 'net' : has('gun') ? 'gun' : null
  if (has('place')) {
    if (has('unit')) return null
    return { term: has('group') ? 'rank_agegroup' : has('gender') ? 'rank_gender' : 'rank', clock }
  }
  // Columns with titles such as `Gender Overall` and `Division Total` hold ranks, because a gender or a group has no
  // total in a list of runners.
  if (only('gender', 'group', 'all') && has('all') && has('gender') !== has('group'))
    return { term: has('group') ? 'rank_agegroup' : 'rank_gender', clock: null }
  if (has('group') || has('gender')) return null
  if (!has('time') && !has('unit') && !(clock && has('finish'))) return null
  return clock ? { term: clock, clock: null } : has('time') ? { term: 'time', clock: null } : null
}

const LONGEST = 40
/**
 * Finds the meaning of a title that is made of parts; null if some piece of it is not a known part, or if the parts
 * together have no meaning.
 */
const composed = (plain: string, said: readonly TermPart[] = []): TitleMeaning | null => {
  if (plain === '') return meant(new Set(said))
  if (said.length === 6) return null
  for (const { part, word } of pieces) {
    if (!plain.startsWith(word)) continue
    const found = composed(plain.slice(word.length), [...said, part])
    if (found) return found
  }
  return null
}

const lookUp = (plain: string): TitleMeaning | null => {
  if (plain === '' || plain.length > LONGEST) return null
  const term = listed.get(plain)
  return term ? { term, clock: null } : composed(plain)
}

const OWNER = /^(选手|运动员|参赛者|跑者|队员|参赛选手|参赛人|本人|runner|athlete|participant|competitor)/
/**
 * The content of brackets at the end of a title, if the content leaves the meaning of the title unchanged: the format
 * of times, or their unit.
 */
const FORM = /^(h*m*s*|hh?mmss|时分秒|小时分秒|秒|sec|seconds|min|minutes|单位秒)\d*$/
/**
 * Combines the meanings of a title in two languages. Returns the more exact meaning; null if the two meanings
 * contradict each other.
 */
const both = (a: TitleMeaning, b: TitleMeaning): TitleMeaning | null => {
  if (a.term === b.term) return a.clock ? a : b
  const wide: Partial<Record<Term, readonly Term[]>> = {
    time: ['gun', 'net', 'chip'],
    number: ['bib', 'rank'],
    given: ['name', 'first_name'],
    name: ['first_name'],
  }
  if (wide[a.term]?.includes(b.term)) return b
  return wide[b.term]?.includes(a.term) ? a : null
}

const inTwoLanguages = (title: string): TitleMeaning | null => {
  const chinese = plainTitle(title.replace(/[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu, ''))
  const latin = plainTitle(title.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu, ' '))
  if (chinese === '' || latin === '') return null
  const [first, second] = [lookUp(chinese), lookUp(latin)]
  if (first && FORM.test(latin)) return first
  return first && second && both(first, second)
}

/** Reads a title that names one thing by two words, such as 俱乐部/跑团. */
const eitherWay = (title: string): TitleMeaning | null => {
  const [first, second, ...more] = title.split(/[/／]/).map((word) => lookUp(plainTitle(word)))
  return first && second && more.length === 0 ? both(first, second) : null
}

export const meaningOfTitle = (title: string): TitleMeaning | null => {
  const plain = plainTitle(title)
  if (plain === '') return null
  const whole = lookUp(plain) ?? lookUp(plain.replace(OWNER, '')) ?? inTwoLanguages(title) ?? eitherWay(title)
  if (whole) return whole
  const bracketed = /^([^(（[【]+)[(（[【]([^)）\]】]*)[)）\]】]\s*$/.exec(title)
  const [, before = '', inside = ''] = bracketed ?? []
  const said = lookUp(plainTitle(before)) ?? inTwoLanguages(before)
  const changes = said && ['rank', 'rank_gender', 'rank_agegroup', 'gun', 'net', 'time', 'chip'].includes(said.term)
  if (said && (!changes || FORM.test(plainTitle(inside)))) return said
  // In titles such as 成绩1 and 成绩2 the number does not tell the clock. The times below the two titles tell the clock of
  // each column.
  const counted = /^(.*\p{L})[12]$/u.exec(plain)
  const one = counted && lookUp(counted[1]!)
  return one?.term === 'time' ? one : null
}
