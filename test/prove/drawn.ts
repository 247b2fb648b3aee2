import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { drawAgain } from '#test/ballot/independentBallot.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import type { World } from '#test/world.ts'
import { asker, openAccounts } from './entries.ts'
import { freePort, startServer } from './killed.ts'

/**
 * Runs a draw and the waitlist after it on the real server, which is killed in the middle of its work. The outcome must
 * be the same as without kills.
 */

const RACE = 2026
const EVENT = 1
const NUMBER = '3847.52'

/**
 * The steps in which the proof kills the server: the freezing of the list, the draw, the publication of the outcome,
 * and the refresh of the waitlist.
 */
export type DrawnStep = 'freeze' | 'draw' | 'publish' | 'refresh'
export type Drawing = {
  people: number
  places: number
  returned: number
  kills: Readonly<Partial<Record<DrawnStep, number>>>
  sideBySide: number
  folder: string
  say: (line: string) => void
}
export type DrawnOutcome = {
  people: number
  won: number
  offered: number
  kills: number
  /** The number of kills while a step was half done. */ caught: number
  wrong: string[]
}

type Server = ReturnType<typeof startServer>
const count = async (db: Db, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.n ?? 0)

/**
 * Holds the server that is killed. `through` kills the server up to `times` times, if possible while a step is half
 * done, and starts it again. After the last start the step runs to its end.
 */
const killer = (folder: string, port: number, first: Server, found: DrawnOutcome, say: (line: string) => void) => {
  let server = first
  return {
    stop: async () => {
      server.child.kill('SIGTERM')
      await new Promise((ended) =>
        server.child.exitCode === null && server.child.signalCode === null
          ? server.child.once('close', ended)
          : ended(undefined),
      )
    },
    through: async (
      step: DrawnStep,
      times: number,
      reading: { half: () => Promise<boolean>; over: () => Promise<boolean> },
    ) => {
      for (let n = 0; n < times && !(await reading.over()); n++) {
        let half = await reading.half()
        const end = Date.now() + 30_000
        while (!half && !(await reading.over()) && Date.now() < end) {
          await wait(2)
          half = await reading.half()
        }
        server.child.kill('SIGKILL')
        found.kills += 1
        if (half) found.caught += 1
        say(`kill -9 at ${step}${half ? ', half done' : ''}`)
        await new Promise((ended) => server.child.once('close', ended))
        server = startServer(folder, port)
        await server.up
      }
      const end = Date.now() + 240_000
      while (!(await reading.over())) {
        if (Date.now() > end) throw new Error(`${step} does not end`)
        await wait(50)
      }
    },
  }
}

/**
 * Makes the draw again from the published list, by the second implementation (`drawAgain`). Compares this draw with the
 * published outcome and with the registrations.
 */
const compare = async (db: Db, origin: string, ballot: number, found: DrawnOutcome): Promise<void> => {
  const read = async (name: string) => (await fetch(`${origin}/ballots/${RACE}/${ballot}/${name}`)).text()
  const again = drawAgain(await read('list.txt'), NUMBER)
  if (again?.outcome !== (await read('outcome.txt')))
    found.wrong.push('the published outcome is not what the published list and number give')
  const { rows } = await sql<{ line: string; state: string; held: boolean; wait_pos: number | null }>`
    select encode(b.entry, 'hex') || ' ' || case b.fate when 'wait' then 'wait ' || b.code when 'drawn' then 'drawn ' || b.segment else b.fate end as line,
      r.state, r.place_held as held, r.wait_pos
    from ballot_entries b
    join registrations r on r.raceid = b.raceid and r.id = b.registrationid
    where b.raceid = ${RACE} and b.ballotid = ${ballot}`.execute(db)
  const said = new Set((again?.outcome ?? '').split('\n'))
  const differ = rows.filter(
    ({ line, state, held, wait_pos }) =>
      !said.has(line) ||
      (line.includes('wait')
        ? state !== 'undraw' || held || !line.endsWith(` ${wait_pos}`)
        : state !== 'normal' || !held),
  ).length
  if (differ > 0) found.wrong.push(`${differ} registrations do not stand as they were drawn`)
  if (rows.length !== found.people) found.wrong.push(`${rows.length} entries of ${found.people}`)
  const twice = await count(
    db,
    sql`select count(*) as n
      from (select target from log where raceid = ${RACE} and what in ('registration drawn', 'registration not drawn') group by target having count(*) > 1) twice`,
  )
  if (twice > 0) found.wrong.push(`${twice} were told their lot twice`)
  found.won = rows.filter(({ held }) => held).length
}

/**
 * Lets people enter a draw. The server freezes the list, draws and publishes. Then places return and the waitlist is
 * refreshed. `kills` says how often at most the server is killed in each step.
 */
