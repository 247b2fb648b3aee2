import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DefaultQueryCompiler } from 'kysely'
import pg from 'pg'
import { wrongWhenSpread } from './spread.ts'
import { wrongUpsert } from './upserts.ts'

/**
 * The folder for a recording of statements. The watch sees every statement that a test sends. A test fails if one of
 * its statements updates the column by which a table is distributed, or breaks a rule of a database that is spread by
 * race (spread.ts). With STATEMENTS=FOLDER the watch also writes a file for each process, with the fixed parts of each
 * raw SQL template and the names of the named statements (`npm run prove -- statements`).
 */
const folder = process.env.STATEMENTS
const WATCHED = Symbol.for('startline statements')
const seen = new Set<string>()
/** The texts of the statements that broke no rule. */
const right = new Set<string>()

const record = (kind: 'template' | 'named', text: string): void => {
  const line = `${JSON.stringify([kind, text])}\n`
  if (folder === undefined || seen.has(line)) return
  seen.add(line)
  appendFileSync(join(folder, `${process.pid}.jsonl`), line)
}

const watchClients = (): void => {
  const plain = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const watched = function (this: pg.Client, ...args: unknown[]): unknown {
    const config = args[0] as string | { text?: string; name?: string }
    const { text, name } = typeof config === 'string' ? { text: config, name: undefined } : config
    if (typeof text === 'string' && !right.has(text)) {
      const broken = wrongWhenSpread(text)
      if (broken) throw new Error(`In a database that is spread by race, this statement ${broken}: ${text}`)
      const table = wrongUpsert(text)
      if (table) throw new Error(`This statement writes the column by which ${table} is spread: ${text}`)
      // Statements with lists of values come in many lengths, so this set has a largest size.
      if (right.size < 20_000) right.add(text)
    }
    if (typeof name === 'string') record('named', name)
    return plain.apply(this, args)
  }
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query
}

const watchTemplates = (): void => {
  type Compiler = { visitRaw: (node: { sqlFragments: readonly string[] }) => void }
  const compiler = DefaultQueryCompiler.prototype as unknown as Compiler
  const { visitRaw } = compiler
  compiler.visitRaw = function (node) {
    record('template', node.sqlFragments.join('${}'))
    return visitRaw.call(this, node)
  }
}

const global = globalThis as { [WATCHED]?: true }
if (!global[WATCHED]) {
  global[WATCHED] = true
  watchClients()
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    watchTemplates()
  }
}
