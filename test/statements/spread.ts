import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Rules for the statements of a database that is spread by race (docs/scale.md). A rule looks only at the text of a
 * statement, so every test on one machine can check it.
 */
const page = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const tables = [...page('docs/schema.sql').matchAll(/^create table (\w+)/gm)].map(([, name]) => name!)
const kinds = [...page('docs/scale.md').matchAll(/^\| (reference|coordinator) \| ([^|]+) \|/gm)]
const named = (kind: string) =>
  kinds.flatMap(([, of, names]) => (of === kind ? [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!) : []))
const coordinator = new Set(named('coordinator'))
const reference = new Set(named('reference'))
const ofRaces = new Set(tables.filter((name) => !coordinator.has(name) && !reference.has(name)))

/**
 * One level of a statement: the whole statement, or the text in one pair of brackets. `own` is the text of the level,
 * with `()` in place of each level inside.
 */
export type Level = { own: string; inside: Level[] }
const levelsOf = (text: string): Level => {
  const top: Level = { own: '', inside: [] }
  const open: Level[] = [top]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const here = open.at(-1)!
    if (sign === "'" || sign === '"') {
      const end = text.indexOf(sign, at + 1)
      if (end === -1) break
      here.own += text.slice(at, end + 1)
      at = end
    } else if (sign === '(') {
      const level: Level = { own: '', inside: [] }
      here.inside.push(level)
      here.own += '('
      open.push(level)
    } else if (sign === ')' && open.length > 1) {
      open.pop()
      open.at(-1)!.own += ')'
    } else here.own += sign
  }
  return top
}
const everyLevel = (level: Level): Level[] => [level, ...level.inside.flatMap(everyLevel)]

/** Returns the tables that stand behind from, join, using, update or into of a level itself. */
const tablesOf = ({ own }: Level): string[] =>
  [...own.matchAll(/\b(?:from|join|using|update|into)\s+(?:only\s+)?"?(\w+)"?/gi)].map(([, name]) => name!)
const readsRace = (level: Level): boolean => tablesOf(level).some((name) => ofRaces.has(name))
const isQuery = ({ own }: Level): boolean => /^\s*(?:select|update|delete|with|insert)\b/i.test(own)
/** Tells whether a level compares the race with a value of the statement. */
const namesRace = ({ own }: Level): boolean =>
  /(?:\braceid"?|\braces?"?\."?id"?)\s*=\s*\$\d/i.test(own) ||
  (/\bfrom\s+"?races"?/i.test(own) && /(?:^|[^\w.])(?:\w+\.)?"?id"?\s*=\s*\$\d/i.test(own))
/**
 * Tells whether a level is a `readable`, which another room uses in place of a table: it reads columns and has no
 * condition.
 */
const isReadable = (level: Level): boolean => /^\s*select\s[^()]*?\sfrom\s+"?\w+"?\s*$/i.test(level.own)
const LOCK = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i

/**
 * Tells whether a statement locks rows of races while one of its levels names no race. A statement that locks rows of a
 * race runs on the machine of that race, so each level that reads tables of races must compare the race with a value. A
 * condition that only compares two tables is not enough.
 */