export const proveDrawn = async ({
  people,
  places,
  returned,
  kills,
  sideBySide,
  folder,
  say,
}: Drawing): Promise<DrawnOutcome> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const first = startServer(folder, port)
  await first.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const found: DrawnOutcome = { people, won: 0, offered: 0, kills: 0, caught: 0, wrong: [] }
  const given = { over: false }
  const ask = asker(origin, given)
  const server = killer(folder, port, first, found, say)
  try {
    await openRace({ db, clock }, { id: RACE, settings: {} })
    await openEvent({ db, clock }, { id: EVENT, state: 'draw', price: 0, places })
    await openAccounts(db, people)
    const { token: _token } = await staffSession({ db, clock } as unknown as World, [
      { raceid: RACE, role: 'director' },
    ])
    const must = async (path: string, fields: Record<string, unknown>) => {
      const answer = await ask(path, { ...fields, raceid: RACE, _token })
      if (answer.code !== '200') throw new Error(`${path}: ${answer.code} ${answer.refusal ?? ''}`)
      return answer.data as { id: number }
    }
    let next = 0
    const lane = async () => {
      while (next < people) {
        const n = next++
        const saved = await ask('/registration/save', { ...entrant(n), _token: `prove-${n}`, _once: `sign-up-${n}` })
        if (saved.code !== '200') throw new Error(`Sign-up ${n}: ${saved.refusal ?? saved.code}`)
      }
    }
    await Promise.all(Array.from({ length: sideBySide }, lane))
    say(`${people} have entered the draw`)

    const declared = {
      places,
      segments: [{ name: 'open', says: { 'zh-cn': '公开' }, who: { is: 'everybody' } }],
      source: { kind: 'number', says: '当日收盘指数', at: new Date(Date.now() + 3_600_000).toISOString() },
    }
    const { id } = await must('/console/ballots/declare', { eventid: EVENT, declared })
    await sql`update events set signup_until = now() - interval '1 second' where raceid = ${RACE}`.execute(db)
    const entries = () =>
      count(db, sql`select count(*) as n from ballot_entries where raceid = ${RACE} and ballotid = ${id}`)
    const stateOf = async () =>
      (await sql<{ state: string }>`select state from ballots where raceid = ${RACE} and id = ${id}`.execute(db))
        .rows[0]?.state
    await must('/console/ballots/freeze', { id })
    await server.through('freeze', kills.freeze ?? 0, {
      half: async () => (await entries()) > 0 && (await stateOf()) === 'declared',
      over: async () => (await stateOf()) !== 'declared',
    })
    // The random number of the draw would appear within the hour, and the proof does not wait for it.
    await sql`update ballots set declared = jsonb_set(declared, '{source,at}', to_jsonb(now() - interval '1 second'))
      where raceid = ${RACE} and id = ${id}`.execute(db)
    await must('/console/ballots/seed', { id, number: NUMBER })
    await server.through('draw', kills.draw ?? 0, {
      half: async () => (await stateOf()) === 'seeded',
      over: async () => (await stateOf()) === 'drawn',
    })
    await must('/console/ballots/publish', { id })
    const applied = () =>
      count(
        db,
        sql`select count(*) as n
          from ballot_entries
          where raceid = ${RACE} and ballotid = ${id} and applied_at is not null`,
      )
    await server.through('publish', kills.publish ?? 0, {
      half: async () => {
        const n = await applied()
        return n > 0 && n < people
      },
      over: async () => (await stateOf()) === 'published',
    })
    await compare(db, origin, id, found)
    say(`${found.won} have won, as the list and the number say`)

    await must('/console/waitlists/save', { eventid: EVENT, basis: 'draw_code', groups: 'alone', offer_minutes: 120 })
    const offered = () =>
      count(
        db,
        sql`select count(*) as n
          from registrations
          where raceid = ${RACE} and state = 'normal' and wait_pos is not null`,
      )
    await sql`update events set places = places + ${returned} where raceid = ${RACE} and id = ${EVENT}`.execute(db)
    await sql`update waitlists set refreshed_at = now() - interval '2 days' where raceid = ${RACE}`.execute(db)
    const owed = Math.min(returned, people - found.won)
    await server.through('refresh', kills.refresh ?? 0, {
      half: async () => {
        const n = await offered()
        return n > 0 && n < owed
      },
      over: async () =>
        (await count(
          db,
          sql`select count(*) as n
            from waitlists
            where raceid = ${RACE} and refreshed_at > now() - interval '1 day' and not offering`,
        )) === 1,
    })
    found.offered = await offered()
    if (found.offered !== owed) found.wrong.push(`${found.offered} places were given of ${owed} that had returned`)
    const overtaken = await count(
      db,
      sql`select count(*) as n from registrations where raceid = ${RACE} and state = 'normal' and wait_pos > ${owed}`,
    )
    if (overtaken > 0) found.wrong.push(`${overtaken} were given a place before somebody with a lower code`)
    const beyond = await count(
      db,
      sql`select greatest(taken - places, 0) + abs(taken - (select count(*) from registrations where raceid = ${RACE} and place_held)) as n
        from events
        where raceid = ${RACE} and id = ${EVENT}`,
    )
    if (beyond > 0) found.wrong.push('places taken and places counted differ, or are beyond the places')
    const notified = await count(
      db,
      sql`select count(*) as n from messages where raceid = ${RACE} and template = 'wait_given'`,
    )
    if (notified !== owed) found.wrong.push(`${notified} of ${owed} were told`)
    return found
  } finally {
    given.over = true
    await db.destroy()
    await server.stop()
  }
}
