import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import * as z from 'zod/mini'
import { rooms } from '#server/features.ts'
import { declaredEndpoints, root } from '#test/contracts.ts'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const sources = (): string[] =>
  git('ls-files', '*.ts', '*.tsx')
    .split('\n')
    .filter((path) => path !== '' && !/\.test\.tsx?$/.test(path) && existsSync(join(root, path)))

/** Puts the members of a schema into one order, because their order means nothing to a caller. */
const inOneOrder = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.toSorted() : value.map(inOneOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, inOneOrder(one)]),
  )
}
export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOneOrder(value)))
    .digest('hex')
    .slice(0, 16)

/**
 * Returns one line for each endpoint, with the digests of its JSON schemas of input and output. docs/api.md describes
 * input and output in words.
 */
export const linesOfEndpoints = async (): Promise<string[]> => {
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

/** Lists the routes that are no calls, such as files, streams and the messages of gateways. */
export const rawRoutes = (): string[] =>
  rooms.flatMap((room) => (room.rawRoutes ?? []).map(({ method, path }) => `${method} ${path}\t${room.name}`))

/** Returns the text that an expression stands for. A constant of the same file is replaced by its value. */
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

const mayHoldName = /onDevice|inSession|localStorage|sessionStorage|indexedDB|lockAll|tryLock|listenTo|pg_notify|cookie/

/** Returns names that other processes, devices or later releases use. */
export const namesThatLeave = (): string[] => {
  const names: string[] = []
  for (const { jobs, sweeps } of rooms) {
    for (const { name, cron } of jobs ?? []) names.push(`job\t${name}\t${cron ?? ''}`)
    for (const { name, everySeconds } of sweeps ?? []) names.push(`sweep\t${name}\t${everySeconds} s`)
  }
  for (const path of sources()) {
    const text = readFileSync(join(root, path), 'utf8')
    // Most files hold no such name, and parsing all files takes ten times as long.
    if (!mayHoldName.test(text)) continue
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
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
