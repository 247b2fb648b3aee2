import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Drawing, proveDrawn } from './drawn.ts'
import { sumsIn } from './counted.ts'
import { type ProofName, descriptions } from './descriptions.ts'
import { inFolder } from '#test/processes/inFolder.ts'
import { proveKilled } from './killed.ts'
import { provePhotographed } from './photographed.ts'

/**
 * `npm run prove -- NAME` runs proofs that take more than a minute. `npm test` runs a small form of most of them. The
 * last line of a proof is one JSON object.
 */
const strict = process.argv.includes('--strict')
const [chosen, ...paths] = process.argv.slice(2).filter((word) => word !== '--strict')
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const killed = async (): Promise<boolean> => {
  return inFolder('startline-killed-', async (folder) => {
    const found = await proveKilled({
      people: 10_000,
      places: 6_000,
      kills: ['server', 'database', 'server', 'both', 'database', 'server', 'both'],
      sideBySide: 64,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'killed', ...found }))
    return found.wrong.length === 0
  })
}

const bulk = async (): Promise<boolean> => {
  const counts = await inFull(['features/registrations/bulk/killed.test.ts'], { EVERY_STEP: '1' })
  const { proveBulk } = await import('./bulk.ts')
  return inFolder('startline-bulk-', async (folder) => {
    const found = await proveBulk({
      people: 3_000,
      kills: { refuse: ['server', 'database', 'server', 'both'], undo: ['both', 'server', 'database'] },
      sideBySide: 32,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'bulk', ...counts, ...found }))
    return counts.right && found.wrong.length === 0
  })
}

/** Takes the number of people from the command, if the command has one. */
const refunds = async (): Promise<boolean> => {
  const counts = await inFull(['features/refunds/bulk/bulk.test.ts'], { EVERY_STEP: '1' })
  const { proveRefunds } = await import('./refunds/refunds.ts')
  return inFolder('startline-refunds-', async (folder) => {
    const found = await proveRefunds({
      people: Number(paths[0] ?? 5000),
      kills: ['server', 'database', 'both', 'server', 'both', 'database'],
      sideBySide: 32,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'refunds', ...counts, ...found }))
    return counts.right && found.wrong.length === 0
  })
}

type Proved = { right: boolean; tests: number; skipped: number } & Record<string, number | boolean>
/**
 * Runs a test in its large form: the same file with a setting that makes the test do everything. Returns the tests'
 * counts. A missing file, or tests that were all skipped, prove nothing.
 */
const inFull = (files: readonly string[], env: Readonly<Record<string, string>>): Promise<Proved> =>
  inFolder('startline-proved-', async (folder) => {
    const gone = files.filter((file) => !existsSync(file))
    if (gone.length > 0) throw new Error(`the proof names files that are gone: ${gone.join(', ')}`)
    const [report, sums] = [join(folder, 'report.json'), join(folder, 'counted')]
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await new Promise<number | null>((resolve) => {
      spawn(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', ...files, '--testTimeout=600000', ...reporters],
        {
          stdio: 'inherit',
          env: { ...process.env, ...env, COUNTED: sums },
        },
      ).once('close', resolve)
    })
    const { numPassedTests: tests, numPendingTests: skipped } = existsSync(report)
      ? (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numPendingTests: number })
      : { numPassedTests: 0, numPendingTests: 0 }
    return { ...sumsIn(sums), tests, skipped, right: code === 0 && tests > 0 && !(strict && skipped > 0) }
  })
/** Makes a proof that is the large form of tests. Its last line holds the tests' counts. */
const byTests =
  (name: string, files: readonly string[], env: Readonly<Record<string, string>>) => async (): Promise<boolean> => {
    const found = await inFull(files, env)
    say(JSON.stringify({ name, ...found }))
    return found.right
  }
