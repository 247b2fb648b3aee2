import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { folderArchive } from '#db/archive/folder.ts'
import { restoreTo } from '#db/archive/restore.ts'
import { type Connection, type Db, openDb } from '#db/db.ts'
import { backUp } from '#db/embedded/backup.ts'
import { processesIn } from '#db/embedded/processes.ts'
import { RACE } from '#test/entrants.ts'
import { type Acknowledged, asker, personOf } from '../entries.ts'
import { freePort, startServer } from '../killed.ts'
import { openSignUp, signUpAll } from './load.ts'

/**
 * The settings of the proof that the embedded database comes back after its disk is lost. A backup and the archive of
 * the database's log bring the database to a chosen moment, and to the end of the archive.
 */
export type MomentProof = { people: number; sideBySide: number; folder: string; say: (line: string) => void }
export type MomentFinding = {
  signedUp: number
  /** The registrations at the chosen moment. The restored database has all of them and no other registrations. */
  atTheMoment: number
  /** Acknowledged sign-ups of the last seconds before the loss that the archive did not have. */
  lostAtTheEnd: number
  /** The seconds between the oldest lost sign-up and the loss. The setting of the archive limits these seconds. */
  lostSeconds: number
  restoredMs: number
  wrong: string[]
}

const ARCHIVE_SECONDS = 2
/** The length of a pause without sign-ups, so that each sign-up lies clearly before or after the chosen moment. */
const STILL_MS = 300

const socketOf = (folder: string): Connection => ({
  host: join(folder, 'postgres'),
  port: 5432,
  user: 'startline',
  database: 'startline',
})
const keysOf = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ _key: string }>`select _key from registrations where raceid = ${RACE}`.execute(db)
  return new Set(rows.map((row) => row._key))
}

type Entry = { key: string; at: number }

export const proveMoment = async ({ people, sideBySide, folder, say }: MomentProof): Promise<MomentFinding> => {
  const [data, archive, backup] = ['data', 'archive', 'backup'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await freePort()
  const server = startServer(data, port, {
    STARTLINE_ARCHIVE: archive,
    STARTLINE_ARCHIVE_SECONDS: String(ARCHIVE_SECONDS),
  })
  const given = { over: false }
  const found: MomentFinding = {
    signedUp: 0,
    atTheMoment: 0,
    lostAtTheEnd: 0,
    lostSeconds: 0,
    restoredMs: 0,
    wrong: [],
  }
  const store = folderArchive(archive)
  try {
    await server.up
    const db = openDb(socketOf(data), { patienceMs: 10_000 })
    await openSignUp(db, people, people)
    const origin = `http://localhost:${port}`
    const acknowledged: Acknowledged[] = []
    const entries: Entry[] = []
    const still = { until: 0 }
    const signUp = personOf({ origin, given, ask: asker(origin, given), acknowledged, refused: {} })
    const person = async (n: number) => {
      while (Date.now() < still.until) await wait(20)
      const before = acknowledged.length
      await signUp(n).catch(() => undefined)
      for (const { key } of acknowledged.slice(before)) entries.push({ key, at: Date.now() })
    }
    let moment = new Date()
    let expected = new Set<string>()
    let lostAt = 0
    await signUpAll({ people, sideBySide, say }, person, async (reach) => {
      await reach(people / 4)
      say('A backup is made while people sign up')
      await backUp(data, socketOf(data), backup, new Date())
      await reach(people / 2)
      // For a while nobody begins a sign-up, and the present sign-ups end.
      still.until = Infinity
      await wait(2000)
      expected = await keysOf(db)
      moment = new Date()
      await wait(STILL_MS)
      still.until = 0
      await reach((people * 3) / 4)
      say('kill -9 of server and database, and the disk is lost')
      lostAt = Date.now()
      server.child.kill('SIGKILL')
      for (const pid of processesIn(join(data, 'postgres'))) process.kill(pid, 'SIGKILL')
      given.over = true
    })
    await db.destroy().catch(() => undefined)
    while (processesIn(join(data, 'postgres')).length > 0) await wait(50)
    rmSync(data, { recursive: true, force: true })
    found.signedUp = acknowledged.length
    found.atTheMoment = expected.size

    const restore = async (name: string, to: Date | undefined): Promise<Set<string>> => {
      const { server: restored } = await restoreTo(backup, join(folder, name), store, to)
      const there = openDb(restored.connection)
      try {
        return await keysOf(there)
      } finally {
        await there.destroy()
        await restored.stop()
      }
    }
    const began = performance.now()
    const atMoment = await restore('moment', moment)
    found.restoredMs = Math.round(performance.now() - began)
    const missing = [...expected].filter((key) => !atMoment.has(key)).length
    const later = [...atMoment].filter((key) => !expected.has(key)).length
    if (missing > 0) found.wrong.push(`${missing} registrations from before the moment are missing`)
    if (later > 0) found.wrong.push(`${later} registrations from after the moment are there`)

    const atEnd = await restore('latest', undefined)
    const lost = entries.filter(({ key }) => !atEnd.has(key))
    found.lostAtTheEnd = lost.length
    found.lostSeconds = lost.length === 0 ? 0 : (lostAt - Math.min(...lost.map(({ at }) => at))) / 1000
    // The archive looks for new segments once a second. Even a slow disk stores a segment (16 MB) in two seconds.
    if (found.lostSeconds > ARCHIVE_SECONDS + 3)
      found.wrong.push(`sign-ups of the last ${found.lostSeconds} s are lost`)
    if (atEnd.size <= atMoment.size) found.wrong.push('the end of the archive holds no more than the moment')
    return found
  } finally {
    given.over = true
    server.child.kill('SIGKILL')
  }
}
