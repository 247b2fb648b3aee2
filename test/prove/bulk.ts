import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { asker, openAccounts } from './entries.ts'
import { type Killed, freePort, killHard, startServer } from './killed.ts'

/**
 * Refuses many registrations at once on the real server and undoes the refusal, while server and database are killed.
 * The proof: each row is done once, each runner gets one message, and the number of held places equals the number of
 * counted places.
 */

const RACE = 2026
const EVENT = 1
export type BulkProof = {
  people: number
  kills: Readonly<Record<'refuse' | 'undo', readonly Killed[]>>
  sideBySide: number
  folder: string
  say: (line: string) => void
}
export type BulkProved = { people: number; refused: number; undone: number; kills: number; wrong: string[] }
type Line = { id: number; state: string; done: number; unchanged: number; not_done: number; total: number }

const faults = async (db: Db, first: number, second: number): Promise<string[]> => {
  const { rows } = await sql<{ what: string; n: number }>`
    with all_of as (select * from registrations where raceid = ${RACE}),
      refused as (select target, count(*) as times from log where raceid = ${RACE} and what = 'registration refused' group by target),
      back as (select target, count(*) as times from log where raceid = ${RACE} and what = 'registration back under review' group by target)
    select 'registrations that are not under review again' as what, (select count(*) from all_of where state <> 'audit') as n
    union all select 'who were refused twice or never', (select count(*) from all_of) - (select count(*) from refused where times = 1)
    union all select 'who were taken back twice or never', (select count(*) from all_of) - (select count(*) from back where times = 1)
    union all select 'who were told twice or never', abs((select count(*) from all_of) - (select count(*) from messages where raceid = ${RACE} and template = 'review_failed'))
    union all select 'rows that are not done', (select count(*) from bulk_rows where raceid = ${RACE} and bulkid in (${first}, ${second}) and outcome is distinct from 'done')
    union all select 'places counted otherwise than they are held', abs((select taken from events where raceid = ${RACE} and id = ${EVENT}) - (select count(*) from all_of where place_held))`.execute(
    db,
  )
  return rows.filter(({ n }) => Number(n) !== 0).map(({ what, n }) => `${n} ${what}`)
}

/** Waits for the end of a bulk action, and calls `onWay` with its progress. */
const untilOver = async (look: () => Promise<Line>, onWay: (line: Line) => Promise<void>): Promise<Line> => {
  for (;;) {
    const line = await look()
    if (line.state !== 'running') return line
    await onWay(line)
    await wait(20)
  }
}

type Asks = ReturnType<typeof asker>
/** Signs everybody up, several people at a time. Returns a sentence for each refused sign-up. */
const signEverybodyUp = async (asks: Asks, { people, sideBySide }: BulkProof): Promise<string[]> => {
  const wrong: string[] = []
  let signed = 0
  const lane = async () => {
    while (signed < people) {
      const n = signed++
      const fields = { ...entrant(n, { eventid: EVENT }), _token: `prove-${n}`, _once: `sign-up-${n}` }
      const { code, refusal } = await asks('/registration/save', fields)
      if (code !== '200') wrong.push(`sign-up ${n} was refused: ${refusal ?? code}`)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, lane))
  return wrong
}

export const proveBulk = async (proof: BulkProof): Promise<BulkProved> => {
  const { people, kills, folder, say } = proof
  const port = await freePort()
  let server = startServer(folder, port)
  await server.up
  const host = { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' }
  const db = openDb(host, { patienceMs: 60_000 })
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock }, { id: RACE })
  await openEvent({ db, clock }, { id: EVENT, state: 'audit', places: people })
  await openAccounts(db, people)
  const { token } = await staffSession({ db, clock }, [{ raceid: RACE, role: 'director' }])
  const given = { over: false }
  const asks = asker(`http://localhost:${port}`, given)
  const ask = async <Data>(name: string, fields: Record<string, unknown>): Promise<Data> => {
    const sent = { raceid: RACE, _token: token, ...fields }
    const { code, refusal, data } = await asks(`/console/registrations/bulk/${name}`, sent)
    if (code !== '200') throw new Error(`${name} was refused: ${refusal ?? code}`)
    return data as Data
  }
  const found: BulkProved = { people, refused: 0, undone: 0, kills: 0, wrong: [] }
  /** Kills the planned processes after equal shares of an action's rows. Returns how many rows the action did. */
  const through = async (id: number, planned: readonly Killed[]): Promise<number> => {
    let next = 0
    const look = async () => (await ask<{ bulk: Line }>('show', { id })).bulk
    const { done } = await untilOver(look, async (line) => {
      const at = line.done + line.unchanged + line.not_done
      const what = planned[next]
      if (!what || at < ((next + 1) * line.total) / (planned.length + 1)) return
      say(`kill -9 of ${what === 'both' ? 'server and database' : what} after ${at} of ${line.total} rows`)
      next += 1
      found.kills += 1
      server = await killHard(what, server, folder, port)
      await server.up
    })
    if (next < planned.length) found.wrong.push(`killed ${next} times of ${planned.length}: it was over too soon`)
    return done
  }
  try {
    found.wrong.push(...(await signEverybodyUp(asks, proof)))
    say(`${people} are under review`)
    const chosen = { action: 'refuse', filter: { state: 'audit' } }
    const { total, upto } = await ask<{ total: number; upto: number }>('preview', chosen)
    const input = { reason: '成绩证明不清晰，请重新上传' }
    const first = await ask<{ id: number }>('start', { ...chosen, input, total, upto, _once: 'refuse' })
    found.refused = await through(first.id, kills.refuse)
    const second = await ask<{ id: number }>('undo', { id: first.id, _once: 'undo' })
    found.undone = await through(second.id, kills.undo)
    found.wrong.push(...(await faults(db, first.id, second.id)))
    return found
  } finally {
    given.over = true
    await db.destroy()
    const { child } = server
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await new Promise((ended) => child.once('close', ended))
  }
}
