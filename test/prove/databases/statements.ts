import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '#test/contracts.ts'

/**
 * A raw SQL template, or a statement that is prepared under a name. `text` is the template or the name, with `${}` in
 * place of each part that the program fills in.
 */
export type Statement = { kind: 'template' | 'named'; text: string; at: string }

const folders = ['db', 'features', 'server', 'seam', 'integrations']
const sources = (): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name.endsWith('.ts') && !one.name.endsWith('.test.ts'))
      .map((one) => join(one.parentPath, one.name)),
  )

/** Returns the fixed parts of a template, as the compiler of a query gets them. */
const fixedParts = (template: ts.TemplateLiteral | ts.StringLiteralLike): string =>
  ts.isStringLiteralLike(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('${}')

/**
 * Returns the names under which a call may send its statement. If the call only passes a name on, every name is
 * possible.
 */
const namesIn = (name: ts.Expression): string[] => {
  if (ts.isConditionalExpression(name)) return [...namesIn(name.whenTrue), ...namesIn(name.whenFalse)]
  return ts.isStringLiteralLike(name) || ts.isTemplateExpression(name) ? [fixedParts(name)] : ['${}']
}

const statementsIn = (node: ts.Node): Omit<Statement, 'at'>[] => {
  if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql')
    return [{ kind: 'template', text: fixedParts(node.template) }]
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'named') return []
  const [, name, text] = node.arguments
  return !name || !text ? [] : namesIn(name).map((text) => ({ kind: 'named', text }))
}

/** Returns every raw SQL template and every named statement of the product. */
export const statementsOfProduct = (under = ''): Statement[] =>
  sources()
    .filter((path) => path.slice(root.length).startsWith(under))
    .flatMap((path) => {
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
      const found: Statement[] = []
      const visit = (node: ts.Node): void => {
        const line = () => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
        for (const statement of statementsIn(node))
          found.push({ ...statement, at: `${path.slice(root.length)}:${line()}` })
        ts.forEachChild(node, visit)
      }
      visit(file)
      return found
    })

/**
 * Returns the statements that no test has sent. The folder holds the recording of the sent statements
 * (test/statements/watch.ts).
 */
export const neverSent = (statements: readonly Statement[], folder: string): Statement[] => {
  const sent = new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')),
  )
  const names = [...sent].filter((line) => line.startsWith('["named"'))
  return statements.filter(({ kind, text }) => {
    const line = JSON.stringify([kind, text])
    if (sent.has(line)) return false
    // The code composes the name of a statement from parts, so every name with the same fixed parts counts.
    const form = new RegExp(`^${line.split('${}').map(RegExp.escape).join('.*')}$`)
    return kind === 'template' || !text.includes('${}') || !names.some((one) => form.test(one))
  })
}
