import type { Plugin } from 'vite'
import type { Node } from '../checks/syntax.ts'
import { isNode } from '../checks/syntax.ts'

type Named = Node & { name: string }

const makers = new Set(['post', 'get', 'upload', 'live'])
/**
 * Tells whether a file is a contract. The suffix of its name decides. In the folder contract/, the files of scalars,
 * rights and sentences about wrong fields count too.
 */
const isContract = (id: string): boolean =>
  /[/.](contract|words|rules)\.ts$|\/contract\/(scalars|wrong|rights)\.ts$/.test(id)
const wrapped = new Set(['CallExpression', 'ObjectExpression', 'TSAsExpression', 'TSSatisfiesExpression'])
const isScreen = (id: string): boolean => /\/(web|console|ui)\/[^?]+\.tsx?$/.test(id)

/**
 * Returns the values of the declarations at the top of a module. A value counts if it is a call or an object, also with
 * a type behind it.
 */
const madeByCalls = (program: { body: Node[] }): Node[] =>
  program.body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .filter((statement): statement is Node => statement?.type === 'VariableDeclaration')
    .flatMap((statement) => statement.declarations as (Node & { init: Node | null })[])
    .map(({ init }) => init)
    .filter((init): init is Node => init !== null && wrapped.has(init.type))

const nameOf = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? ''
const ofEndpoint = new Set(['input', 'output', 'refusals', 'access', 'description'])

/**
 * Returns the endpoints that a module imports from contracts, by the module's own names. Names of endpoints begin with
 * a small letter.
 */
const importedEndpoints = (body: readonly Node[]): Set<string> =>
  new Set(
    body
      .filter(({ type }) => type === 'ImportDeclaration')
      .filter(({ source }) => (source as { value: string }).value.endsWith('contract.ts'))
      .flatMap(({ specifiers }) => (specifiers as Node[]).map(({ local }) => nameOf(local)))
      .filter((name) => /^[a-z]/.test(name)),
  )

/**
 * Returns a sentence if a screen reads a member of an endpoint that only the server has, such as a schema. A screen
 * that needs a schema imports the schema by its own name.
 */
const complaint = (body: readonly Node[]): string | undefined => {
  const endpoints = importedEndpoints(body)
  const usedIn = (node: Node): string | undefined => {
    if (node.type === 'MemberExpression' && endpoints.has(nameOf(node.object)) && ofEndpoint.has(nameOf(node.property)))
      return `${nameOf(node.object)}.${nameOf(node.property)}`
    for (const child of Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]))) {
      const used = isNode(child) ? usedIn(child) : undefined
      if (used !== undefined) return used
    }
    return undefined
  }
  const used = endpoints.size === 0 ? undefined : body.map(usedIn).find((each) => each !== undefined)
  return used && `${used} is not there in the browser: export the schema by a name of its own and use that`
}

/** Returns the member `shared` of an endpoint's description as the source writes it. Screens need no other member. */
const sharedOf = (spec: Node, code: string): string =>
  ((spec.properties ?? []) as Node[])
    .filter(({ key }) => nameOf(key) === 'shared')
    .map(({ start, end }) => code.slice(start, end))
    .join()

/**
 * Removes schemas and refusals of endpoints from the apps if no screen names them, because screens need only an
 * endpoint's path, kind and `shared`. The schema library goes with them, which saves about 18 kB of every first visit.
 */
export const slimContracts = (): Plugin => ({
  name: 'slim-contracts',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (isScreen(id)) {
      const { body } = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' } as never) as unknown as {
        body: Node[]
      }
      const said = complaint(body)
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
        text = `${slim.slice(call.start, spec.start)}{${sharedOf(spec, slim)}}${slim.slice(spec.end, call.end)}`
      slim = `${slim.slice(0, call.start)}/* @__PURE__ */ (() => (${text}))()${slim.slice(call.end)}`
    }
    return { code: slim, map: null, moduleSideEffects: false }
  },
})
