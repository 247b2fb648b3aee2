/**
 * `npm run check` runs types, lint, dependency rules, and the rules of files and architecture. The command also checks
 * that the generated docs are up to date. Our own rules read the files that git tracks or would track.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Exceptions } from './checks/exceptions.ts'
import { checkBrowsers, entryScripts } from './checks/browsers.ts'
import { checkFileNames } from './checks/fileNames.ts'
import { checkFolders } from './checks/folders.ts'
import { checkFunctionLength } from './checks/functionLength.ts'
import { checkNamedFiles } from './checks/namedFiles.ts'
import { checkSentences } from './checks/sentences.ts'
import { type Check, projectSources, root } from './checks/sources.ts'
import { checkTimeLimits } from './checks/timeLimits.ts'
import { checkWidth } from './checks/width.ts'

if (process.argv.includes('--help')) {
  console.log(
    'npm run check: types, lint, dependency rules, dead code, rules of files and architecture, and generated docs',
  )
  process.exit(0)
}
const started = performance.now()

const run = (
  name: string,
  command: string,
  args: string[],
  judge: (code: number, out: string) => string | undefined = (code) => (code === 0 ? undefined : `exit ${code}`),
): Promise<boolean> =>
  new Promise((resolve) => {
    const from = performance.now()
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.on('close', (code) => {
      const wrong = judge(code ?? 1, out)
      resolve(say(name, from, wrong, out))
    })
  })

const say = (name: string, from: number, wrong: string | undefined, out: string): boolean => {
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(
    wrong === undefined
      ? `ok    ${name} (${seconds} s)`
      : `WRONG ${name} (${seconds} s): ${wrong}\n${out.slice(-20_000)}`,
  )
  return wrong === undefined
}

const sources = projectSources()
const paths = sources.map(({ path }) => path)
const modules = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
/**
 * The top folders of the source files. Commands get these folders, because all paths are too long for one command line.
 */
const tops = [...new Set(modules.map((path) => path.split('/')[0]!))]

const longFunctions = JSON.parse(readFileSync(`${import.meta.dirname}/checks/longFunctions.json`, 'utf8')) as Exceptions
const ofFiles: Readonly<Record<string, Check>> = {
  browsers: () => checkBrowsers(root, entryScripts(root, paths)),
  width: checkWidth,
  folders: checkFolders(),
  'file names': checkFileNames(),
  'named files': checkNamedFiles,
  'length of functions': checkFunctionLength(longFunctions),
  'time limits': checkTimeLimits,
  sentences: checkSentences,
}
const checkFiles = (): boolean =>
  Object.entries(ofFiles)
    .map(([name, check]) => {
      const from = performance.now()
      const faults = check(sources)
      return say(name, from, faults.length === 0 ? undefined : `${faults.length} faults`, faults.join('\n'))
    })
    .every(Boolean)

/**
 * Returns the fault that dependency-cruiser found, or undefined if it found none. With a version of TypeScript that it
 * does not know, dependency-cruiser reads no module and passes. This counts as a fault too.
 */
const judgeCruise = (code: number, out: string): string | undefined => {
  const seen = Number(/(\d+) modules?, \d+ dependenc/.exec(out)?.[1] ?? 0)
  if (seen < modules.length) return `only ${seen} modules were read, there are ${modules.length} source files`
  return code === 0 ? undefined : 'a dependency rule is broken'
}

const bin = (name: string) => `node_modules/.bin/${name}`
const results = await Promise.all([
  run('types', process.execPath, ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.']),
  ...['miniprogram', 'miniprogram/tests.tsconfig.json'].map((project) =>
    run(`types of ${project}`, process.execPath, ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', project]),
  ),
  run('lint', bin('oxlint'), ['--deny-warnings']).then(async (fine) => {
    const cruise = await run(
      'dependencies',
      bin('depcruise'),
      [...tops, '--config', '.dependency-cruiser.json'],
      judgeCruise,
    )
    const dead = await run('dead code', bin('knip'), ['--no-progress', '--no-config-hints'])
    const files = checkFiles()
    const architecture = await run('architecture', bin('vitest'), [
      'run',
      'test/architecture.test.ts',
      '--config',
      'vitest.pure.config.ts',
    ])
    const docs = await run('generated docs', process.execPath, ['tools/docs.ts', '--check'])
    return fine && cruise && dead && files && architecture && docs
  }),
])
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exit(results.every(Boolean) ? 0 : 1)
