import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '#test/contracts.ts'

const stores = (): string[] =>
  ['db', 'features', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && (folder === 'db' ? /(?<!test)\.ts$/ : /\.store\.ts$|^store\.ts$/).test(one.name))
      .map((one) => join(one.parentPath, one.name)),
  )

/** Returns the table of each `readable`, by the name of the `readable`. */
const readables = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/export const (\w+) = readable\(\s*'(\w+)'/g)].map(
        ([, name, table]) => [name!, table!] as const,
      ),
    ),
  )

/**
 * Returns every statement that stands in one piece in the source, with a value in place of each part that the program
 * fills in. A `readable` is replaced by its table. A `readable` with an unknown table counts as rows of a race if the
 * source reads it by `get()`.
 */
export const statementsInSource = (): { at: string; text: string }[] => {
  const files = stores().map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const tables = readables(files.map(({ text }) => text))
  const filled = (expression: ts.Expression, file: ts.SourceFile): string => {
    const readable = /^(\w+)(\.get\(\))?\.(?:text|sql)$/.exec(expression.getText(file))
    if (!readable) return '$1'
    const [, name, isLater] = readable
    const table = tables.get(name!) ?? (isLater ? 'registrations' : undefined)
    return table === undefined ? '$1' : `(select * from ${table})`
  }
  return files.flatMap(({ path, text }) => {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
    const found: { at: string; text: string }[] = []
    const visit = (node: ts.Node): void => {
      const statement = ts.isStringLiteralLike(node)
        ? node.text
        : ts.isTemplateExpression(node)
          ? node.head.text +
            node.templateSpans.map((span) => filled(span.expression, file) + span.literal.text).join('')
          : ''
      if (/^\s*(?:select|update|delete|insert|with)\s/i.test(statement)) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
        found.push({ at: `${path.slice(root.length)}:${line}`, text: statement })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })
}
