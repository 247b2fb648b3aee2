import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, chownSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isAlive } from '#db/embedded/processes.ts'
import { freshDatabase } from '#test/database.ts'

/**
 * These tests start the real server as a child process, as a person would. They start it several times, so the time
 * limit is long enough for a busy machine.
 */
vi.setConfig({ testTimeout: 240_000 })
const ROOT = join(import.meta.dirname, '..')
const asRoot = process.getuid?.() === 0
const NOBODY = 65_534
/** An ordinary user: the user `nobody` if root runs the tests, otherwise the user who runs the tests. */
const ordinary = asRoot ? { uid: NOBODY, gid: NOBODY } : {}

type Started = { child: ChildProcess; address: string; said: () => string; ended: Promise<number | null> }
const running = new Set<ChildProcess>()
const folders: string[] = []

const start = (env: Record<string, string>, as: { uid?: number; gid?: number } = {}): Started => {
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.ts')], {
    cwd: ROOT,
    ...as,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', STARTLINE_DEMO: '0', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  void ended.then(() => running.delete(child))
  return {
    child,
    get address() {
      return /Startline is at (\S+)/.exec(text)?.[1] ?? ''
    },
    said: () => text,
    ended,
  }
}

/** Waits until the server prints its address. Throws an error with the server's output if the server does not start. */
const up = async (server: Started): Promise<Started> => {
  for (let tries = 0; tries < 3600; tries += 1) {
    if (server.address) return server
    if (server.child.exitCode !== null || server.child.signalCode !== null) break
    await wait(50)
  }
  throw new Error(`The server did not start: ${server.said()}`)
}

const stop = async (server: Started): Promise<void> => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

const ready = (server: Started): Promise<number> =>
  fetch(`${server.address}/ready`, { signal: AbortSignal.timeout(8_000) }).then(
    ({ status }) => status,
    () => 0,
  )

const freshFolder = (mode = 0o700): string => {
  const outer = mkdtempSync(join(tmpdir(), 'startline-main-'))
  folders.push(outer)
  chmodSync(outer, mode)
  return join(outer, 'data')
}

const databaseOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

