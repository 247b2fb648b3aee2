import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run bench -- NAME` runs one benchmark. `npm run bench` runs all of them one after another, each in a process of
 * its own.
 */
const benches = [
  'signup',
  'processes',
  'bigday',
  'races',
  'stock',
  'sealing',
  'lookup',
  'console',
  'import',
  'certificate',
  'page',
  'draw',
  'luckydraw',
  'drawbrowser',
  'waitingroom',
  'rank',
  'reads',
  'cache',
  'desk',
  'results',
  'live',
  'feed',
  'tracking',
  'dots',
  'photos',
  'scroll',
  'export',
  'images',
  'dev',
] as const

/** The paths of the benches that lie in a subfolder of bench/, without the ending `.ts`. */
const files: Readonly<Record<string, string>> = {
  tracking: 'tracking/bench',
  dots: 'tracking/dots',
  feed: 'feeds/bench',
  bigday: 'bigday/bench',
  stock: 'around/stock',
  luckydraw: 'around/luckydraw',
  processes: 'servers/processes',
}

const strict = process.argv.includes('--strict')
const [chosen, ...more] = process.argv.slice(2).filter((word) => word !== '--strict')

type Found = { met?: boolean; reached?: boolean }
/** Tells whether a bench met its goal, as the last line of its output says. */
const isMet = (out: string): boolean => {
  try {
    const found = JSON.parse(out.trimEnd().split('\n').at(-1)!) as Found
    return found.met ?? found.reached ?? false
  } catch {
    return false
  }
}

/** Runs a bench and returns its exit code. With `--strict` a bench also fails unless it says that it met its goal. */
const run = (name: string): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${files[name] ?? name}.ts`), ...more], {
      stdio: ['inherit', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      out = (out + chunk.toString()).slice(-100_000)
    })
    child.on('close', (code) => resolve(code !== 0 ? (code ?? 1) : strict && !isMet(out) ? 1 : 0))
  })

if (chosen === '--help' || (chosen !== undefined && !benches.some((name) => name === chosen))) {
  process.stdout.write(
    `npm run bench [-- NAME] [--strict]\nNAME is one of: ${benches.join(', ')}. Without it all of them run. The last line of each is one JSON object. With --strict the exit code is 1 where a goal is missed.\n`,
  )
  process.exit(chosen === '--help' ? 0 : 1)
}
let failed = 0
for (const name of chosen === undefined ? benches : [chosen]) failed = Math.max(failed, await run(name))
process.exit(failed)
