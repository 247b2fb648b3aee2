import type { Plugin } from 'vite'
import { type Node, childrenOf } from '../checks/syntax.ts'

/** The used sentences of one table of words: their names, or 'all'. */
type Said = Set<string> | 'all'
/** The used sentences: first by the file of a table of words, then by the name of the table in this file. */
export type UsedSentences = Map<string, Map<string, Said>>

const isWords = (id: string): boolean => /[/.]words\.ts$/.test(id)
const textOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? String(value)
}
const bodyOf = (program: unknown): Node[] => (program as { body: Node[] }).body

/**
 * Returns the imports of a file, and the tables of words that the file itself exports, by the names that they have in
 * this file. `from` is the address of the exporting file, as the import writes it. `name` is the name in the exporting
 * file, or '*' for a whole file.
 */
const tablesIn = (body: readonly Node[], itself: string): Map<string, { from: string; name: string }> => {
  const tables = new Map<string, { from: string; name: string }>()
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration')
      for (const each of statement.specifiers as Node[])
        tables.set(textOf(each.local), {
          from: textOf(statement.source),
          name: each.type === 'ImportSpecifier' ? textOf(each.imported) : '*',
        })
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : null
    if (declared?.type === 'VariableDeclaration' && isWords(itself))
      for (const each of declared.declarations as Node[])
        tables.set(textOf(each.id), { from: itself, name: textOf(each.id) })
  }
  return tables
}

/**
 * Finds every use of these names below a node. `onUse` gets the name of the sentence, or undefined if the table is used
 * as a whole.
 */
const usesBelow = (node: Node, names: ReadonlySet<string>, onUse: (name: string, sentence?: string) => void): void => {
  if (node.type === 'ImportDeclaration') return
  if (node.type === 'VariableDeclarator') return node.init ? usesBelow(node.init as Node, names, onUse) : undefined
  if (node.type === 'Identifier' && names.has(textOf(node))) return onUse(textOf(node))
  if (node.type === 'MemberExpression') {
    const [object, property] = [node.object as Node, node.property as Node]
    const isPlain = !node.computed || property.type === 'Literal'
    if (object.type === 'Identifier' && names.has(textOf(object)) && isPlain)
      return onUse(textOf(object), textOf(property))
    usesBelow(object, names, onUse)
    if (node.computed) usesBelow(property, names, onUse)
    return
  }
  if (node.type === 'Property' && !node.computed && !node.shorthand) return usesBelow(node.value as Node, names, onUse)
  childrenOf(node).forEach((child) => usesBelow(child, names, onUse))
}

/**
 * A use of a table: the file of the table, the name of the table in that file, and the sentence. The sentence is
 * undefined if the table is used as a whole.
 */
type Use = readonly [file: string, name: string, sentence: string | undefined]
/** The uses of tables, by the file that uses them. */
export type Uses = Map<string, Use[]>

/** Returns the sentences that the files in `left` use. */
export const saidBy = (uses: Uses, left: ReadonlySet<string>): UsedSentences => {
  const said: UsedSentences = new Map()
  for (const [file, name, sentence] of [...uses].flatMap(([id, all]) => (left.has(id) ? all : []))) {
    const ofFile = said.get(file) ?? said.set(file, new Map()).get(file)!
    const before = ofFile.get(name)
    if (sentence === undefined || before === 'all') ofFile.set(name, 'all')
    else if (before === undefined) ofFile.set(name, new Set([sentence]))
    else before.add(sentence)
  }
  return said
}

export const readUses = (uses: Uses): Plugin => ({
  name: 'read-uses-of-words',
  async transform(code, id) {
    if (!/\.tsx?$/.test(id)) return
    const body = bodyOf(this.parse(code))
    const tables = tablesIn(body, id)
    const files = new Map<string, string>()
    for (const { from } of tables.values())
      if (isWords(from)) files.set(from, from === id ? id : ((await this.resolve(from, id))?.id ?? from))
    const names = new Set([...tables].filter(([, { from }]) => files.has(from)).map(([name]) => name))
    const found: Use[] = []
    const onUse = (local: string, sentence?: string): void => {
      const { from, name } = tables.get(local)!
      found.push([files.get(from)!, name, name === '*' ? undefined : sentence])
    }
    if (names.size > 0) for (const statement of body) usesBelow(statement, names, onUse)
    uses.set(id, found)
  },
})

/** Finds the object with a table's sentences in the expression that makes the table. Undefined if there is none. */
const tableIn = (node: Node | null): Node | undefined => {
  if (node?.type === 'ObjectExpression') return node
  if (node?.type === 'ParenthesizedExpression') return tableIn(node.expression as Node)
  if (node?.type === 'CallExpression') return tableIn(node.callee as Node)
  return node?.type === 'ArrowFunctionExpression' ? tableIn(node.body as Node) : undefined
}

/**
 * Removes unused sentences from an app. Most of them are texts of refusals, which the server sends itself. Each
 * sentence exists in three languages, so the tables are large.
 */
export const dropUnsaidWords = (said: UsedSentences): Plugin => ({
  name: 'drop-unsaid-words',
  transform(code, id) {
    const ofFile = isWords(id) ? said.get(id) : undefined
    if (!ofFile || ofFile.get('*') === 'all') return null
    const cuts: [start: number, end: number][] = []
    for (const statement of bodyOf(this.parse(code))) {
      const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : null
      if (declared?.type !== 'VariableDeclaration') continue
      for (const each of declared.declarations as Node[]) {
        const sentences = ofFile.get(textOf(each.id))
        if (!(sentences instanceof Set)) continue
        for (const one of (tableIn(each.init as Node | null)?.properties as Node[] | undefined) ?? [])
          if (one.type === 'Property' && !one.computed && !sentences.has(textOf(one.key)))
            cuts.push([one.start, one.end])
      }
    }
    let slim = code
    // The comma after a removed sentence goes too. If the last sentence goes, the comma before it stays and does no
    // harm.
    for (const [start, end] of cuts.toSorted(([one], [other]) => other - one))
      slim = slim.slice(0, start) + slim.slice(end).replace(/^\s*,/, '')
    return cuts.length === 0 ? null : { code: slim, map: null }
  },
})