const payments = byTests(
  'payments',
  ['test/prove/payments.test.ts', 'features/payments/faults.test.ts', 'features/payments/story.test.ts'],
  { PAYMENTS: '1000', EVERY_STEP: '1', STORIES: '200' },
)
const guesses = byTests('guesses', ['test/prove/guesses.test.ts', 'test/prove/neighbours.test.ts'], {
  GUESSES: '10000',
})
const schema = byTests('schema', ['tools/openapi/hostile.test.ts'], { SCHEMA_ROUNDS: '20' })
const reads = byTests('reads', ['test/prove/reads.test.ts', 'features/timing/realdata.test.ts'], { RUNNERS: '27000' })
const retimed = byTests('retimed', ['test/prove/retimed.test.ts'], { RETIMED: '1000' })
const pictures = byTests('pictures', ['features/files/pictures.test.ts'], { PICTURES_IN_FULL: '1' })
const predictions = byTests('predictions', ['test/prove/predictions/predictions.test.ts'], { PREDICTIONS: 'full' })
const fidelity = byTests('fidelity', ['features/certificates/render/fidelity.test.ts'], { FIDELITY: 'full' })

const drawn = async (
  name: string,
  drawing: Pick<Drawing, 'people' | 'places' | 'returned' | 'kills'>,
): Promise<boolean> => {
  return inFolder('startline-drawn-', async (folder) => {
    const found = await proveDrawn({ ...drawing, sideBySide: 32, folder: join(folder, 'data'), say })
    say(JSON.stringify({ name, ...found }))
    return found.wrong.length === 0
  })
}
const draw = () =>
  drawn('draw', { people: 12_000, places: 4_000, returned: 100, kills: { freeze: 2, draw: 2, publish: 5 } })
const refresh = () => drawn('refresh', { people: 6_000, places: 1_000, returned: 4_500, kills: { refresh: 6 } })

const promoted = async (): Promise<boolean> => {
  const counts = await inFull(['features/waitlists/sequences.test.ts'], { PROMOTED: '1000', SEQUENCES: '200' })
  const { provePromoted } = await import('./promoted.ts')
  return inFolder('startline-promoted-', async (folder) => {
    const found = await provePromoted({
      waiting: 1000,
      placed: 100,
      returned: 700,
      rounds: 4,
      kills: {
        join: ['server', 'database'],
        promote: ['server', 'both', 'database', 'server', 'server', 'both', 'server', 'database'],
        end: ['server', 'both', 'server'],
      },
      sideBySide: 32,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'promoted', ...counts, ...found }))
    return counts.right && found.wrong.length === 0
  })
}

const photos = async (): Promise<boolean> => {
  return inFolder('startline-photographed-', async (folder) => {
    const found = await provePhotographed({
      photos: 10_000,
      kills: 2,
      sideBySide: 4,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'photos', ...found }))
    return found.wrong.length === 0
  })
}

const firefox = async (): Promise<boolean> => {
  const { proveFirefox } = await import('./firefox.ts')
  const found = await proveFirefox(say)
  say(JSON.stringify({ name: 'firefox', ...(found ?? { skipped: true }) }))
  return found !== undefined && found.wrong.length === 0
}
const browsers = byTests('browsers', ['test/prove/browsers/journeys.test.ts'], { BROWSERS: '1' })
const certificates = async (): Promise<boolean> => {
  const { proveExported } = await import('./exported.ts')
  return inFolder('startline-exported-', async (folder) => {
    const found = await proveExported({ finishers: 240, kills: 6, folder: join(folder, 'data'), say })
    say(JSON.stringify({ name: 'certificates', ...found }))
    return found.wrong.length === 0
  })
}

/** Takes the number of packs and the seed of chance from the command, if the command has them. */
const desks = async (): Promise<boolean> => {
  const { proveDesks } = await import('./desks/desks.ts')
  const [handouts, seed] = [Number(paths[0] ?? 5000), Number(paths[1] ?? Math.floor(Math.random() * 1_000_000))]
  return inFolder('startline-desks-', async (folder) => {
    const found = await proveDesks({
      handouts,
      desks: 8,
      kills: ['server', 'both'],
      seed,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'desks', ...found }))
    return found.wrong.length === 0
  })
}

