/**
 * `npm run check`: types, lint, dependency rules (with proof that modules were read), architecture, generated docs
 * without drift.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const folders = [
  'contract',
  'integrations',
  'seam',
  'server',
  'db',
  'features',
  'ui',
  'web',
  'console',
  'test',
  'tools',
  'bench',
]
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
      const seconds = ((performance.now() - from) / 1000).toFixed(1)
      console.log(
        wrong === undefined
          ? `ok    ${name} (${seconds} s)`
          : `WRONG ${name} (${seconds} s): ${wrong}\n${out.slice(-20_000)}`,
      )
      resolve(wrong === undefined)
    })
  })

const sources = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')).length

/** With a TypeScript that it cannot use, dependency-cruiser passes having read no module at all. */
const judgeCruise = (code: number, out: string): string | undefined => {
  const seen = Number(/(\d+) modules?, \d+ dependenc/.exec(out)?.[1] ?? 0)
  if (seen < sources) return `only ${seen} modules were read, there are ${sources} source files`
  return code === 0 ? undefined : 'a dependency rule is broken'
}

const bin = (name: string) => `node_modules/.bin/${name}`
const results = await Promise.all([
  run('types', process.execPath, ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.']),
  run('lint', bin('oxlint'), ['--deny-warnings']).then(async (fine) => {
    const cruise = await run(
      'dependencies',
      bin('depcruise'),
      [...folders.filter((folder) => existsSync(folder)), '--config', '.dependency-cruiser.json'],
      judgeCruise,
    )
    const architecture = await run('architecture', bin('vitest'), [
      'run',
      'test/architecture.test.ts',
      '--config',
      'vitest.pure.config.ts',
    ])
    const docs = await run('generated docs', process.execPath, ['tools/docs.ts', '--check'])
    return fine && cruise && architecture && docs
  }),
])
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exit(results.every(Boolean) ? 0 : 1)
