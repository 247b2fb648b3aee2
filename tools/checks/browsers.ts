import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import ts from 'typescript'

/** The oldest browsers that the apps are built for (`build.target` in vite.config.ts). */
const oldest = { chrome: 111, safari: 16.4, safari_ios: 16.4 } as const

/**
 * Tells whether a statement says that a browser of the version `limit` has a feature. A feature with a flag, a prefix
 * or another name does not count.
 */
const hasIt = (statement: SimpleSupportStatement, limit: number): boolean => {
  const { version_added: since, flags, prefix, alternative_name: other } = statement
  if (typeof since !== 'string' || flags || prefix || other) return false
  return Number.parseFloat(since.replace('≤', '')) <= limit
}
const isLacking = ({ support }: CompatStatement): boolean =>
  Object.entries(oldest).some(([browser, limit]) => {
    const stated = support[browser as keyof typeof oldest]
    return stated !== undefined && ![stated].flat().some((each) => hasIt(each, limit))
  })

type Lacking = { globals: ReadonlySet<string>; owners: ReadonlyMap<string, ReadonlySet<string>> }
type Data = { api: Identifier; javascript: { builtins: Identifier } }

/** Returns the names that some of the oldest browsers lack: globals, and members with their interfaces. */
const lackingNames = (): Lacking => {
  const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
  const { api, javascript } = JSON.parse(readFileSync(path, 'utf8')) as Data
  const globals = new Set<string>()
  const owners = new Map<string, Set<string>>()
  const take = (owner: string | undefined, entry: Identifier): void => {
    for (const [written, inner] of Object.entries(entry)) {
      if (written === '__compat') continue
      const name = written.replace(/_static$/, '')
      const feature = inner as Identifier
      if (feature.__compat && isLacking(feature.__compat)) {
        if (owner === undefined) globals.add(name)
        else owners.set(name, (owners.get(name) ?? new Set()).add(owner))
      }
      if (owner === undefined || owner === 'Intl' || owner === 'Temporal') take(name, feature)
    }
  }
  take(undefined, javascript.builtins)
  take(undefined, api)
  return { globals, owners }
}

const typedArray = /^(Ui|I)nt(8|16|32)(Clamped)?Array$|^Float(16|32|64)Array$|^Big(Ui|I)nt64Array$/
/** Returns the name of an interface in TypeScript's libraries, as the data has it. */
const interfaceOf = (declared: string): string => {
  const name = declared.replace(/Constructor$/, '').replace(/^Readonly(?=Array$|Map$|Set$)/, '')
  if (name === 'IteratorObject') return 'Iterator'
  return typedArray.test(name) ? 'TypedArray' : name
}
const isOfLibrary = (node: ts.Node): boolean => /[\\/]typescript[\\/]lib[\\/]lib\./.test(node.getSourceFile().fileName)

const ownersOf = (symbol: ts.Symbol): string[] =>
  (symbol.declarations ?? []).filter(isOfLibrary).flatMap((declaration) => {
    for (let at: ts.Node | undefined = declaration.parent; at; at = at.parent)
      if (ts.isInterfaceDeclaration(at) || ts.isModuleDeclaration(at)) return [interfaceOf(at.name.text)]
    return []
  })

/** Tells whether the code first asks whether the browser has a function, as in `navigator.vibrate?.(…)`. */
const isAskedFor = (node: ts.Node): boolean => {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(parent)) &&
    parent.expression === node &&
    parent.questionDotToken !== undefined
  )
}

const isValueImport = (node: ts.Statement): node is ts.ImportDeclaration | ts.ExportDeclaration =>
  (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && !node.isTypeOnly) ||
  (ts.isImportDeclaration(node) && !isOfTypesAlone(node.importClause))
const isOfTypesAlone = (clause: ts.ImportClause | undefined): boolean => {
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

/** Returns the addresses that a module fetches when it runs: `import('…')` and `new URL('…', import.meta.url)`. */
const fetchedBy = (file: ts.SourceFile): ts.Expression[] => {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push(node.arguments[0]!)
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'URL' && node.arguments?.length === 2)
      found.push(node.arguments[0]!)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const configOf = (root: string): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  return { ...options, incremental: false, tsBuildInfoFile: undefined }
}

/**
 * Returns the modules that run in a browser: the entries, and everything that they import directly or through other
 * modules, without types.
 */
const graphOf = (root: string, entries: readonly string[], options: ts.CompilerOptions): Set<string> => {
  const seen = new Set<string>()
  const host = ts.createCompilerHost(options, true)
  const cache = ts.createModuleResolutionCache(root, (name) => name, options)
  const visit = (path: string): void => {
    if (seen.has(path) || path.includes('/node_modules/') || !/\.tsx?$/.test(path)) return
    seen.add(path)
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    const stated = file.statements.filter(isValueImport).map(({ moduleSpecifier }) => moduleSpecifier!)
    for (const expression of [...stated, ...fetchedBy(file)]) {
      if (!ts.isStringLiteralLike(expression)) continue
      const { resolvedModule } = ts.resolveModuleName(
        expression.text,
        path,
        options,
        host,
        cache,
        undefined,
        ts.ModuleKind.ESNext,
      )
      if (resolvedModule) visit(resolvedModule.resolvedFileName)
    }
  }
  for (const entry of entries) visit(join(root, entry))
  return seen
}

/** Returns the first modules of an app. They are beside its index.html, which names them. */
export const entryScripts = (root: string, paths: readonly string[]): string[] =>
  paths
    .filter((path) => /(^|\/)index\.html$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/<script type="module" src="([^"]+)"/g)].map(([, source]) =>
        join(dirname(path), source!),
      ),
    )

/** Reports modules of screens that use a feature that Chrome 111 or Safari 16.4 lacks. The data comes from MDN. */
export const checkBrowsers = (root: string, entries: readonly string[]): string[] => {
  const options = configOf(root)
  const graph = graphOf(root, entries, options)
  const { globals, owners } = lackingNames()
  const program = ts.createProgram([...graph], options)
  const checker = program.getTypeChecker()
  const faults: string[] = []
  for (const path of graph) {
    const file = program.getSourceFile(path)!
    const report = (node: ts.Node, what: string): void => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      faults.push(`${relative(root, path)}:${line + 1}: ${what} is missing in the oldest browsers`)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
      if (ts.isPropertyAccessExpression(node)) {
        const lackedBy = owners.get(node.name.text)
        const symbol = lackedBy && !isAskedFor(node) ? checker.getSymbolAtLocation(node.name) : undefined
        const owner = symbol && ownersOf(symbol).find((each) => lackedBy!.has(each))
        if (owner) report(node.name, `${owner}.${node.name.text}`)
        visit(node.expression)
        return
      }
      if (ts.isIdentifier(node) && globals.has(node.text)) {
        const declared = checker.getSymbolAtLocation(node)?.declarations ?? []
        if (declared.some(isOfLibrary) && !ts.isTypeOfExpression(node.parent)) report(node, node.text)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return faults
}