/** Takes the number of people from the command, if the command has one. */
const standby = async (): Promise<boolean> => {
  const { proveStandby } = await import('./hosts/standby.ts')
  const people = Number(paths[0] ?? 4000)
  return inFolder('startline-standby-', async (folder) => {
    const found = await proveStandby({ people, places: Math.round(people * 0.6), sideBySide: 48, folder, say })
    say(JSON.stringify({ name: 'standby', ...found }))
    return found.wrong.length === 0
  })
}

const storage = async (): Promise<boolean> => {
  if (!process.env.S3_SERVER) {
    say(
      'Start a server of the S3 protocol, and name it: S3_SERVER=http://key:secret@127.0.0.1:8014 (docs/object-storage.md)',
    )
    return false
  }
  const { storedFiles } = await import('./hosts/storedFiles.ts')
  const files = ['test/prove/hosts/storage.test.ts', ...new Set(Object.values(storedFiles).flat())]
  return byTests('storage', files, { STORAGE_PROOF: '1' })()
}

/**
 * Takes the minutes and the seed of chance from the command, if the command has them. `--nginx` takes nginx in place of
 * HAProxy.
 */
const hosts = async (): Promise<boolean> => {
  const { proveHosts } = await import('./hosts/hosts.ts')
  const [minutes, seed] = paths.filter((word) => word !== '--nginx').map(Number)
  return inFolder('startline-hosts-', async (folder) => {
    const found = await proveHosts({
      minutes: minutes ?? 20,
      seed: seed ?? Math.floor(Math.random() * 1_000_000),
      proxy: paths.includes('--nginx') ? 'nginx' : 'haproxy',
      folder,
      say,
    })
    say(JSON.stringify({ name: 'hosts', ...found }))
    return found.wrong.length === 0 && !(strict && found.skipped.length > 0)
  })
}

/** Runs one part if the command has its number, and otherwise all parts. */
const release = async (): Promise<boolean> => {
  const { proveReleased } = await import('./released.ts')
  return inFolder('startline-release-', async (folder) => {
    const only = paths[0] === undefined ? undefined : Number(paths[0])
    const found = await proveReleased(join(folder, 'release'), only, say)
    if (found) say(JSON.stringify({ name: 'release', ...found }))
    const ran = Object.values(found?.parts ?? {})
    return ran.length > 0 && ran.every(({ failed, passed }) => failed.length === 0 && passed > 0)
  })
}

/** Runs tests once for each of several kinds. The last line holds the counts of each kind. */
const inEach = async (name: string, kinds: readonly string[], run: (kind: string) => Promise<Proved>) => {
  const ran: Record<string, Proved> = {}
  for (const kind of kinds) {
    say(`${name}: ${kind}`)
    ran[kind] = await run(kind)
  }
  say(JSON.stringify({ name, ...ran }))
  return Object.values(ran).every(({ right }) => right)
}

const proxied = async (): Promise<boolean> => {
  const { throughProxies } = await import('./hosts/proxied.ts')
  const { buildApps } = await import('#tools/build.ts')
  // The first story would build the apps within its own time, which is too short on a machine with other work.
  await buildApps()
  return inEach('proxied', ['haproxy', 'nginx'], (kind) => inFull(throughProxies, { STORY_PROXY: kind }))
}

const moment = async (): Promise<boolean> => {
  const { proveMoment } = await import('./hosts/moment.ts')
  return inFolder('startline-moment-', async (folder) => {
    const found = await proveMoment({ people: 3000, sideBySide: 32, folder, say })
    say(JSON.stringify({ name: 'moment', ...found }))
    return found.wrong.length === 0
  })
}

const dev = async (): Promise<boolean> => {
  const { proveDev } = await import('./dev.ts')
  const found = await proveDev({ rounds: 3, say })
  say(JSON.stringify({ name: 'dev', ...found }))
  return found.wrong.length === 0
}

