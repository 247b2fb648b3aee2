import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationDel } from '#features/registrations/changes/changes.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { entrant, idnumOf, openRace } from '#test/entrants.ts'
import { refundPolicy } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { type Waiters, openWaitlist } from '#test/waiters.ts'
import { consoleRefundsHand, consoleRefundsMake, consoleRefundsRetry, refundCreate } from './contract.ts'
import { returnDueRefused, settleDuePromises } from './jobs.ts'

/** The number of random sequences. `SEQUENCES=200 npx vitest run features/refunds/sequences.test.ts` runs longer. */
const RUNS = Number(process.env.SEQUENCES ?? 3)
let desk: Cashdesk
let raceid = 8000
beforeAll(async () => void (desk = await openCashdesk()), 60_000)
afterAll(() => desk.close())

const at = fc.nat(40)
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('enter' as const), person: fc.nat(30) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), at }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('exit' as const), at, twice: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('part' as const),
      at,
      amount: fc.integer({ min: 1, max: 13_000 }),
      exit: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), at }) },
  { weight: 3, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'line' as const }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
const weather = fc.constantFrom('SUCCESS' as const, 'SUCCESS' as const, 'ABNORMAL' as const, 'down' as const)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(action, { minLength: 1, maxLength: 5 }) },
  { weight: 2, arbitrary: fc.record({ weather }) },
  { weight: 1, arbitrary: fc.constant('hour' as const) },
  { weight: 1, arbitrary: fc.constant('day' as const) },
)

/** Checks the conditions that must always hold. Each line of the result is a breach. */
const breaches = async (): Promise<unknown[]> => {
  const { rows } = await sql<{ breach: string }>`
    with r as (select * from registrations where raceid = ${raceid}), f as (select * from refunds where raceid = ${raceid})
    select 'out of balance: order ' || orderid as breach from order_books where raceid = ${raceid} and not balanced
    union all select 'order ' || o.id || ' gives back ' || o.refunded || ' and promises ' || coalesce(sum(f.amount) filter (where f.state = 'waiting'), 0) || ' of ' || o.amount from orders o left join f on f.orderid = o.id
      where o.raceid = ${raceid}
      group by o.id, o.refunded, o.amount
      having o.refunded + coalesce(sum(f.amount) filter (where f.state = 'waiting'), 0) > o.amount
    union all select 'taken ' || e.taken || ' of ' || e.places || ', held ' || count(r.id) from events e left join r on r.eventid = e.id and r.place_held where e.raceid = ${raceid}
      group by e.id, e.taken, e.places having e.taken <> count(r.id) or e.taken > e.places
    union all select 'left and holds a place: ' || id from r where exited_at is not null and place_held
    union all select 'left without a refund: ' || id from r where exited_at is not null and refundid = 0
    union all select 'left ' || count(*) || ' times: ' || target from log where raceid = ${raceid} and what = 'registration exited' group by target having count(*) > 1
    union all select 'a document that left lives again: ' || r.id from r where r.exited_at is not null and exists (select 1 from r x where x.document_ix = r.document_ix and x.id <> r.id and x.deleted_at is null and x.closed_at is null)
    union all select 'a channel gave more than it took: ' || p.id from payments p where p.raceid = ${raceid} and p.paid_amount < (select coalesce(sum(f.came_back), 0) from f where f.paymentid = p.id)
    union all select 'promised and settled: ' || q.refundid from refund_requests q join f on f.id = q.refundid where q.raceid = ${raceid} and (f.state = 'waiting') <> (q.falls_at is not null and q.settled_at is null)`.execute(
    desk.db,
  )
  return rows.map(({ breach }) => breach)
}

const known = () => desk.db.selectFrom('registrations').selectAll().where('raceid', '=', raceid).orderBy('id').execute()
const refunds = (states: readonly string[]) =>
  desk.db
    .selectFrom('refunds')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('state', 'in', states)
    .orderBy('id')
    .execute()
const pick = <T>(rows: readonly T[], n: number): T | undefined => rows[n % Math.max(rows.length, 1)]
/** The numbers of the persons, by the `_key` of their registrations. */
const numberOf = new Map<string, number>()

