import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RACE } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'

/**
 * `FAULTS=all npx vitest run features/refunds/faults.test.ts` kills the server before every statement and after every
 * commit in the life of a refund.
 */
const EVERY = process.env.FAULTS === 'all' ? 1 : 17
let desk: Leavers
beforeAll(async () => void (desk = await openLeavers()), 60_000)
afterAll(() => desk.close())

/**
 * A server that is killed at one point of its work. After the kill it writes nothing, and its open transactions roll
 * back.
 */
const death = { at: 0, seen: 0, dead: false, armed: false }
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
const dies = (given: unknown[]): unknown => {
  const error = new Error('killed')
  const callback = given.at(-1)
  if (typeof callback !== 'function') return Promise.reject(error)
  process.nextTick(callback as () => void, error)
  return undefined
}
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const text = (
    typeof given[0] === 'string' ? given[0] : ((given[0] as { text?: string } | undefined)?.text ?? '')
  ).toLowerCase()
  if (!death.armed) return query.apply(this, given)
  if (death.dead) return text.startsWith('rollback') ? query.apply(this, given) : dies(given)
  death.seen += 1
  if (death.seen === death.at) {
    death.dead = true
    return dies(given)
  }
  if (!text.startsWith('commit')) return query.apply(this, given)
  death.seen += 1
  if (death.seen !== death.at) return query.apply(this, given)
  // The transaction commits, and the server is killed before anybody gets the answer.
  death.dead = true
  return (query.apply(this, given) as Promise<unknown>).then(() => Promise.reject(new Error('killed')))
} as typeof pg.Client.prototype.query
afterEach(() => void (death.armed = false))
afterAll(() => void (pg.Client.prototype.query = query as typeof pg.Client.prototype.query))

/**
 * Plays a refund to its end: a runner leaves, the sweeps send the refund and ask about it, and the runner gets the
 * message. Stops early if the server is killed.
 */
const live = async (one: { n: number; _key: string }): Promise<void> => {
  const steps = [
    () => desk.leave(one, { _once: `leave ${one._key}` }),
    () => desk.sweep(),
    () => (desk.minutes(1), desk.sweep()),
    () => desk.notifyAll(one._key),
  ]
  for (const step of steps) {
    if (death.dead) return
    await step().catch(() => undefined)
  }
}

test(
  'killed before any statement of a refund, and after any commit, it ends correctly: one refund, one place, one message each, and balanced books',
  async () => {
    // Counts the steps of a run without a kill.
    Object.assign(death, { at: -1, seen: 0, dead: false, armed: false })
    const whole = await desk.paid()
    death.armed = true
    await live(whole)
    death.armed = false
    const points = death.seen
    expect(points).toBeGreaterThan(40)
    const met = new Set<string>()
    for (let at = 1; at <= points; at += EVERY) {
      const one = await desk.paid()
      const before = await desk.taken()
      Object.assign(death, { at, seen: 0, dead: false, armed: true })
      await live(one)
      death.armed = false
      const held = await desk.row(one._key)
      met.add(`${held.refundid !== 0} ${held.place_held}`)
      // After the restart the runner sends the same call again, and the sweeps continue.
      expect((await desk.leave(one, { _once: `leave ${one._key}` })).code, `point ${at}`).toBe('200')
      await desk.refundsRun()
      await desk.notifyAll(one._key)
      const row = await desk.row(one._key)
      expect(
        (await desk.refunds(row.orderid!)).map(({ state, amount }) => [state, amount]),
        `point ${at}`,
      ).toEqual([['done', 9_600]])
      expect([await desk.taken(), row.place_held], `point ${at}`).toEqual([before - 1, false])
      expect(await desk.toldOf(one._key), `point ${at}`).toHaveLength(2)
      expect(
        await desk.db
          .selectFrom('log')
          .select('id')
          .where('raceid', '=', RACE)
          .where('what', '=', 'registration exited')
          .where('target', '=', `registration ${one.id}`)
          .execute(),
        `point ${at}`,
      ).toHaveLength(1)
    }
    expect(await desk.unbalanced()).toEqual([])
    // After each kill the runner had left completely or not at all. Both cases must have occurred.
    expect([...met].sort()).toEqual(['false true', 'true false'])
  },
  EVERY === 1 ? 600_000 : 60_000,
)