const postgres = async (): Promise<boolean> => {
  const { programsOf, testsOnEach, versions } = await import('./databases/postgres.ts')
  return inEach('postgres', versions, (version) => inFull(testsOnEach, { POSTGRES_PROGRAMS: programsOf(version) }))
}

/** Runs one part if the command has its number, and otherwise all parts. */
const citus = async (): Promise<boolean> => {
  const { proveCitus } = await import('./databases/citus.ts')
  const found = await proveCitus(paths[0] === undefined ? undefined : Number(paths[0]), say)
  if (found) say(JSON.stringify({ name: 'citus', ...found }))
  const skips = Object.values(found?.parts ?? {}).some(({ skipped }) => skipped.length > 0)
  return found !== undefined && found.right && !(strict && skips)
}

/**
 * Runs all tests, or the tests of the named paths. Then searches the source files under the same paths, and lists the
 * statements that no test sent.
 */
const statements = async (): Promise<boolean> => {
  const { neverSent, statementsOfProduct } = await import('./databases/statements.ts')
  const under = paths.length === 0 ? [''] : paths
  return inFolder('startline-statements-', async (folder) => {
    const found = await inFull(paths, { STATEMENTS: folder })
    const all = under.flatMap((one) => statementsOfProduct(one))
    const never = neverSent(all, folder)
    for (const { kind, at, text } of never) say(`${at} ${kind}: ${text.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
    say(JSON.stringify({ name: 'statements', ...found, statements: all.length, never: never.length }))
    return found.right && never.length === 0
  })
}

const tracking = async (): Promise<boolean> => {
  const counts = await inFull(['features/tracking/matching/match.test.ts'], {})
  const { proveTracked } = await import('./tracked.ts')
  return inFolder('startline-tracked-', async (folder) => {
    const found = await proveTracked({
      devices: 500,
      fixes: 60,
      kills: ['server', 'database', 'both', 'server', 'database'],
      sideBySide: 50,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'tracking', ...counts, ...found }))
    return counts.right && found.wrong.length === 0
  })
}

/** Takes the number of sign-ups from the command, if the command has one. */
const webhooks = async (): Promise<boolean> => {
  const { proveWebhooks } = await import('./webhooks/webhooks.ts')
  return inFolder('startline-webhooks-', async (folder) => {
    const found = await proveWebhooks({
      people: Number(paths[0] ?? 1000),
      kills: ['server', 'server', 'both', 'server', 'server', 'both', 'server', 'server'],
      sideBySide: 8,
      slowSeconds: 11,
      folder: join(folder, 'data'),
      say,
    })
    say(JSON.stringify({ name: 'webhooks', ...found }))
    return found.wrong.length === 0
  })
}

const proofs: Readonly<Record<ProofName, () => Promise<boolean>>> = {
  draw,
  refresh,
  promoted,
  killed,
  bulk,
  refunds,
  guesses,
  schema,
  payments,
  reads,
  retimed,
  photos,
  pictures,
  fidelity,
  predictions,
  firefox,
  browsers,
  certificates,
  desks,
  tracking,
  dev,
  postgres,
  citus,
  webhooks,
  standby,
  moment,
  storage,
  hosts,
  proxied,
  release,
  statements,
}
const isProof = (name: string): name is ProofName => Object.hasOwn(descriptions, name)
if (chosen === undefined || !isProof(chosen)) {
  say('npm run prove -- NAME [--strict]')
  say('The exit code is 1 where a proof fails, with --strict also where a part of it was skipped. NAME is one of:')
  for (const [name, described] of Object.entries(descriptions))
    say(`${[name, 'options' in described && described.options].filter(Boolean).join(' ')}: ${described.description}`)
  process.exit(chosen === '--help' ? 0 : 1)
}
process.exit((await proofs[chosen]()) ? 0 : 1)