const work = async (line: Waiters): Promise<void> => {
  // The second sweep asks the gateway about the refund that the first sweep sent.
  await desk.sweep()
  desk.minutes(1)
  await desk.sweep()
  await line.work()
  await settleDuePromises(desk.parts, desk.clock.now())
  await returnDueRefused(desk.parts, desk.clock.now())
}

const act = async (one: Action, line: Waiters, staff: { token: string }): Promise<string> => {
  const mine = line.runner
  if (one.do === 'sweep') return work(line).then(() => '200')
  if (one.do === 'line') return line.work().then(() => '200')
  if (one.do === 'enter') {
    const n = 600_000 + one.person
    const entered = await desk.call(registrationSave, { ...entrant(n), raceid }, mine)
    if (entered.code === '200') numberOf.set((entered.data as { _key: string })._key, n)
    return entered.refusal ?? entered.code
  }
  if (one.do === 'crash') {
    // The server sent the refund and was killed before it wrote the answer. It sends the same refund again.
    const refund = pick(await refunds(['asked']), one.at)
    const payment = refund?.paymentid
      ? await desk.db
          .selectFrom('payments')
          .selectAll()
          .where('raceid', '=', raceid)
          .where('id', '=', refund.paymentid)
          .executeTakeFirstOrThrow()
      : undefined
    if (!refund || !payment) return 'nobody'
    const gateway = desk.parts.integrations.gateways.wechat!
    return gateway
      .refund({
        tradeno: payment.tradeno,
        refundno: refund.refundno,
        amount: refund.amount,
        total: payment.paid_amount!,
        currency: refund.currency,
        reason: 'x',
        notifyUrl: `${desk.parts.origin}/pay/wechat/notify`,
      } as Parameters<typeof gateway.refund>[0])
      .then(
        () => '200',
        () => 'down',
      )
  }
  if (one.do === 'hand' || one.do === 'again') {
    const refund = pick(await refunds(['failed']), one.at)
    if (!refund) return 'nobody'
    return (
      await desk.call(
        one.do === 'hand' ? consoleRefundsHand : consoleRefundsRetry,
        { raceid, id: refund.id, reference: 'x' },
        staff,
      )
    ).code
  }
  const row = pick(await known(), one.at)
  if (!row) return 'nobody'
  if (one.do === 'delete') return (await desk.call(registrationDel, { id: row._key }, mine)).code
  if (one.do === 'part')
    return (
      await desk.call(
        consoleRefundsMake,
        { raceid, id: row.id, amount: one.amount, exit: one.exit, reason: 'x' },
        staff,
      )
    ).code
  if (one.do === 'exit') {
    const leave = () =>
      desk.call(refundCreate, { id: row._key, idnum: idnumOf(numberOf.get(row._key)!), reason: 'other' }, mine)
    const codes = (await Promise.all(one.twice ? [leave(), leave()] : [leave()])).map(({ code }) => code)
    expect(codes.filter((code) => code === '200').length).toBeLessThanOrEqual(1)
    return codes.includes('200') ? '200' : codes[0]!
  }
  if (one.do === 'pay')
    return row.orderid === null || row.pay_at
      ? 'no'
      : line.pay(row._key).then(
          () => '200',
          () => 'no',
        )
  // A slow payer: the money arrives in any state of the order.
  const started =
    row.orderid === null
      ? undefined
      : (
          await desk.db
            .selectFrom('payments')
            .select('tradeno')
            .where('raceid', '=', raceid)
            .where('orderid', '=', row.orderid)
            .orderBy('id', 'desc')
            .executeTakeFirst()
        )?.tradeno
  if (started) desk.sandbox.pay(started)
  await desk.sandbox.deliver('all')
  return started ? '200' : 'nobody'
}

