import { posix } from 'node:path'
import { type Check, type Source, writtenCode, isTest } from './sources.ts'
import { type Node, holds, importsOf, nodeName } from './syntax.ts'

const isScreen = (path: string): boolean => /(^|\/)(web|console)\//.test(path)
const roomOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1]
const product = (sources: readonly Source[]): Source[] => writtenCode(sources).filter(({ path }) => !isTest(path))

/** Reports server files of a room that import from a later room in the order of server/features.ts. */
export const checkOrderOfRooms =
  (order: readonly string[]): Check =>
  (sources) =>
    product(sources).flatMap((source) => {
      const room = roomOf(source.path)
      if (room === undefined || isScreen(source.path)) return []
      return importsOf(source)
        .map((address) =>
          address.startsWith('#') ? address.slice(1) : posix.join(posix.dirname(source.path), address),
        )
        .map(roomOf)
        .filter((other): other is string => other !== undefined && other !== room)
        .filter((other) => !(order.indexOf(other) >= 0 && order.indexOf(other) < order.indexOf(room)))
        .map((other) => `${source.path} leans on ${other}`)
    })

const readsClock = (node: Node): boolean => {
  if (node.type === 'NewExpression') return nodeName(node.callee) === 'Date' && (node.arguments as Node[]).length === 0
  if (node.type !== 'MemberExpression') return false
  const [object, property] = [nodeName(node.object), nodeName(node.property)]
  return (object === 'Date' && property === 'now') || (object === 'Temporal' && property === 'Now')
}
/** Reports server files of a room that read a clock. The functions in such files get `now` as an argument. */
export const checkClocks: Check = (sources) =>
  product(sources)
    .filter((source) => roomOf(source.path) !== undefined && !isScreen(source.path))
    .filter((source) => holds(source, /Date|Temporal/, readsClock))
    .map(({ path }) => `${path} reads a clock of its own`)

/** Reports words that text() or refusal() did not make. Both functions demand all three languages. */
export const checkLanguages: Check = (sources) =>
  product(sources)
    .filter(({ path }) => /[/.]words\.ts$/.test(path) && roomOf(path) !== undefined)
    .filter((source) => holds(source, /zh-cn/, (node) => node.type === 'Property' && nodeName(node.key) === 'zh-cn'))
    .map(({ path }) => `${path} makes words by hand`)

const queries = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const isQuery = (node: Node): boolean => {
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  return callee.type === 'MemberExpression' && queries.has(nodeName(callee.property) ?? '')
}
/**
 * Reports queries outside of stores. The rule on imports finds an import of the query builder, but
 * not a query on a `db` that a function gets as a parameter.
 */
export const checkQueries: Check = (sources) =>
  product(sources)
    .filter(({ path }) => /^(features|seam|server|integrations)\//.test(path) && !/[/.]store\.ts$/.test(path))
    .filter((source) => holds(source, /selectFrom|insertInto|updateTable|deleteFrom|mergeInto/, isQuery))
    .map(({ path }) => `${path} holds a query`)

/** Reports curved apostrophes, because fonts for Chinese draw them as wide as a character. */
export const checkApostrophes: Check = (sources) =>
  product(sources)
    .filter(({ path }) => !/^(test|tools|bench)\//.test(path))
    .filter(({ text }) => /[a-z]’/i.test(text))
    .map(({ path }) => `${path} has a curved apostrophe`)

const languageErrors = new Set(['RangeError', 'TypeError', 'ReferenceError'])
const moneyBack = new Set(['insertRefund', 'askBackSales', 'countRefund'])
const isOfLanguageError = (node: Node): boolean =>
  node.type === 'BinaryExpression' && node.operator === 'instanceof' && languageErrors.has(nodeName(node.right) ?? '')
const givesBack = (node: Node): boolean => node.type === 'CallExpression' && moneyBack.has(nodeName(node.callee) ?? '')
/**
 * Reports returns of an order's money outside of the room payments, and decisions by `instanceof` a built-in error
 * class such as TypeError.
 */
export const checkMoneyBack: Check = (sources) => {
  const files = product(sources).filter(({ path }) => !/^(test|tools|bench)\//.test(path))
  return [
    ...files
      .filter((source) => holds(source, /instanceof/, isOfLanguageError))
      .map(({ path }) => `${path} decides by an error of the language`),
    ...files
      .filter(({ path }) => roomOf(path) !== 'payments')
      .filter((source) => holds(source, /insertRefund|askBackSales|countRefund/, givesBack))
      .map(({ path }) => `${path} gives money back by itself`),
  ]
}

/** Returns the text between the parenthesis that opens at `from` and its closing parenthesis. */
const between = (sql: string, from: number): string => {
  let depth = 0
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (depth === 0) return sql.slice(from + 1, at)
  }
  return sql.slice(from + 1)
}
/** Returns the columns and constraints of a table: the parts between commas outside of parentheses. */
const partsOf = (body: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const letter of body.replaceAll(/--.*/g, '')) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase())
}
/**
 * Reports triggers in migrations. Also reports a table in which every row has a `raceid`, but whose primary key begins
 * with another column.
 */
export const checkMigrations: Check = (sources) => {
  const faults: string[] = []
  for (const { path, text } of sources.filter(({ path: each }) => /^db\/migrations\/.*\.sql$/.test(each))) {
    if (/create\s+(or\s+replace\s+)?(constraint\s+)?trigger/i.test(text)) faults.push(`${path} has a trigger`)
    for (const made of text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)\s*\(/gi)) {
      const parts = partsOf(between(text, made.index + made[0].length - 1))
      const raceid = parts.find((part) => /^raceid\b/.test(part))
      if (made[1] === 'ids' || raceid === undefined || !raceid.includes('not null')) continue
      const key = parts.map((part) => /^primary key ?\(([^)]*)\)/.exec(part)?.[1]).find((each) => each !== undefined)
      if (key !== undefined && key.split(',')[0]!.trim() !== 'raceid')
        faults.push(`${path}: the primary key of ${made[1]} does not begin with raceid`)
    }
  }
  return faults
}