const lockOverRaces = (all: readonly Level[]): boolean =>
  all.some((level) => LOCK.test(level.own) && !LOCK.test(level.own.match(/'[^']*'/g)?.join(' ') ?? '')) &&
  all.some(readsRace) &&
  all.some((level) => isQuery(level) && readsRace(level) && !isReadable(level) && !namesRace(level))

/**
 * Tells whether the left side of a lateral join is a list of values (`unnest`) or a query with a limit, while the query
 * on the right reads rows of races and names no race.
 */
const lateralOfValues = (all: readonly Level[]): boolean =>
  all.some(
    (level) =>
      /\bfrom\s+(?:unnest\s*)?\(/i.test(level.own) &&
      (/\bfrom\s+unnest/i.test(level.own) ||
        /\blimit\b/i.test(insideAfter(level, level.own.search(/\bfrom\s*\(/i))?.own ?? '')) &&
      /\bleft\s+join\s+lateral\b/i.test(level.own) &&
      level.inside.some((part) => isQuery(part) && everyLevel(part).some(readsRace) && !namesRace(part)),
  )

const names = (level: Level, of: ReadonlySet<string>): boolean => tablesOf(level).some((name) => of.has(name))
/** Tells whether a level reads a table of these names itself, or reads the table through a readable of another room. */
const readsItself = (level: Level, of: ReadonlySet<string>): boolean =>
  [level, ...level.inside.filter(isReadable)].some((one) => tablesOf(one).some((name) => of.has(name)))
const reads = (level: Level, of: ReadonlySet<string>): boolean =>
  everyLevel(level).some((one) => tablesOf(one).some((name) => of.has(name)))
/** Returns the inner level whose `()` is at or after a position of the level's own text. */
const insideAfter = ({ own, inside }: Level, at: number): Level | undefined =>
  inside[own.slice(0, at).split('(').length - 1]
const WORD = /^(?:where|join|left|on|order|cross|group|limit|inner|using|set|returning|for)$/i
/** Lists the names that a level gives to these tables, or to queries on these tables: `a` in `from accounts a`. */
const aliases = (level: Level, of: ReadonlySet<string>): string[] => {
  const found = level.own.matchAll(/\b(?:from|join)\s+(?:lateral\s+)?(?:"?(\w+)"?|\(\))(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)
  return [...found].flatMap(({ index, 1: table, 2: alias }) => {
    const name = alias !== undefined && !WORD.test(alias) ? alias : table
    if (table === undefined) {
      const query = insideAfter(level, index)
      return name !== undefined && query && reads(query, of) ? [name] : []
    }
    return of.has(table) ? [name!] : []
  })
}
const queriesIn = (level: Level): Level[] => level.inside.flatMap(everyLevel).filter(isQuery)
const refersTo = (level: Level, names: readonly string[]): boolean =>
  names.some((name) => new RegExp(`(?:^|[^\\w."])"?${name}"?\\.`).test(level.own))
/**
 * Tells whether a query about races depends on a row of the coordinator, or a query about the coordinator on a row of a
 * race. These rows lie on different machines, so no query may do this. A `readable` of the coordinator's rows does no
 * harm, because the database reads it before the query.
 */
const leansOver = (all: readonly Level[]): boolean =>
  all.some((level) => {
    const races = aliases(level, ofRaces)
    const platform = names(level, coordinator) ? aliases({ ...level, inside: [] }, coordinator) : []
    return queriesIn(level).some((part) => {
      const parts = everyLevel(part)
      const own = parts.flatMap((one) => [...aliases(one, ofRaces), ...aliases(one, coordinator)])
      const leansOn = (names: readonly string[]) =>
        parts.some((one) =>
          refersTo(
            one,
            names.filter((name) => !own.includes(name)),
          ),
        )
      return (readsItself(part, ofRaces) && leansOn(platform)) || (names(part, coordinator) && leansOn(races))
    })
  })

/** Tells whether a query uses a column of a table that the query does not read itself. */
const leansOut = (part: Level): boolean => {
  const parts = everyLevel(part)
  const own = new Set(
    parts.flatMap((one) =>
      [
        ...one.own.matchAll(
          /(?:\b(?:from|join)\s+|,\s*)(?:lateral\s+)?(?:"?(\w+)"?|\(\))(?:\s+(?:as\s+)?"?(\w+)"?)?/gi,
        ),
      ].flatMap(([, table, alias]) => [table, alias]),
    ),
  )
  return parts.some((one) =>
    [...one.own.matchAll(/(?:^|[^\w."])"?([a-z_]\w*)"?\./gi)].some(([, name]) => !own.has(name)),
  )
}

/**
 * Tells whether a statement runs a query for each value of a list (`unnest`, `jsonb_array_elements`) and this query
 * does not name one race.
 */
const rowsForValues = (all: readonly Level[]): boolean =>
  all.some(
    (level) =>
      isQuery(level) &&
      /\bfrom\s+(?:unnest|jsonb_array_elements\w*)\s*\(/i.test(level.own) &&
      !namesRace(level) &&
      !readsRace(level) &&
      /\bwhere\b/i.test(level.own) &&
      queriesIn(level).some((part) => readsItself(part, ofRaces) && !namesRace(part) && leansOut(part)),
  )

/**
 * Tells whether an inner query depends on a race's row and reads rows of another race. It must read rows of the same
 * race, or of one race that it names.
 */
const leansOnAnotherRace = (all: readonly Level[]): boolean =>
  all.some((level) => {
    const races = aliases(level, ofRaces)
    return queriesIn(level).some((part) => {
      if (!readsItself(part, ofRaces) || namesRace(part) || !refersTo(part, races)) return false
      const other = races.filter((name) => !aliases(part, ofRaces).includes(name)).join('|')
      const id = `"?(?:${other})"?\\."?(?:raceid|id)"?`
      return (
        other !== '' &&
        !new RegExp(`raceid"?\\s*=\\s*${id}|${id}\\s*=\\s*(?:\\w+\\.)?"?raceid|raceid, \\w+`, 'i').test(part.own)
      )
    })
  })

/**
 * Parts of an update or a delete that compute with a column by a function whose result depends on the session's
 * settings, such as the time zone. The rule refuses them, because each copy of the row must get the same value.
 */
const UNSTEADY = [
  /\b\w+\.\w+::(?:int|bigint|text|smallint)\[\]/i,
  /\bmake_interval\s*\([^$)]*=>\s*\w+\.\w+/i,
  /\|\|\s*\w+\.\w*id\b/i,
  /\bto_jsonb\s*\(\s*\w+\.\w+/i,
  /\b\w+_at\s*[+-]\s*[^,()]*\binterval\b/i,
]
const unsteady = (text: string): boolean => {
  const table = /^\s*(?:update|delete\s+from)\s+"?(\w+)/i.exec(text)?.[1]
  return table !== undefined && ofRaces.has(table) && UNSTEADY.some((one) => one.test(text))
}
const queryBehindHaving = (level: Level): boolean =>
  [...level.own.matchAll(/\bhaving\b(?:(?!\bunion\b)[^])*/gi)].some(({ index, 0: clause }) => {
    const first = level.own.slice(0, index).split('(').length - 1
    return level.inside
      .slice(first, first + clause.split('(').length - 1)
      .some((part) => everyLevel(part).some(isQuery))
  })

/**
 * Tells whether a level joins two tables of races without the race. The rows meet on one machine only if the race is
 * part of the join.
 */
const joinsWithoutRace = (level: Level): boolean =>
  tablesOf(level).filter((name) => ofRaces.has(name)).length > 1 &&
  /\bjoin\b/i.test(level.own) &&
  !/\bunion\b/i.test(level.own) &&
  !/raceid/i.test(level.own)

const rules: Readonly<Record<string, (all: readonly Level[], text: string) => boolean>> = {
  'locks rows without naming one race at each level': lockOverRaces,
  'has a query behind having': (all) => all.some(queryBehindHaving),
  'reads rows of races for each value of a list': rowsForValues,
  'leans on a row of another race': leansOnAnotherRace,
  'joins tables of races without the race': (all) => all.some(joinsWithoutRace),
  'joins values with the rows of several races from the side': lateralOfValues,
  'has a query inside that leans on a row of another machine': leansOver,
  'computes a value from a column by a function that depends on the session': (_, text) => unsteady(text),
}
/** Returns the rule that a statement breaks, in words. Undefined means that the statement is right. */
export const wrongWhenSpread = (text: string): string | undefined => {
  if (!/^\s*(?:select|update|delete|insert|with)\b/i.test(text)) return undefined
  const all = everyLevel(levelsOf(text))
  return Object.keys(rules).find((rule) => rules[rule]!(all, text))
}
