/**
 * `node tools/sameSyntax.ts FROM TO [--imports]` tells whether two commits hold the same programs. It compares each
 * source file of FROM with the same file of TO (renamed files included) as a syntax tree. Layout, comments, parentheses
 * and the quotes of strings do not count. With `--imports` the addresses of imported modules do not count either, so
 * that a commit that only moves files is equal.
 */
import { execFileSync } from 'node:child_process'
import ts from 'typescript'

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 })

const isSource = (path: string): boolean => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.d.ts')

/** Returns the text of a JSX child as React renders it: without line breaks and the space around them. */
const renderedText = (text: string): string => {
  const lines = text.split(/\r?\n/)
  return lines
    .map((line, index) => (index === 0 ? line : line.trimStart()))
    .map((line, index) => (index === lines.length - 1 ? line : line.trimEnd()))
    .filter((line) => line !== '')
    .join(' ')
}

const isText = (child: ts.JsxChild): child is ts.JsxText | ts.JsxExpression =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) && child.expression !== undefined && ts.isStringLiteral(child.expression))

const logical = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** Returns the kinds of the nodes and the texts of the leaves of a file's syntax tree, in order. */
const shapeOf = (path: string, text: string, imports: boolean): string[] => {
  const shape: string[] = []
  const operandsOf = (node: ts.Expression, operator: ts.SyntaxKind): ts.Expression[] =>
    ts.isParenthesizedExpression(node)
      ? operandsOf(node.expression, operator)
      : ts.isBinaryExpression(node) && node.operatorToken.kind === operator
        ? [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)]
        : [node]
  const visitChildren = (children: readonly ts.JsxChild[]): void => {
    let words = ''
    const flush = () => {
      if (words !== '') shape.push(`text ${words}`)
      words = ''
    }
    for (const child of children) {
      if (isText(child)) {
        words += ts.isJsxText(child) ? renderedText(child.text) : (child.expression as ts.StringLiteral).text
      } else {
        flush()
        visit(child)
      }
    }
    flush()
  }
  const visit = (node: ts.Node): void => {
    if (ts.isParenthesizedExpression(node) || ts.isParenthesizedTypeNode(node)) return visit(node.getChildAt(1, file))
    if (imports && ts.isStringLiteral(node) && /^(#|\.\.?\/)/.test(node.text)) return void shape.push('address')
    shape.push(ts.SyntaxKind[node.kind]!)
    if (ts.isJsxElement(node)) {
      visit(node.openingElement)
      return visitChildren(node.children)
    }
    if (ts.isJsxFragment(node)) return visitChildren(node.children)
    if (ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind)) {
      const { kind } = node.operatorToken
      shape.push(ts.SyntaxKind[kind]!)
      return operandsOf(node, kind).forEach(visit)
    }
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) shape.push(node.text)
    else if (ts.isStringLiteralLike(node)) shape.push(JSON.stringify(node.text))
    else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) shape.push(node.getText(file))
    ts.forEachChild(node, visit)
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  ts.forEachChild(file, visit)
  return shape
}

/** Returns the changed files as pairs of paths, in FROM and in TO. A path is undefined if that side lacks the file. */
const pairsOf = (from: string, to: string): [string | undefined, string | undefined][] =>
  git('diff', '--name-status', '--find-renames=20%', '-l0', from, to)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [state, before, after] = line.split('\t')
      if (state === 'A') return [undefined, before]
      if (state === 'D') return [before, undefined]
      return [before, after ?? before]
    })

const [from, to] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (from === undefined || to === undefined || process.argv.includes('--help')) {
  console.log('node tools/sameSyntax.ts FROM TO [--imports]: compares the syntax trees of two commits')
  process.exit(process.argv.includes('--help') ? 0 : 1)
}
const imports = process.argv.includes('--imports')
let compared = 0
let different = 0
for (const [before, after] of pairsOf(from, to)) {
  if (!isSource(before ?? after!)) continue
  if (before === undefined || after === undefined) {
    different += 1
    console.log(before === undefined ? `${after} is new` : `${before} is gone`)
    continue
  }
  compared += 1
  const one = shapeOf(before, git('show', `${from}:${before}`), imports)
  const two = shapeOf(after, git('show', `${to}:${after}`), imports)
  const at = one.findIndex((leaf, index) => leaf !== two[index])
  if (at === -1 && one.length === two.length) continue
  different += 1
  const place = at === -1 ? one.length : at
  console.log(
    `${after} differs:\n  ${one.slice(place - 6, place + 6).join(' ')}\n  ${two.slice(place - 6, place + 6).join(' ')}`,
  )
}
console.log(`${compared} changed files compared, ${different} differ`)
process.exit(different === 0 ? 0 : 1)
