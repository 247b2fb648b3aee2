import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Tests that do not run on a distributed database, each with the reason. A path that ends with / is a folder. */
export const leftOut: Readonly<Record<string, string>> = {
  'db/embedded/': 'the supervisor of the embedded server, and backups of its files',
  'db/replica/': 'a streaming standby of one server',
  'db/migrate.test.ts': 'migrations on an empty database of one server',
  'server/main.test.ts': 'starts the program with its embedded server',
  'test/prove/': 'small forms of other proofs, which start the embedded server',
  'test/upgrade/': 'a copy of an old database of one server',
  'tools/': 'commands, which start databases of their own',
}
/**
 * The browser stories that run on a distributed database. Together they follow runners and staff through a whole race.
 */
export const stories = [
  'test/e2e/entry/signup.test.ts',
  'test/e2e/entry/team.test.ts',
  'test/e2e/entry/ballot.test.ts',
  'test/e2e/money/pay.test.ts',
  'test/e2e/money/refund.test.ts',
  'test/e2e/platform/wholeRace.test.ts',
  'test/e2e/raceday/desk/deskWork.test.ts',
  'test/e2e/results/results.test.ts',
]
/** The number of test files of a part. On two cores, a part takes less than ten minutes. */
const PER_PART = 35

const isLeftOut = (path: string): boolean =>
  Object.keys(leftOut).some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name))
const usesDatabase = (path: string): boolean =>
  /makeWorld|freshDatabase|#test\/(?!statements|vectors|beside|contracts|fixtures)/.test(readFileSync(path, 'utf8'))
/** Returns the parts of the proof: all tests that use a database and are not left out, and the stories at the end. */
export const partsOnCitus = (): string[][] => {
  const files = globSync('{db,features,server,test,tools}/**/*.test.{ts,tsx}')
    .filter((path) => !path.startsWith('test/e2e/') && !isLeftOut(path) && usesDatabase(path))
    .toSorted()
  const parts: string[][] = []
  for (let at = 0; at < files.length; at += PER_PART) parts.push(files.slice(at, at + PER_PART))
  return [...parts, stories]
}

/** Returns the reason why the proof cannot run, or undefined if all servers of the cluster answer. */
export const missingOnCitus = async (servers: readonly string[] | undefined): Promise<string | undefined> => {
  if (!servers || servers.length < 2)
    return (
      'This proof needs a distributed PostgreSQL that runs already: set CITUS_SERVERS to the addresses of the ' +
      'coordinator and of its workers, separated by commas, such as postgres://startline@10.0.0.1/postgres. The role ' +
      'must be allowed to make databases and the extension citus on each of them (docs/scale.md). Use servers of a ' +
      'test installation: the proof makes databases named test_… and leaves them there.'
    )
  for (const server of servers) {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      const { rows } = await client.query("select from pg_available_extensions where name = 'citus'")
      if (rows.length === 0) return `The server ${new URL(server).host} has no extension citus.`
    } catch (error) {
      return `The server ${new URL(server).host} does not answer: ${(error as Error).message}`
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return undefined
}

type Report = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}
export type PartOnCitus = { files: number; passed: number; failed: string[]; skipped: string[]; minutes: number }
export const provePart = async (files: readonly string[], say: (line: string) => void): Promise<PartOnCitus> => {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'startline-citus-'))
  try {
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    await new Promise<void>((resolve) => {
      spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files, '--maxWorkers=2', ...reporters], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }).once('close', () => resolve())
    })
    const { testResults } = existsSync(report)
      ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
      : { testResults: [] }
    const all = testResults.flatMap(({ name, assertionResults }) => {
      const path = name.slice(process.cwd().length + 1)
      const passed = assertionResults.filter(({ status }) => status === 'passed').length
      say(`  ${path}: ${passed} of ${assertionResults.length}`)
      return assertionResults.map(({ fullName, status }) => ({ test: `${path} > ${fullName}`, status }))
    })
    const named = (...of: string[]) => all.filter(({ status }) => of.includes(status)).map(({ test }) => test)
    const absent = files.filter((path) => !testResults.some(({ name }) => name.endsWith(`/${path}`)))
    return {
      files: testResults.length,
      passed: named('passed').length,
      failed: [...named('failed'), ...absent.map((path) => `${path} did not run`)],
      skipped: named('pending', 'skipped', 'todo', 'disabled'),
      minutes: Math.round((performance.now() - began) / 6000) / 10,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs all parts, or one of them by its number. Lists what ran and what is left out. Returns undefined if the proof
 * cannot run, or if there is no such part.
 */
export const proveCitus = async (
  only: number | undefined,
  say: (line: string) => void,
): Promise<{ right: boolean; parts: Record<string, PartOnCitus> } | undefined> => {
  const parts = partsOnCitus()
  const missing = await missingOnCitus(process.env.CITUS_SERVERS?.split(','))
  if (missing !== undefined || (only !== undefined && !parts[only - 1])) {
    say(missing ?? `The proof has the parts 1 to ${parts.length}.`)
    return undefined
  }
  const ran: Record<string, PartOnCitus> = {}
  for (const [at, files] of parts.entries()) {
    if (only !== undefined && at !== only - 1) continue
    say(`Part ${at + 1} of ${parts.length}: ${files.length} files`)
    const part = await provePart(files, say)
    ran[at + 1] = part
    for (const one of part.skipped) say(`  skipped: ${one}`)
    for (const one of part.failed) say(`  FAILED: ${one}`)
    say(`  ${part.passed} tests passed in ${part.minutes} minutes`)
  }
  for (const [path, why] of Object.entries(leftOut)) say(`left out: ${path} (${why})`)
  return { right: Object.values(ran).every(({ failed, passed }) => failed.length === 0 && passed > 0), parts: ran }
}
