import type { Source } from './sources.ts'
import { type Node, childrenOf, isNode, nodeName, treeOf } from './syntax.ts'

/** A table that a file reads or writes. `table` is absent if only the running program knows the name. */
export type TableAccess = { kind: 'read' | 'write'; table?: string }

const reading = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'crossJoinLateral',
])
const writing = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto'])
/** Our own functions whose first argument is a table: `readable` reads the table, `copy` writes rows into it. */
const ours: Readonly<Record<string, TableAccess['kind']>> = { readable: 'read', copy: 'write' }

const HOLE = '\u0000'
const TOKENS = /\/\*[\s\S]*?\*\/|--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[a-z_][a-z0-9_]*|\0|::|\S/gi
const tokensOf = (text: string): string[] =>
  (text.match(TOKENS) ?? []).filter((token) => !/^(--|\/\*)/.test(token)).map((token) => token.toLowerCase())

/** Returns the names that `with name as (…)` gives to the parts of a statement. */
const partsOf = (tokens: readonly string[]): ReadonlySet<string> =>
  new Set(
    tokens.filter(
      (_, at) =>
        ['with', 'recursive', ','].includes(tokens[at - 1] ?? '') &&
        tokens[at + 1] === 'as' &&
        ['(', 'materialized', 'not'].includes(tokens[at + 2] ?? ''),
    ),
  )

const before: Readonly<Record<string, TableAccess['kind']>> = {
  from: 'read',
  join: 'read',
  using: 'read',
  into: 'write',
  update: 'write',
  truncate: 'write',
  copy: 'write',
}
const wordsBetween = new Set(['only', 'lateral', 'table'])

/**
 * Finds tables in the text of a statement, or of a part of a statement. An interpolated value counts as an unknown
 * name.
 */
export const accessesInText = (text: string, tables: ReadonlySet<string>): TableAccess[] => {
  const tokens = tokensOf(text)
  const parts = partsOf(tokens)
  const found: TableAccess[] = []
  const isTable = (at: number): boolean =>
    tables.has(tokens[at] ?? '') && !parts.has(tokens[at]!) && !['.', '('].includes(tokens[at + 1] ?? '')
  const take = (at: number, kind: TableAccess['kind']): void => {
    let name = at
    while (wordsBetween.has(tokens[name] ?? '')) name += 1
    const opened = tokens[name + 1] === '(' && kind === 'write' && tables.has(tokens[name] ?? '')
    if (isTable(name) || opened) found.push({ kind, table: tokens[name]! })
    // A list such as `from one a, other b` has further tables behind commas.
    if (kind !== 'read' || !/^[a-z_"]/.test(tokens[name] ?? '')) return
    let next = name + 1
    if (tokens[next] === 'as') next += 1
    if (/^[a-z_"]/.test(tokens[next] ?? '') && tokens[next] !== 'where') next += 1
    if (tokens[next] === ',' && tokens[next + 2] !== '.') take(next + 1, kind)
  }
  for (const [at, token] of tokens.entries()) {
    const kind = before[token]
    if (kind !== undefined) take(at + 1, token === 'from' && tokens[at - 1] === 'delete' ? 'write' : kind)
    // A text may name a table too: 'results'::regclass, pg_get_serial_sequence('results', 'id').
    const named = /^'(\w+)'$/.exec(token)?.[1]
    if (named !== undefined && tables.has(named))
      if (tokens[at + 2] === 'regclass' || tokens[at - 2] === 'pg_get_serial_sequence')
        found.push({ kind: 'read', table: named })
  }
  return found
}

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(` ${HOLE} `)
}

/**
 * Finds tables in calls such as `db.selectFrom('teams as t')`, `selectFrom(['teams', 'events'])`, `readable('teams',
 * […])`, `sql.table('teams')`.
 */
const accessesOfCall = (node: Node, tables: ReadonlySet<string>): TableAccess[] => {
  let callee = node.callee as Node
  while (callee.type === 'TSNonNullExpression') callee = callee.expression as Node
  const [first] = node.arguments as Node[]
  const property = callee.type === 'MemberExpression' ? nodeName(callee.property) : undefined
  const own = callee.type === 'Identifier' ? ours[nodeName(callee) ?? ''] : undefined
  const dynamic = property === 'table' && nodeName((callee as Node & { object: Node }).object) === 'sql'
  const kind = reading.has(property ?? '') ? 'read' : writing.has(property ?? '') ? 'write' : (own ?? undefined)
  if (first === undefined || (kind === undefined && !dynamic)) return []
  const named = first.type === 'ArrayExpression' ? (first.elements as Node[]) : [first]
  return named.flatMap((one): TableAccess[] => {
    const table = textOf(one)?.split(/\s+/)[0]
    if (table !== undefined) return tables.has(table) ? [{ kind: kind ?? 'read', table }] : []
    if (own !== undefined) return []
    // A call of `as` and an arrow function give a part of the statement, and no table.
    const isPart =
      (one.type === 'CallExpression' && isNode(one.callee) && nodeName(one.callee.property) === 'as') ||
      one.type === 'ArrowFunctionExpression'
    return isPart ? [] : [{ kind: kind ?? 'read' }]
  })
}

/** Returns every table that a file reads or writes, by the query builder or in the text of a statement. */
export const accessesOf = (source: Source, tables: ReadonlySet<string>): TableAccess[] => {
  const search = (node: Node): TableAccess[] => {
    // Types name columns and read no table.
    if (/^TS(Type|Interface)/.test(node.type) || node.type === 'ImportDeclaration') return []
    const text = textOf(node)
    return [
      ...(text === undefined ? [] : accessesInText(text, tables)),
      ...(node.type === 'CallExpression' ? accessesOfCall(node, tables) : []),
      ...childrenOf(node).flatMap(search),
    ]
  }
  return search(treeOf(source))
}
