import { parseSync } from 'vite'
import { type Source, writtenCode } from './sources.ts'
import { type Node, childrenOf, nodeName, treeOf } from './syntax.ts'

/**
 * A sentence that begins with one of these words has a clause as its subject, or no subject. A reader has to read such
 * a sentence twice.
 */
const refused = /^(What|Whoever|Who|Of)\b/
const ofDirective = /^\s*(oxlint-|@ts-|#)/

/** A text with the number of its first line. */
type Written = { line: number; text: string }

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length
const withoutStars = (comment: string): string => comment.replaceAll(/^\s*\*+ ?/gm, '').trim()

/** Returns the comments of a file. Line comments without code between them are one text. */
const commentsOf = ({ path, text }: Source): Written[] => {
  const found: (Written & { isLine: boolean; end: number })[] = []
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    if (ofDirective.test(value)) continue
    const last = found.at(-1)
    const isLine = type === 'Line'
    if (isLine && last?.isLine === true && /^\s*$/.test(text.slice(last.end, start)))
      Object.assign(last, { text: `${last.text} ${value.trim()}`, end })
    else found.push({ line: lineAt(text, start), text: withoutStars(value), isLine, end })
  }
  return found
}

const joined = (node: Node | undefined): string => {
  if (node?.type === 'TemplateLiteral')
    return (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join('…')
  if (node?.type === 'BinaryExpression') return joined(node.left as Node) + joined(node.right as Node)
  return node?.type === 'Literal' ? String(node.value) : ''
}

const descriptionsOf = (source: Source): Written[] => {
  const found: Written[] = []
  const visit = (node: Node): void => {
    if (node.type === 'Property' && nodeName(node.key) === 'description')
      found.push({ line: lineAt(source.text, node.start), text: joined(node.value as Node) })
    childrenOf(node).forEach(visit)
  }
  visit(treeOf(source))
  return found
}

/** Lists paragraphs and items of lists. Headings, tables and code hold no sentences of the page itself. */
const paragraphsOf = ({ text }: Source): Written[] => {
  const found: Written[] = []
  let isOpen = false
  let isCode = false
  for (const [at, line] of text.split('\n').entries()) {
    const isFence = line.trimStart().startsWith('```')
    if (isFence) isCode = !isCode
    if (isFence || isCode || /^\s*$|^\s*[#|]/.test(line)) {
      isOpen = false
      continue
    }
    const item = /^\s*(?:[-*]|\d+\.)\s+/.exec(line)
    const said = line.slice(item?.[0].length ?? 0).trim()
    if (isOpen && item === null) found.at(-1)!.text += ` ${said}`
    else found.push({ line: at + 1, text: said })
    isOpen = true
  }
  return found
}

const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/\*\*|\n\s*\n/g, (sign) => (sign === '**' ? '' : ' \u2029'))
    .split(/\u2029|(?<=[.!?][)"”]?)\s+/)
    .map((sentence) => sentence.trim())

const faultsIn = (path: string, written: readonly Written[]): string[] =>
  written.flatMap(({ line, text }) =>
    sentencesIn(text)
      .filter((sentence) => refused.test(sentence) && !sentence.endsWith('?'))
      .map((sentence) => `${path}:${line}: begins with "${/^\w+/.exec(sentence)![0]}": ${sentence.slice(0, 60)}`),
  )

/** Reports sentences that begin with a refused word: in comments, in contracts' descriptions and in pages. */
export const checkSentences = (sources: readonly Source[]): string[] => [
  ...writtenCode(sources).flatMap((source) => {
    if (!/\b(What|Whoever|Who|Of)\b/.test(source.text)) return []
    const ofContract = /(^|[/.])contract\.ts$/.test(source.path) ? descriptionsOf(source) : []
    return faultsIn(source.path, [...commentsOf(source), ...ofContract])
  }),
  ...sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((source) => faultsIn(source.path, paragraphsOf(source))),
]
