import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { luckeyDraw } from '#features/luckydraws/contract.ts'
import { promiseOf, rulesText } from '#features/luckydraws/rules.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { checkLog } from '#test/luckydraw/independentLuckydraw.ts'
import { logText } from '#features/luckydraws/log.service.ts'
import { findDraw } from '#features/luckydraws/store.ts'
import { conclude, openAccounts, openGround, openLoad, quantile, say } from '../ground/ground.ts'

/**
 * Measures draws on the spot over HTTP: one wheel, and one try for each account. The limit for comparison is the
 * sign-up of people on the same database in the same run. The goal is at least as many draws a second as sign-ups. Both
 * kinds of calls warm up first. At the end an independent computation repeats every outcome.
 */
const TRIES = Number(process.argv[2] ?? 20_000)
const SIGNUPS = 4_000
const WARM = 2_000
const IN_FLIGHT = 256
const gifts = [
  { gift: 1, odds: 1_000, pieces: 10 },
  { gift: 2, odds: 200_000, pieces: 2_000 },
]

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db, seal } = parts
try {
  await openRace({ db, clock }, { settings: { consents: { disclaimer: { version: 'v1', title: {}, body: {} } } } })
  const options = [{ value: 'left' }, { value: 'right' }]
  const quiz = [{ name: 'side', says: {}, options, right: 'right' }]
  await openEvent({ db, clock }, { places: SIGNUPS + WARM, form: { quiz } })
  await openAccounts(db, 0, TRIES + WARM)
  await seal.prepare(`race:${RACE}`)
  const now = new Date()
  const seed = randomBytes(32)
  const rules = rulesText({ race: RACE, draw: 1, wins_each: 1, gifts })
  const promise = Buffer.from(promiseOf(rules, seed))
  const secret = seal.seal(`race:${RACE}`, 'draw seed', seed.toString('hex'))
  await sql`insert into luckydraws (raceid, kind, name, chances, state, rules, promise, chain, secret, stage_key,
      created_at, updated_at) values (${RACE}, 'wheel', '转盘', '{"everybody":1}', 'published', ${rules}, ${promise},
      ${promise}, ${secret}, 'k', ${now}, ${now})`.execute(db)
  for (const { gift, odds, pieces } of gifts)
    await sql`insert into luckydraw_gifts (raceid, drawid, gift, name, value, pieces, odds, way)
      values (${RACE}, 1, ${gift}, '奖品', 100, ${pieces}, ${odds}, 'scan')`.execute(db)
  const common = { port, sockets: IN_FLIGHT, raceid: RACE, eventid: 1 }
  const fire = async (made: 'signup' | 'draw', from: number, count: number) =>
    (await openLoad({ ...common, made, from, count })).fire()
  await fire('signup', SIGNUPS, WARM)
  await fire('draw', TRIES, WARM)
  const signed = await fire('signup', 0, SIGNUPS)
  await sql`checkpoint`.execute(db)
  const drawn = await fire('draw', 0, TRIES)
  const rateOf = (at: readonly number[]) => at.length / (Math.max(...at) / 1000)
  const [perSecond, limit] = [rateOf(drawn.at), rateOf(signed.at)]
  const ms = drawn.ms.toSorted((a, b) => a - b)
  await sql`update luckydraws set state = 'closed', seed = ${seed}, secret = null`.execute(db)
  const found = checkLog(rules, await logText(db, (await findDraw(db, RACE, 1))!))
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from prizes`.execute(db)
  const exact = found.tries === TRIES + WARM && drawn.at.length === TRIES && found.won === rows[0]!.n
  say(
    `answers: ${JSON.stringify(drawn.codes)}; ${found.tries} tries, ${found.won} won: ${exact ? 'exact' : 'NOT EXACT'}`,
  )
  say(`${luckeyDraw.path} ${perSecond.toFixed(0)}/s   sign-ups ${limit.toFixed(0)}/s   goal ≥ sign-ups`)
  say(`p50 ${quantile(ms, 0.5).toFixed(0)} ms   p99 ${quantile(ms, 0.99).toFixed(0)} ms`)
  conclude({
    bench: 'luckydraw',
    tries: TRIES,
    per_second: perSecond,
    limit_per_second: limit,
    ratio: perSecond / limit,
    won: found.won,
    exact,
    met: exact && perSecond >= limit,
  })
  if (!exact) process.exitCode = 1
} finally {
  await close()
}
