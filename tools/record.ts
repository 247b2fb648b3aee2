/**
 * `npm run record` writes docs/record/, which holds everything that a move of files must leave as it is: titles of
 * tests, endpoints, routes of both apps, files of each chunk with their sizes, the catalog of the database, and names
 * that leave the process. With `--check` it writes nothing, prints each difference, and ends with exit code 1 if
 * there is a difference.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { screens as consoleScreens } from '#console/routes.ts'
import { screens as webScreens } from '#web/routes.ts'
import { root } from '#test/contracts.ts'
import { digest, linesOfEndpoints, namesThatLeave, rawRoutes } from '#test/golden/outward.ts'
import { generatedSchema } from './schema.ts'

const folder = join(root, 'docs/record')
/** Returns the titles of tests with their `describe` blocks. The list leaves out the files, which may move. */
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

const modes = ['web', 'console'] as const

/**
 * Lists the chunks of both apps with their bytes and the names of their files. The list leaves out folders, which may
 * change.
 */
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

const routesOfApps = (): string[] => [
  ...webScreens.map(({ path }) => `web\t${path}`),
  ...consoleScreens.map(({ path }) => `console\t${path}`),
]

/**
 * Returns tables, views and functions with the digest of their definition. docs/schema.sql has the full definitions.
 */
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
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (process.argv.includes('--help')) {
  console.log(
    'npm run record -- [--check] [tests endpoints raw routes chunks catalog names]: writes or compares docs/record/',
  )
  process.exit(0)
}
mkdirSync(folder, { recursive: true })
let differences = 0
for (const [name, lines] of Object.entries(pages)) {
  if (names.length > 0 && !names.includes(name)) continue
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
