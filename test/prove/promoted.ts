import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import type { World } from '#test/world.ts'
import { asker, openAccounts, payAtGateway, type PayTarget } from './entries.ts'
import { type Killed, freePort, killHard, startServer } from './killed.ts'

/**
 * Runs a waitlist of paid runners on the real server, while server and database are killed. Places return, staff and
 * the daily refresh give them to runners, some runners leave the line, and the waitlist ends. The proof: nobody gets
 * two places, everybody gets a due place, nobody gets a place before a runner with an earlier rank, and the gateway's
 * own books agree to the fen.
 */

const RACE = 2026
const EVENT = 1
const PRICE = 12_000
export type PromotingLoad = {
  waiting: number
  placed: number
  /** The number of places that become free. The test frees them in `rounds` rounds. */ returned: number
  rounds: number
  kills: Readonly<Record<'join' | 'promote' | 'end', readonly Killed[]>>
  sideBySide: number
  folder: string
  say: (line: string) => void
}
export type Promoted = {
  people: number
  paid: number
  given: number
  byHand: number
  left: number
  inVain: number
  kills: number
  /** The number of kills before the work of a step was done. */ caught: number
  wrong: string[]
}

const numberOf = async (db: Db, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.n ?? 0)

/** Returns the gateway's own books: for each trade its payments and its refunds. */
export const booksOf = (folder: string): { tradeno: string; paid: number; back: number }[] => {
  const books = new DatabaseSync(join(folder, 'pretend/wechatpay.sqlite'), { readOnly: true })
  try {
    return books
      .prepare(
        `select t.tradeno, coalesce(t.paid_amount, 0) as paid,
            (select coalesce(sum(r.amount), 0) from refunds r where r.tradeno = t.tradeno and r.status = 'SUCCESS') as back
          from trades t`,
      )
      .all() as { tradeno: string; paid: number; back: number }[]
  } finally {
    books.close()
  }
}

/** Counts states that must not occur and returns a line for each that occurred. */
const faults = async (db: Db, places: number, given: number): Promise<string[]> => {
  const { rows } = await sql<{ what: string; n: number }>`
    with all_of as (select * from registrations where raceid = ${RACE}), holding as (select * from all_of where place_held),
      admitted as (select target, count(*) as times from log where raceid = ${RACE} and what = 'registration admitted' group by target)
    select 'places that were not given, or given twice' as what, abs(${places} - (select count(*) from holding)) as n
    union all select 'places counted otherwise than they are held', abs((select taken from events where raceid = ${RACE} and id = ${EVENT}) - (select count(*) from holding))
    union all select 'who were given a place twice', (select count(*) from admitted where times > 1)
    union all select 'places given otherwise than returned', abs(${given} - (select count(*) from admitted))
    union all select 'whose message about a place is missing or there twice', abs(${given} - (select count(*) from messages where raceid = ${RACE} and template = 'wait_given'))
    union all select 'who got a place and no message', (select count(*) from admitted a where not exists (select from messages m where m.raceid = ${RACE} and m.key = 'wait_given ${sql.raw(String(RACE))}/' || split_part(a.target, ' ', 2)))
    union all select 'who waited in vain before somebody who was given a place', (select count(*) from all_of w where w.state = 'waitfail' and exists (select from admitted a join all_of g on a.target = 'registration ' || g.id where (g.pay_at, g.orderid, g.id) > (w.pay_at, w.orderid, w.id)))
    union all select 'who still wait', (select count(*) from all_of where state = 'wait' and closed_at is null and deleted_at is null and exited_at is null and freed_at is null)
    union all select 'who have a place and money back', (select count(*) from holding h join refunds f on f.raceid = h.raceid and f.orderid = h.orderid)
    union all select 'who have neither place nor money back', (select count(*) from all_of r where not r.place_held and r.pay_at is not null and (select coalesce(sum(f.amount), 0) from refunds f where f.raceid = r.raceid and f.orderid = r.orderid and f.state = 'done') <> ${PRICE})
    union all select 'orders refunded twice', (select count(*) from (select orderid from refunds where raceid = ${RACE} group by orderid having count(*) > 1) twice)
    union all select 'refunds that are not done', (select count(*) from refunds where raceid = ${RACE} and state <> 'done')
    union all select 'orders out of balance', (select count(*) from order_books where raceid = ${RACE} and not balanced)`.execute(
    db,
  )
  return rows.filter(({ n }) => Number(n) > 0).map(({ what, n }) => `${n} ${what}`)
}

