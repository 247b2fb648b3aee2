import { posix } from 'node:path'
import { type Source, writtenCode } from './sources.ts'
import { type Node, childrenOf, treeOf } from './syntax.ts'

/**
 * Returns the address in an expression such as `new URL('./x.worker.ts', import.meta.url)`. Undefined for any other
 * node.
 */
const addressIn = (node: Node): string | undefined => {
  const [first, second] = (node.arguments ?? []) as Node[]
  if (node.type !== 'NewExpression' || (node.callee as Node).name !== 'URL' || second === undefined) return undefined
  const meta = second.type === 'MemberExpression' ? (second.object as Node) : undefined
  return meta?.type === 'MetaProperty' && first?.type === 'Literal' ? String(first.value) : undefined
}

const addressesIn = (source: Source): string[] => {
  const found: string[] = []
  const visit = (node: Node): void => {
    const address = addressIn(node)
    if (address !== undefined) found.push(address)
    childrenOf(node).forEach(visit)
  }
  visit(treeOf(source))
  return found
}

/**
 * Reports files and folders that code names beside itself, such as a worker, and that do not exist. No import shows
 * such a name. Files and folders beside the project do not count.
 */
export const checkNamedFiles = (sources: readonly Source[]): string[] => {
  const known = new Set(sources.map(({ path }) => path))
  for (const { path } of sources)
    for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) known.add(at).add(`${at}/`)
  known.add('./').add('.')
  return writtenCode(sources)
    .filter(({ text }) => text.includes('import.meta.url'))
    .flatMap((source) =>
      addressesIn(source)
        .map((address) => posix.join(posix.dirname(source.path), address))
        .filter((address) => !address.startsWith('..') && !known.has(address))
        .map((address) => `${source.path}: there is no ${address}`),
    )
}
