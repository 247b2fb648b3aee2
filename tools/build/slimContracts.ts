import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Named = Node & { name: string }

const makers = new Set(['post', 'get', 'upload', 'live'])
const isContract = (id: string): boolean =>
  /\/(features\/.*[/.](contract|words|rules)|contract\/(scalars|words|wrong|rights))\.ts$/.test(id)
const wrapped = new Set(['CallExpression', 'ObjectExpression', 'TSAsExpression', 'TSSatisfiesExpression'])
const isScreen = (id: string): boolean => /\/(web|console|ui)\/[^?]+\.tsx?$/.test(id)

/** What stands at the top of a module and is made by calls. */
const madeByCalls = (program: { body: Node[] }): Node[] =>
  program.body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .filter((statement): statement is Node => statement?.type === 'VariableDeclaration')
    .flatMap((statement) => statement.declarations as (Node & { init: Node | null })[])
    .map(({ init }) => init)
    .filter((init): init is Node => init !== null && wrapped.has(init.type))

/** An endpoint's own schemas are the server's; where a screen wants one it names the schema itself. */
const complaint = (code: string): string | undefined => {
  for (const [, names] of code.matchAll(/import \{([^}]+)\} from '[^']*contract\.ts'/g))
    for (const name of names!
      .split(',')
      .map((each) => each.trim().split(' ').at(-1)!)
      .filter((each) => /^[a-z]/.test(each))) {
      const used = new RegExp(`\\b${name}\\.(input|output|refusals|access|says)\\b`).exec(code)
      if (used) return `${used[0]} is not there in the browser: export the schema by a name of its own and use that`
    }
  return undefined
}

/**
 * Screens need an endpoint's path and kind only, and not the server's refusals. In the apps, its schemas and sentences
 * fall away with whatever no screen names, and the schema library with them: some 18 kB of every first visit.
 */
export const slimContracts = (): Plugin => ({
  name: 'slim-contracts',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (isScreen(id)) {
      const said = complaint(code)
      if (said) this.error(said)
    }
    if (!isContract(id)) return null
    let slim = code
    const program = this.parse(code, { lang: 'ts' } as never) as unknown as { body: Node[] }
    for (const call of madeByCalls(program).sort((a, b) => b.start - a.start)) {
      const callee = call.callee as Named | undefined
      const spec = (call.arguments as Node[] | undefined)?.[1]
      let text = slim.slice(call.start, call.end)
      if (callee?.type === 'Identifier' && makers.has(callee.name) && spec)
        text = `${slim.slice(call.start, spec.start)}{}${slim.slice(spec.end, call.end)}`
      slim = `${slim.slice(0, call.start)}/* @__PURE__ */ (() => (${text}))()${slim.slice(call.end)}`
    }
    return { code: slim, map: null, moduleSideEffects: false }
  },
})
