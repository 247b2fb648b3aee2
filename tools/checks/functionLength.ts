import { type Exceptions, withoutExceptions } from './exceptions.ts'
import { type Source, writtenCode, isTest } from './sources.ts'
import { type Node, childrenOf, nodeName, treeOf } from './syntax.ts'

type Long = { name: string; lines: number; most: number }

const mostOnServer = 60
const mostOfComponent = 150

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/**
 * Returns the name that a node gives to the functions in it: `handle(refundShow)` for a call, otherwise the name of a
 * variable, property or method. Undefined if the node gives no name.
 */
const nameFrom = (parent: Node): string | undefined => {
  if (parent.type === 'VariableDeclarator') return nodeName(parent.id)
  if (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition')
    return nodeName(parent.key)
  if (parent.type !== 'CallExpression') return undefined
  const called = parent.callee as Node
  const name = nodeName(called.type === 'MemberExpression' ? called.property : called)
  const first = nodeName((parent.arguments as Node[])[0])
  return name === undefined ? undefined : `${name}(${first ?? ''})`
}

/**
 * Returns the largest number of lines that a function may have. Components are in .tsx files, and the name of a hook
 * begins with `use`.
 */
const mostOf = (path: string, name: string): number =>
  path.endsWith('.tsx') || /^use[A-Z]/.test(name) ? mostOfComponent : mostOnServer

/** Returns the functions of one file that are too long, each under its own name or the name of the call around it. */
const longIn = (source: Source): Long[] => {
  const { path, text } = source
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset)
  const found: Long[] = []
  const visit = (node: Node, name: string): void => {
    const own = nameFrom(node) ?? name
    const isFunction = functions.has(node.type)
    const called = isFunction ? (nodeName(node.id) ?? own) : own
    if (isFunction) {
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      if (lines > mostOf(path, called)) found.push({ name: called, lines, most: mostOf(path, called) })
    }
    for (const child of childrenOf(node)) visit(child, called)
  }
  visit(treeOf(source), '')
  return found
}

/**
 * Reports functions with more than 60 lines, and components and hooks with more than 150. A test does its steps in
 * order and may have any length. `exceptions` is tools/checks/longFunctions.json, from `path function` to the reason.
 */
export const checkFunctionLength =
  (exceptions: Exceptions) =>
  (sources: readonly Source[]): string[] => {
    const faults = writtenCode(sources)
      .filter(({ path, text }) => !isTest(path) && text.split('\n').length > mostOnServer)
      .flatMap((source) =>
        longIn(source).map(({ name, lines, most }) => ({
          at: `${source.path} ${name}`,
          message: `${source.path} ${name}: ${lines} lines, at most ${most} may be`,
        })),
      )
    return withoutExceptions(faults, exceptions, 'tools/checks/longFunctions.json')
  }
