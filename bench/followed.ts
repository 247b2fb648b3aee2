import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { consoleOverviewShow } from '#features/overview/contract.ts'
import { RACE } from '#test/entrants.ts'
import { databaseSeconds, ownSeconds } from './ground/processor.ts'

/**
 * Measures the overview while people sign up: its delay behind the truth, and the processor time that it takes. The
 * rows are written directly, so that the sign-ups themselves cost the same with and without a viewer.
 */
const PER_SECOND = 100
const SECONDS = 20
const EVERY_MS = 100
/** The number of latest sign-ups from which `copyRows` chooses some to become paid: the sign-ups of two minutes. */
const UNPAID = 12_000

/**
 * Copies rows of the race and returns the number of copies. Each copy has a key, a document and an order of its own.
 * About `count` of the latest sign-ups also become paid.
 */
const copyRows = async (db: Db, from: number, count: number, upto: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`with entered as (
      insert into registrations (raceid, _key, eventid, uid, state, name, idtype, idnum, idnum_mask,
        idnum_ix, document_ix, birth, mobile, mobile_mask, gender, age_on_race_day, clothes, province, price,
        created_at, updated_at)
      select raceid, 'zzz' || translate(lpad(n::text, 19, '0'), '0', 'z'), eventid, uid, state, name, idtype, idnum,
        idnum_mask, sha256(convert_to('followed ' || n, 'UTF8')), sha256(convert_to('followed ' || n, 'UTF8')), birth,
        mobile, mobile_mask, gender, age_on_race_day, clothes, province, price, now(), now()
      from (select r.*, ${from}::integer + row_number() over () as n from registrations r
        where raceid = ${RACE} and id in (
          select (random() * ${upto - 1})::bigint + 1 from generate_series(1, ${count}::integer))) r
      returning raceid, _key, uid, price
    ), ordered as (
      insert into orders (raceid, _key, uid, room, tradeno, fee, amount, pay_end, close_at, created_at, updated_at)
      select raceid, _key, uid, 'registrations', 'followed ' || _key, price, price, now(), now(), now(), now() from entered
    ), chosen as materialized (
      select greatest(1, ${upto + from}::bigint - (random() * ${UNPAID})::bigint) as id
      from generate_series(1, ${count}::integer)
    ), paid as (
      update registrations set pay_at = now(), updated_at = now()
      where raceid = ${RACE} and id in (select id from chosen) returning id
    ), settled as (
      update orders set state = 'paid', payment = 'wechat', pay_at = now(), updated_at = now()
      where raceid = ${RACE} and id in (select id from chosen) returning id
    )
    select count(*)::integer as n from entered`.execute(db)
  return rows[0]!.n
}

type Moment = { at: number; rows: number }
type Ground = { db: Db; postmaster: number; people: number }

/** Makes sign-ups for `SECONDS` seconds. Returns the processor seconds, and the number of rows at each moment. */
const signUps = async (ground: Ground, before: number): Promise<{ cpu: number; truth: Moment[] }> => {
  const { db, postmaster, people } = ground
  const truth: Moment[] = []
  const used = ownSeconds() + databaseSeconds(postmaster)
  const began = performance.now()
  let rows = before
  for (let turn = 0; turn < (SECONDS * 1000) / EVERY_MS; turn++) {
    const wait = began + turn * EVERY_MS - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    rows += await copyRows(db, rows, (PER_SECOND * EVERY_MS) / 1000, people)
    truth.push({ at: performance.now(), rows })
  }
  return { cpu: ownSeconds() + databaseSeconds(postmaster) - used, truth }
}

/**
 * Follows the overview as a page does: it asks for the figures after each message. Returns the number of rows in each
 * answer.
 */
const follow = async (
  { port, headers, people }: { port: number; headers: Record<string, string>; people: number },
  stop: AbortSignal,
): Promise<Moment[]> => {
  const seen: Moment[] = []
  const stream = await fetch(`http://127.0.0.1:${port}/console/overview/live?raceid=${RACE}`, { headers, signal: stop })
  try {
    for await (const _message of stream.body!) {
      const answer = await fetch(`http://127.0.0.1:${port}${consoleOverviewShow.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ raceid: RACE }),
        signal: stop,
      })
      const { data } = (await answer.json()) as { data: { entries: { days: { signups: number }[] } } }
      const rows = data.entries.days.reduce((sum, { signups }) => sum + signups, 0) - people
      seen.push({ at: performance.now(), rows })
    }
  } catch (thrown) {
    if (!stop.aborted) throw thrown
  }
  return seen
}

/** Returns the longest time until the page showed all rows of a moment. NaN if the page never showed them. */
const delayOf = (truth: readonly Moment[], seen: readonly Moment[]): number =>
  Math.max(
    ...truth.map(({ at, rows }) => (seen.find((one) => one.at >= at && one.rows >= rows)?.at ?? Number.NaN) - at),
  )

/**
 * Lets people sign up, first without a viewer and then with a viewer. Returns the delay of the overview, and the share
 * of a core that the viewer costs.
 */
export const followed = async (
  asked: Ground & { port: number; headers: Record<string, string> },
): Promise<{ delay_s: number; share: number }> => {
  const quiet = await signUps(asked, 0)
  const stop = new AbortController()
  const watching = follow(asked, stop.signal)
  // The first count of the race happens once, so it does not belong to the measured time.
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const busy = await signUps(asked, quiet.truth.at(-1)!.rows)
  await new Promise((resolve) => setTimeout(resolve, 5000))
  stop.abort()
  const seen = await watching
  return { delay_s: delayOf(busy.truth, seen) / 1000, share: (busy.cpu - quiet.cpu) / SECONDS }
}
