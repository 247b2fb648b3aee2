import { parseSync } from 'vite'
import type { Source } from './sources.ts'

export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
/** Returns the name of an identifier, or the text of a literal. Undefined for a node without either. */
export const nodeName = (node: unknown): string | undefined =>
  isNode(node) ? ((node.name ?? node.value) as string | undefined)?.toString() : undefined

export const treeOf = ({ path, text }: Source): Node => parseSync(path, text).program as unknown as Node

/**
 * Tells whether the file holds a node for which `isIt` is true. A text without `hint` cannot hold such a node and is
 * not parsed.
 */
export const holds = (source: Source, hint: RegExp, isIt: (node: Node) => boolean): boolean => {
  if (!hint.test(source.text)) return false
  const search = (node: Node): boolean => isIt(node) || childrenOf(node).some(search)
  return search(treeOf(source))
}

/** Returns the addresses that a file imports or exports from, including imports of types. */
export const importsOf = ({ path, text }: Source): string[] => {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
    ),
  ]
}
