import { type Check, writtenCode } from './sources.ts'
import { type Node, isNode, nodeName, treeOf } from './syntax.ts'

/**
 * Returns the expressions of `key` in one child of an element. A child that is a condition may have one in each branch.
 */
const keysIn = (child: unknown): Node[] => {
  if (!isNode(child)) return []
  if (child.type === 'JSXExpressionContainer' || child.type === 'ParenthesizedExpression')
    return keysIn(child.expression)
  if (child.type === 'LogicalExpression') return keysIn(child.right)
  if (child.type === 'ConditionalExpression') return [...keysIn(child.consequent), ...keysIn(child.alternate)]
  if (child.type !== 'JSXElement') return []
  return ((child.openingElement as Node).attributes as Node[])
    .filter((attribute) => attribute.type === 'JSXAttribute' && nodeName(attribute.name) === 'key')
    .map(({ value }) => value)
    .filter(isNode)
}
/** Returns the fixed text at the start of a key, or undefined if the key does not begin with a fixed text. */
const wordOf = (key: Node): string | undefined => {
  const inner = key.type === 'JSXExpressionContainer' ? (key.expression as Node) : key
  if (inner.type !== 'TemplateLiteral') return nodeName(inner.type === 'Literal' ? inner : undefined)
  const [start] = inner.quasis as { value: { raw: string } }[]
  return start?.value.raw || undefined
}

/**
 * Reports parts of a page that stand beside each other and may get the same key, as race 1 and event 1 do in a new
 * installation. React then loses one of them and leaves its dialog on the screen. The check leaves lists out, because
 * the keys of a list are of one kind.
 */
export const checkSiblingKeys: Check = (sources) =>
  writtenCode(sources)
    .filter(({ path, text }) => path.endsWith('.tsx') && / key=/.test(text))
    .flatMap((source) => {
      const found: string[] = []
      const shown = (key: Node): string => source.text.slice(key.start, key.end)
      const visit = (node: Node): void => {
        if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
          const slots = (node.children as unknown[]).map(keysIn).filter((keys) => keys.length > 0)
          for (const [at, keys] of slots.entries())
            for (const other of slots.slice(at + 1).flat()) {
              const alike = keys.find((key) => wordOf(key) === wordOf(other))
              if (alike)
                found.push(
                  `${source.path}: ${shown(alike)} and ${shown(other)} may be one key, begin each with a word of its own`,
                )
            }
        }
        for (const value of Object.values(node).flat()) if (isNode(value)) visit(value)
      }
      visit(treeOf(source))
      return found
    })
