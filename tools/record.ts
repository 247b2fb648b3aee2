/**
 * `npm run record`: writes docs/record/, all that a move of files must leave as it is: titles of tests, endpoints, routes
 * of both apps, files of each chunk with their sizes, the catalog of the database, and names that leave the process.
 * With `--check` it writes nothing, prints each difference and ends with exit code 1 where there is one.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import * as z from 'zod/mini'
import { rooms } from '#server/features.ts'
import { declaredEndpoints, root } from '#test/contracts.ts'
import { generatedSchema } from './schema.ts'

const folder = join(root, 'docs/record')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const sources = (): string[] =>
  git('ls-files', '*.ts', '*.tsx')
    .split('\n')
    .filter((path) => path !== '' && !/\.test\.tsx?$/.test(path) && existsSync(join(root, path)))

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** Titles with their `describe` blocks, without the files, which may move. */
const titlesOfTests = (): string[] => {
  const file = join(tmpdir(), `startline-titles-${process.pid}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  execFileSync(process.execPath, [vitest, 'list', '--no-static-parse', `--json=${file}`], {
    cwd: root,
    stdio: 'ignore',
  })
  const tests = JSON.parse(readFileSync(file, 'utf8')) as { name: string }[]
  rmSync(file)
  return tests.map(({ name }) => name)
}

/** One line each; input and output as the digest of their JSON schema (docs/api.md has them in words). */
const linesOfEndpoints = async (): Promise<string[]> => {
  const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
    z.toJSONSchema(schema as unknown as z.core.$ZodType, { io, unrepresentable: 'any', reused: 'inline' })
  return (await declaredEndpoints()).map(({ room, name, endpoint: { kind, path, access, refusals, input, output } }) =>
    [
      path,
      kind,
      room,
      name,
      JSON.stringify(access),
      [...refusals].sort().join(','),
      digest(schemaOf(input, 'input')),
      digest(schemaOf(output, 'output')),
    ].join('\t'),
  )
}

const rawRoutes = (): string[] =>
  rooms.flatMap((room) => (room.rawRoutes ?? []).map(({ method, path }) => `${method} ${path}\t${room.name}`))

const modes = ['web', 'console'] as const

/** Each chunk of both apps: its bytes and the files that it is made of, by name, as folders may change. */
const linesOfChunks = async (): Promise<string[]> => {
  const lines: string[] = []
  for (const mode of modes) {
    const made = (await build({
      configFile: join(root, 'vite.config.ts'),
      mode,
      logLevel: 'error',
      build: { write: false },
    })) as Rolldown.RolldownOutput
    for (const file of made.output) {
      if (file.type !== 'chunk') continue
      const files = Object.keys(file.modules).map((id) => basename(id.split('?')[0]!))
      lines.push([mode, file.name, Buffer.byteLength(file.code), files.sort().join(' ')].join('\t'))
    }
  }
  return lines
}

/** The text that an expression stands for; a constant of the same file is looked up. */
const textOf = (node: ts.Expression, file: ts.SourceFile): string => {
  if (ts.isIdentifier(node)) {
    for (const statement of file.statements)
      if (ts.isVariableStatement(statement))
        for (const { name, initializer } of statement.declarationList.declarations)
          if (ts.isIdentifier(name) && name.text === node.text && initializer) return initializer.getText(file)
  }
  return node.getText(file)
}

const storages = new Set(['onDevice', 'inSession', 'localStorage', 'sessionStorage'])

/** Names that other processes, devices or later releases meet. */
const namesThatLeave = (): string[] => {
  const names: string[] = []
  for (const { jobs, sweeps } of rooms) {
    for (const { name, cron } of jobs ?? []) names.push(`job\t${name}\t${cron ?? ''}`)
    for (const { name, everySeconds } of sweeps ?? []) names.push(`sweep\t${name}\t${everySeconds} s`)
  }
  for (const path of sources()) {
    const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
    const kindsIn = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && node.name.getText(file) === 'kind')
        names.push(`lock\t${textOf(node.initializer, file)}`)
      ts.forEachChild(node, kindsIn)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const called = node.expression
        const first = node.arguments[0]
        if (ts.isPropertyAccessExpression(called) && storages.has(called.expression.getText(file)) && first)
          names.push(`storage\t${textOf(first, file)}`)
        if (called.getText(file) === 'indexedDB.open' && first) names.push(`storage\t${textOf(first, file)}`)
        if (['lockAll', 'tryLock'].includes(called.getText(file))) node.arguments.forEach(kindsIn)
        if (called.getText(file) === 'listenTo' && node.arguments[1])
          names.push(`channel\t${textOf(node.arguments[1], file)}`)
      }
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
        const channel = /pg_notify\('(\w+)'/.exec(node.text)
        if (channel) names.push(`channel\t'${channel[1]}'`)
      }
      if (ts.isVariableDeclaration(node) && node.name.getText(file) === 'cookieNames' && node.initializer)
        names.push(`cookie\t${node.initializer.getText(file)}`)
      if (ts.isBinaryExpression(node) && node.left.getText(file) === 'document.cookie')
        names.push(`cookie\t${node.right.getText(file)}`)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return [...new Set(names)]
}

/** The first argument of each call in a table of routes that also names a loader. */
const routesOfApps = (): string[] => {
  const routes: string[] = []
  for (const mode of modes) {
    const path = join(root, mode, 'routes.tsx')
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.arguments.length === 3) {
        const [first, loader] = node.arguments
        if (ts.isStringLiteral(first!) && ts.isArrowFunction(loader!)) routes.push(`${mode}\t${first.text}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return routes
}

/** Tables, views and functions with the digest of their definition, which docs/schema.sql has in full. */
const catalog = async (): Promise<string[]> =>
  (await generatedSchema())
    ['docs/schema.sql']!.split('\n\n')
    .slice(1)
    .map((block) => `${block.split(/[\n(]/)[0]!.trim()}\t${block.split('\n').length} lines\t${digest(block)}`)

const pages: Record<string, () => string[] | Promise<string[]>> = {
  tests: titlesOfTests,
  endpoints: linesOfEndpoints,
  raw: rawRoutes,
  routes: routesOfApps,
  chunks: linesOfChunks,
  catalog,
  names: namesThatLeave,
}

const check = process.argv.includes('--check')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (process.argv.includes('--help')) {
  console.log(
    'npm run record -- [--check] [tests endpoints raw routes chunks catalog names]: writes or compares docs/record/',
  )
  process.exit(0)
}
mkdirSync(folder, { recursive: true })
let differences = 0
for (const [name, lines] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const file = join(folder, `${name}.txt`)
  const now = (await lines()).toSorted()
  if (!check) {
    writeFileSync(file, `${now.join('\n')}\n`)
    console.log(`${name}: ${now.length} lines`)
    continue
  }
  const before = readFileSync(file, 'utf8').trimEnd().split('\n')
  const gone = before.filter((line) => !now.includes(line))
  const come = now.filter((line) => !before.includes(line))
  for (const line of gone) console.log(`- ${name}\t${line}`)
  for (const line of come) console.log(`+ ${name}\t${line}`)
  differences += gone.length + come.length
  console.log(`${name}: ${before.length} lines before, ${now.length} now, ${gone.length} gone, ${come.length} new`)
}
process.exitCode = differences === 0 ? 0 : 1
