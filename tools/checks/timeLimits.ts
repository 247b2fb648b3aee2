import { type Source, writtenCode } from './sources.ts'
import { type Node, childrenOf, isNode, nodeName, treeOf } from './syntax.ts'

/** The limit in milliseconds of a test that states none (vitest.config.ts). */
const usual = 60_000
const limited = new Set(['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'setConfig'])
const settings = new Set(['timeout', 'testTimeout', 'hookTimeout'])

/**
 * Returns the names in a callee: `test` in `test`, `test.each(…)(…)` and `test.concurrent`, `setConfig` in
 * `vi.setConfig`.
 */
const namesOf = (callee: Node): string[] => {
  if (callee.type === 'MemberExpression')
    return [nodeName(callee.property), ...namesOf(callee.object as Node)].filter((name) => name !== undefined)
  if (callee.type === 'CallExpression') return namesOf(callee.callee as Node)
  return [nodeName(callee)].filter((name) => name !== undefined)
}
const isLong = (node: unknown): node is Node =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'number' && node.value > usual

/**
 * Returns the limit above a minute that a call of the test runner states, in its settings or as its last argument.
 * Undefined if the call states no such limit.
 */
const longLimitOf = (call: Node): Node | undefined => {
  if (call.type !== 'CallExpression' || !namesOf(call.callee as Node).some((name) => limited.has(name)))
    return undefined
  const given = (call.arguments ?? []) as Node[]
  if (given.length > 1 && isLong(given.at(-1))) return given.at(-1)
  return given
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((object) => object.properties as Node[])
    .filter((property) => settings.has(nodeName(property.key) ?? ''))
    .map((property) => property.value)
    .find(isLong)
}

/**
 * Reports limits above a minute without a reason. The reason is a comment on the line of the test or of the limit, or
 * on the line before.
 */
export const checkTimeLimits = (sources: readonly Source[]): string[] =>
  writtenCode(sources)
    .filter(({ path, text }) => /\.test\.tsx?$/.test(path) && /\d{2}_?\d{3}/.test(text))
    .flatMap((source) => {
      const lines = source.text.split('\n')
      const lineOf = (at: number): number => source.text.slice(0, at).split('\n').length
      const isExplained = (at: number): boolean =>
        /(?:^\s*\/\/|^\s*\*\/|\*\/\s*$)/.test(lines[lineOf(at) - 2] ?? '') || /\/\/ \S/.test(lines[lineOf(at) - 1]!)
      const found: string[] = []
      const visit = (node: Node): void => {
        const limit = longLimitOf(node)
        if (limit !== undefined && !isExplained(node.start) && !isExplained(limit.start))
          found.push(`${source.path}:${lineOf(limit.start)}: a limit over a minute without a reason above it`)
        childrenOf(node).forEach(visit)
      }
      visit(treeOf(source))
      return found
    })