const query = async (folder: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ host: join(folder, 'postgres'), user: 'startline', database: 'startline' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Begins to write rows one by one until the database no longer answers. The returned function waits for this end, and
 * returns the number of acknowledged rows.
 */
const writeUntilItFalls = async (folder: string, kind: string): Promise<() => Promise<number>> => {
  const client = new pg.Client({ host: join(folder, 'postgres'), user: 'startline', database: 'startline' })
  client.on('error', () => undefined)
  await client.connect()
  let acknowledged = 0
  const writing = (async () => {
    for (;;) {
      await client.query('insert into ids (kind, id, raceid) values ($1, $2, 1)', [kind, acknowledged + 1])
      acknowledged += 1
    }
  })().catch(() => undefined)
  return async () => {
    await writing
    return acknowledged
  }
}

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await wait(50)
})
afterAll(() => {
  for (const outer of folders) {
    const pidFile = join(outer, 'data/postgres/postmaster.pid')
    if (existsSync(pidFile)) {
      const pid = databaseOf(join(outer, 'data'))
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
    }
    rmSync(outer, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
})

describe('starting and stopping', () => {
  test('in a folder that only its owner may use it starts, stops, starts again at once, and is not started twice', async () => {
    const folder = freshFolder()
    const first = await up(start({ STARTLINE_DATA: folder }))
    expect(await ready(first)).toBe(200)
    expect(first.said()).toContain(`${folder}/startline.key`)
    expect(statSync(join(folder, 'startline.key')).mode & 0o777).toBe(0o600)
    const second = start({ STARTLINE_DATA: folder })
    expect(await second.ended).toBe(1)
    expect(second.said()).toBe(
      `Another Startline (process ${first.child.pid}) is already using ${folder}. Stop it first, or set ` +
        'STARTLINE_DATA to another folder.\n',
    )
    expect(await ready(first)).toBe(200)
    const database = databaseOf(folder)
    await stop(first)
    expect(isAlive(database)).toBe(false)
    await stop(await up(start({ STARTLINE_DATA: folder })))
  })

  test('after kill -9 of the server the next server joins the running database; nothing acknowledged is lost', async () => {
    const folder = freshFolder()
    const first = await up(start({ STARTLINE_DATA: folder }))
    const acknowledged = await writeUntilItFalls(folder, 'survivor')
    await wait(200)
    first.child.kill('SIGKILL')
    await first.ended
    const database = databaseOf(folder)
    const second = await up(start({ STARTLINE_DATA: folder }))
    expect(databaseOf(folder)).toBe(database)
    await stop(second)
    expect(isAlive(database)).toBe(false)
    const count = await acknowledged()
    expect(count).toBeGreaterThan(10)
    const third = await up(start({ STARTLINE_DATA: folder }))
    expect(
      Number((await query(folder, `select count(*) from ids where kind = 'survivor'`))[0]?.count),
    ).toBeGreaterThanOrEqual(count)
    await stop(third)
  })

  test('after kill -9 of the database a running server brings it back; nothing acknowledged is lost', async () => {
    const folder = freshFolder()
    const server = await up(start({ STARTLINE_DATA: folder }))
    const acknowledged = await writeUntilItFalls(folder, 'survivor')
    await wait(200)
    process.kill(databaseOf(folder), 'SIGKILL')
    const count = await acknowledged()
    // A start after a crash reads the log of the database again. That takes long while other tests use the disk.
    await expect.poll(() => ready(server), { timeout: 90_000, interval: 50 }).toBe(200)
    expect(
      Number((await query(folder, `select count(*) from ids where kind = 'survivor'`))[0]?.count),
    ).toBeGreaterThanOrEqual(count)
    expect(server.said()).toContain('The database fell and was started again.')
    await stop(server)
  })

  test('after kill -9 of both the next start recovers', async () => {
    const folder = freshFolder()
    const first = await up(start({ STARTLINE_DATA: folder }))
    const acknowledged = await writeUntilItFalls(folder, 'survivor')
    await wait(200)
    first.child.kill('SIGKILL')
    process.kill(databaseOf(folder), 'SIGKILL')
    const count = await acknowledged()
    await first.ended
    const second = await up(start({ STARTLINE_DATA: folder }))
    expect(
      Number((await query(folder, `select count(*) from ids where kind = 'survivor'`))[0]?.count),
    ).toBeGreaterThanOrEqual(count)
    await stop(second)
  })

  test('two servers that start at once over an empty database of their own both run', async () => {
    const outer = mkdtempSync(join(tmpdir(), 'startline-both-'))
    folders.push(outer)
    const database = await freshDatabase({ empty: true })
    try {
      const { host, port, user, database: name } = database.connection as Record<string, string | number>
      const DATABASE_URL = `postgres://${user}@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`
      // Both servers share one folder, as machines with a shared disk do, so the key is made once.
      const servers = await Promise.all(
        [1, 2].map(() => up(start({ STARTLINE_DATA: join(outer, 'data'), DATABASE_URL }))),
      )
      expect(await Promise.all(servers.map(ready))).toEqual([200, 200])
      for (const server of servers) expect(server.said()).not.toMatch(/error|exception/i)
      await Promise.all(servers.map(stop))
    } finally {
      await database.drop()
    }
  })

  test('two server processes on one port answer, are counted together, and end together', async () => {
    const folder = freshFolder()
    const server = await up(start({ STARTLINE_DATA: folder, STARTLINE_WORKERS: '2', METRICS_PORT: '0' }))
    for (let asked = 0; asked < 20; asked++) expect(await ready(server)).toBe(200)
    const address = /Metrics are at (\S+)/.exec(server.said())?.[1] ?? ''
    const text = await (await fetch(address)).text()
    expect(text).toContain('startline_call_seconds_count{path="/ready",status="200"} 20')
    // Each of the two processes holds a pool of twenty connections.
    expect(text).toContain('startline_pool_connections{state="most"} 40')
    expect(text).toContain('startline_database_up 1')
    await stop(server)
  })

  test('on a signal /ready says 503 while calls are still answered, then the server ends', async () => {
    const server = await up(start({ STARTLINE_DATA: freshFolder(), SHUTDOWN_WAIT: '3' }))
    expect(await ready(server)).toBe(200)
    server.child.kill('SIGTERM')
    await wait(500)
    expect(await ready(server)).toBe(503)
    expect((await fetch(`${server.address}/up`)).status).toBe(200)
    expect(await server.ended).toBe(0)
  })

  test('as an ordinary user, in a folder of that user whose path is too long for a socket', async () => {
    const outer = mkdtempSync(join(tmpdir(), 'startline-user-'))
    folders.push(outer)
    const home = join(
      outer,
      'a-name-that-is-long-enough-for-no-socket-to-fit-into-it-any-more-because-a-path-may-have-107-bytes',
    )
    mkdirSync(home)
    chmodSync(outer, 0o755)
    if (asRoot) chownSync(home, NOBODY, NOBODY)
    const folder = join(home, 'data')
    for (const _ of ['fresh', 'again']) {
      const server = await up(start({ STARTLINE_DATA: folder }, ordinary))
      expect(await ready(server)).toBe(200)
      expect(statSync(join(folder, 'postgres')).uid).toBe(asRoot ? NOBODY : process.getuid?.())
      await stop(server)
    }
  })
})

describe('a fault that the operator can mend is named in one sentence, without a stack', () => {
  const fails = async (env: Record<string, string>, as: { uid?: number; gid?: number } = {}): Promise<string> => {
    const server = start(env, as)
    expect(await server.ended).toBe(1)
    expect(server.said()).not.toMatch(/\n\s+at /)
    expect(server.said().trim().split('\n').length).toBe(1)
    return server.said().trim()
  }
  let taken: Server
  let port = 0
  beforeAll(async () => {
    taken = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    port = (taken.address() as AddressInfo).port
  })
  afterAll(() => void taken.close())

  test('a port in use', async () => {
    expect(await fails({ PORT: String(port), STARTLINE_DATA: freshFolder() })).toBe(
      `Port ${port} is already in use. Stop what listens there, or start with another one: PORT=${port + 1} npm start`,
    )
  })

  test('a data folder without the right to write', async () => {
    const folder = freshFolder(0o500)
    expect(await fails({ STARTLINE_DATA: folder }, ordinary)).toBe(
      `The data folder ${folder} can't be written. Give it to the user that starts Startline, or set ` +
        'STARTLINE_DATA to another folder.',
    )
  })

  test('a data folder that is a file', async () => {
    const folder = freshFolder()
    spawnSync('touch', [folder])
    expect(await fails({ STARTLINE_DATA: folder })).toContain(`The data folder ${folder} can't be written.`)
  })

  test('a wrong DATABASE_URL, a URL where nothing listens, and a server that is not PostgreSQL', async () => {
    const STARTLINE_DATA = freshFolder()
    expect(await fails({ STARTLINE_DATA, DATABASE_URL: 'mysql://root@localhost/x' })).toBe(
      'DATABASE_URL is an address like postgres://user:password@host:5432/database.',
    )
    const refused = await fails({ STARTLINE_DATA, DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/races' })
    expect(refused).toBe("The database of DATABASE_URL (127.0.0.1:1/races) can't be used: nothing listens there.")
    const stranger = await fails({ STARTLINE_DATA, DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/races` })
    expect(stranger).toContain(`The database of DATABASE_URL (127.0.0.1:${port}/races) can't be used`)
    expect(stranger).not.toContain('secret')
  })

  test('a variable with a wrong value', async () => {
    expect(await fails({ PORT: 'http' })).toBe('PORT is a whole number from 0 to 65535.')
  })

  test("a key that is not this database's", async () => {
    const STARTLINE_DATA = freshFolder()
    const first = await up(start({ STARTLINE_DATA, STARTLINE_KEY: Buffer.alloc(32, 1).toString('base64') }))
    await query(
      STARTLINE_DATA,
      "insert into keys (scope, wrapped, master, created_at) select 'accounts', '\\x00', " +
        "'\\x0102030405060708', now() on conflict (scope) do update set master = excluded.master",
    )
    await stop(first)
    expect(await fails({ STARTLINE_DATA, STARTLINE_KEY: Buffer.alloc(32, 2).toString('base64') })).toMatch(
      new RegExp(
        '^STARTLINE_KEY is not the key that this database was sealed with\\. ' +
          'Put back the one it was first started with \\(it is no part of a backup\\), .*$',
      ),
    )
  })
})

test('--help lists every variable, and starts nothing', () => {
  const { stdout, status } = spawnSync(process.execPath, [join(ROOT, 'tools/start.ts'), '--help'], {
    encoding: 'utf8',
    cwd: ROOT,
  })
  expect(status).toBe(0)
  expect(stdout).toContain('STARTLINE_DATA=./data')
})

// Starts eighteen programs, one after the other, which takes a quarter of a minute on a quiet machine.
test('every command of package.json answers --help and does nothing else', { timeout: 180_000 }, () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = Object.entries(scripts).filter(([name]) => !name.startsWith('pre'))
  for (const [name, command] of commands) {
    const args = command.split(' ').slice(1)
    const { stdout, status } = spawnSync(process.execPath, [...args, '--help'], {
      encoding: 'utf8',
      cwd: ROOT,
      timeout: 30_000,
    })
    expect(status, name).toBe(0)
    expect(stdout, name).toMatch(/npm|node tools/)
  }
})
