import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run bench -- NAME` runs one benchmark, `npm run bench` all of them, one after another: each in a process of its
 * own.
 */
const benches = [
  'signup',
  'lookup',
  'import',
  'certificate',
  'page',
  'draw',
  'drawbrowser',
  'waitingroom',
  'rank',
  'reads',
  'results',
  'live',
  'photos',
  'scroll',
  'export',
  'images',
  'dev',
] as const

const run = (name: string): Promise<number> =>
  new Promise((resolve) => {
    spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...process.argv.slice(3)], {
      stdio: 'inherit',
    }).on('exit', (code) => resolve(code ?? 1))
  })

const asked = process.argv[2]
if (asked === '--help' || (asked !== undefined && !benches.some((name) => name === asked))) {
  process.stdout.write(
    `npm run bench [-- NAME]\nNAME is one of: ${benches.join(', ')}. Without it all of them run. The last line of each is one JSON object.\n`,
  )
  process.exit(asked === '--help' ? 0 : 1)
}
let failed = 0
for (const name of asked === undefined ? benches : [asked]) failed = Math.max(failed, await run(name))
process.exit(failed)