export const provePromoted = async ({
  waiting,
  placed,
  returned,
  rounds,
  kills,
  sideBySide,
  folder,
  say,
}: PromotingLoad): Promise<Promoted> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server = startServer(folder, port)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const people = placed + waiting
  const found: Promoted = { people, paid: 0, given: 0, byHand: 0, left: 0, inVain: 0, kills: 0, caught: 0, wrong: [] }
  const given = { over: false }
  const ask = asker(origin, given)
  const keys: string[] = []
  // Reads a number again until a read succeeds. A pool whose connections were killed mends itself, but one query may
  // still meet a dead connection.
  const steady = async (read: () => Promise<number>): Promise<number> => {
    for (;;) {
      const n = await read().catch(() => undefined)
      if (n !== undefined) return n
      await wait(50)
    }
  }
  const kill = async (what: Killed) => {
    found.kills += 1
    server = await killHard(what, server, folder, port)
    await server.up
  }
  /** Makes the kills after equal parts of the work, one after another, and waits until all of the work is done. */
  const through = async (step: string, all: readonly Killed[], goal: number, done: () => Promise<number>) => {
    for (const [at, what] of all.entries()) {
      const when = Math.floor(((at + 1) * goal) / (all.length + 1))
      for (let n = 0; n < when; n = await steady(done)) await wait(5)
      const now = await steady(done)
      if (now < goal) found.caught += 1
      say(`kill -9 of ${what === 'both' ? 'server and database' : what} at ${step}, ${now} of ${goal} done`)
      await kill(what)
    }
    const end = Date.now() + 300_000
    while ((await steady(done)) < goal) {
      if (Date.now() > end) throw new Error(`${step} does not end`)
      await wait(50)
    }
  }
  const lanes = (most: number, work: (n: number) => Promise<void>) => {
    let next = 0
    return Promise.all(
      Array.from({ length: sideBySide }, async () => {
        while (next < most && !given.over) await work(next++)
      }),
    )
  }

  try {
    await openRace({ db, clock }, { id: RACE, settings: {} })
    await openEvent({ db, clock }, { id: EVENT, price: PRICE, places: placed })
    await openAccounts(db, people)
    const { token: _token } = await staffSession({ db, clock } as unknown as World, [
      { raceid: RACE, role: 'director' },
    ])
    const staff = (path: string, fields: Record<string, unknown>) =>
      ask(path, { ...fields, raceid: RACE, eventid: EVENT, _token })
    const must = async (path: string, fields: Record<string, unknown>) => {
      const answer = await staff(path, fields)
      if (answer.code !== '200') throw new Error(`${path}: ${answer.code} ${answer.refusal ?? ''}`)
    }
    await must('/console/waitlists/save', { basis: 'payment', groups: 'alone', offer_minutes: 120 })
    const person = async (n: number) => {
      const saved = await ask('/registration/save', { ...entrant(n), _token: `prove-${n}`, _once: `sign-up-${n}` })
      if (saved.code !== '200') throw new Error(`Sign-up ${n}: ${saved.refusal ?? saved.code}`)
      keys[n] = (saved.data as { _key: string })._key
      const begun = await ask('/registration/pay', {
        id: keys[n],
        payment: 'wechat',
        way: 'native',
        _token: `prove-${n}`,
      })
      const next = (begun.data as { next?: PayTarget | null } | null)?.next
      if (!next || !(await payAtGateway(next, origin, given)))
        throw new Error(`Payment ${n}: ${begun.refusal ?? begun.code}`)
    }
    const paidOf = () =>
      numberOf(db, sql`select count(*) as n from registrations where raceid = ${RACE} and pay_at is not null`)
    await lanes(placed, person)
    await through('payment', [], placed, paidOf)
    await Promise.all([
      lanes(waiting, (n) => person(placed + n)),
      through('joining the line', kills.join, people, paidOf),
    ])
    found.paid = await paidOf()
    say(`${placed} have places, ${waiting} have paid and wait`)

    const admitted = () =>
      numberOf(db, sql`select count(*) as n from log where raceid = ${RACE} and what = 'registration admitted'`)
    // Every tenth waiting runner leaves while places are given, unless the runner gets a place before that.
    const leaving = keys.slice(placed).filter((_, at) => at % 10 === 9)
    for (let round = 1; round <= rounds; round++) {
      const goal = Math.floor((returned * round) / rounds)
      const before = await admitted()
      const share = kills.promote.slice(
        Math.floor((kills.promote.length * (round - 1)) / rounds),
        Math.floor((kills.promote.length * round) / rounds),
      )
      await sql`update events set places = ${placed + goal} where raceid = ${RACE} and id = ${EVENT}`.execute(db)
      await sql`update waitlists set refreshed_at = now() - interval '2 days' where raceid = ${RACE}`.execute(db)
      let full = false
      // Staff give places in every second round. In the other rounds only the daily refresh gives places.
      const hands = round % 2 === 0 ? 0 : 4
      const hand = async (n: number) => {
        while (!full) {
          const answer = await staff('/console/waitlists/promote', { n: 1 + ((n * 7) % 5), reason: '名额退回' })
          found.byHand += (answer.data as { given?: number } | null)?.given ?? 0
          if (answer.code !== '200') await wait(20)
        }
      }
      const part = leaving.slice(
        Math.floor((leaving.length * (round - 1)) / rounds),
        Math.floor((leaving.length * round) / rounds),
      )
      await Promise.all([
        ...Array.from({ length: hands }, (_, n) => hand(n)),
        lanes(
          part.length,
          async (n) => void (await ask('/waitlist/leave', { id: part[n], _token: `prove-${keys.indexOf(part[n]!)}` })),
        ),
        through(`round ${round}`, share, goal - before, async () => (await admitted()) - before).finally(
          () => (full = true),
        ),
      ])
    }
    found.given = await admitted()

    const gone = () =>
      numberOf(db, sql`select count(*) as n from registrations where raceid = ${RACE} and state = 'waitfail'`)
    const inLine = await numberOf(db, sql`select count(*) as n from registrations_in_line where raceid = ${RACE}`)
    await must('/console/waitlists/end', {})
    await through('the end', kills.end, inLine, gone)
    found.inVain = await gone()
    found.left = people - placed - found.given - found.inVain
    const end = Date.now() + 240_000
    do {
      await wait(200)
      found.wrong = await faults(db, placed + returned, returned).catch(() => ['the database does not answer'])
    } while (found.wrong.length > 0 && Date.now() < end)

    const { rows } = await sql<{
      tradeno: string
      held: boolean
    }>`select p.tradeno, bool_or(r.place_held) as held
      from payments p
      join registrations r on r.raceid = p.raceid and r.orderid = p.orderid
      where p.raceid = ${RACE}
      group by p.tradeno`.execute(db)
    const held = new Map(rows.map((row) => [row.tradeno, row.held]))
    const trades = booksOf(folder)
    const kept = trades.reduce((sum, { paid, back }) => sum + paid - back, 0)
    if (kept !== PRICE * (placed + returned))
      found.wrong.push(`The gateway has kept ${kept} fen for ${placed + returned} places at ${PRICE}`)
    const astray = trades.filter(({ tradeno, paid, back }) =>
      paid === 0 ? back > 0 : paid !== PRICE || back !== (held.get(tradeno) ? 0 : PRICE),
    ).length
    if (astray > 0) found.wrong.push(`${astray} trades of the gateway's own books are not as their places are`)
    const taken = trades.filter(({ paid }) => paid > 0).length
    if (taken !== people) found.wrong.push(`${taken} trades were paid for ${people} people`)
    if (new Set(keys).size !== people) found.wrong.push('two people were given one registration')
    return found
  } finally {
    given.over = true
    await db.destroy()
    server.child.kill('SIGTERM')
    await new Promise((ended) =>
      server.child.exitCode === null && server.child.signalCode === null
        ? server.child.once('close', ended)
        : ended(undefined),
    )
  }
}