test(
  'for random simultaneous actions and answers of the channel: the books balance, nobody leaves twice, no refund exceeds the payment, and each place becomes free once, first for the line',
  async () => {
    const answered = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), fc.boolean(), async (steps, tied) => {
        raceid++
        desk.clock.set('2026-03-01T04:00:00Z')
        await desk.tidy()
        await openRace(desk, {
          id: raceid,
          settings: {
            unpaid_most: 1000,
            refunds: { 0: refundPolicy({ successor: tied ? { until: '2026-04-30', percent: 0, fixed: 100 } : null }) },
          },
        })
        const line = await openWaitlist(desk, { raceid, places: 2, signup_until: new Date('2026-04-15T00:00:00Z') }, {})
        const first: Action[] = [0, 1, 2, 3].map((person) => ({ do: 'enter', person }))
        const paying: Action[] = [0, 1, 2, 3].map((n) => ({ do: 'pay', at: n }))
        const leaving: Action[] = [
          { do: 'exit', at: 0, twice: true },
          { do: 'part', at: 1, amount: 2_000, exit: false },
        ]
        const failing = [
          { weather: 'ABNORMAL' as const },
          [{ do: 'sweep' }],
          // In this step nothing happens beside the new try of a refund. If staff pay the refund by hand at the same
          // moment, as in a later step, the try may come too late.
          [{ do: 'again', at: 0 }],
          [{ do: 'sweep' }],
          [
            { do: 'again', at: 0 },
            { do: 'hand', at: 1 },
          ],
          { weather: 'SUCCESS' as const },
        ] as (typeof steps)[number][]
        for (const one of [first, paying, leaving, ...failing, ...steps]) {
          desk.clock.advance(1_000)
          const staff = await staffSession(desk, [{ raceid, role: 'director' }])
          if (one === 'hour') desk.clock.advance(61 * 60_000)
          else if (one === 'day') desk.clock.advance(86_400_000)
          else if (!Array.isArray(one))
            Object.assign(
              desk.sandbox.weather,
              one.weather === 'down' ? { down: true } : { down: false, refund: one.weather },
            )
          else {
            const [entering, others] = [
              one.filter((each) => each.do === 'enter'),
              one.filter((each) => each.do !== 'enter'),
            ]
            const codes = await Promise.all(others.map((each) => act(each, line, staff)))
            for (const each of entering) {
              const { rows } = await sql<{
                free: number
                waits: number
              }>`select places - taken as free,
                  (select count(*)::integer from registrations_in_line where raceid = ${raceid}) as waits
                from events
                where raceid = ${raceid} and id = 1`.execute(desk.db)
              codes.push(await act(each, line, staff))
              const newest = (await known()).at(-1)
              // A runner in line gets the place that came back. A runner who signs up later does not.
              if (codes.at(-1) === '200' && rows[0]!.free <= rows[0]!.waits)
                expect(newest!.state, JSON.stringify(rows[0])).toBe('wait')
            }
            for (const [n, code] of codes.entries()) {
              expect(code, JSON.stringify([...others, ...entering][n])).not.toBe('500')
              answered.set(
                `${[...others, ...entering][n]!.do} ${code}`,
                (answered.get(`${[...others, ...entering][n]!.do} ${code}`) ?? 0) + 1,
              )
            }
          }
          expect(await breaches(), JSON.stringify(one)).toEqual([])
        }
        // The faults stop, and a day comes on which nobody waits any more. Every refund has ended by then.
        await desk.tidy()
        desk.clock.set('2026-05-01T00:00:00Z')
        await work(line)
        await desk.refundsRun()
        const chief = await staffSession(desk, [{ raceid, role: 'cashier' }])
        for (const { id } of await refunds(['failed']))
          await desk.ask(consoleRefundsHand, { raceid, id, reference: 'x' }, chief)
        expect(await refunds(['waiting', 'asked', 'sent', 'failed'])).toEqual([])
        expect(await breaches()).toEqual([])
      }),
      { numRuns: RUNS, seed: 20261121 },
    )
    if (process.env.SEQUENCES) console.log(Object.fromEntries([...answered].sort()))
    for (const done of ['enter 200', 'pay 200', 'exit 200', 'part 200', 'sweep 200', 'again 200', 'hand 200'])
      expect(answered.get(done) ?? 0, done).toBeGreaterThan(0)
  },
  60_000 + RUNS * 10_000,
)
