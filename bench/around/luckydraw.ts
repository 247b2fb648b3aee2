import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { luckeyDraw } from '#features/luckydraws/contract.ts'
import { playTry } from '#features/luckydraws/playing.service.ts'
import { promiseOf, rulesText } from '#features/luckydraws/rules.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { checkLog } from '#test/luckydraw/independentLuckydraw.ts'
import { logText } from '#features/luckydraws/log.service.ts'
import { findDraw } from '#features/luckydraws/store.ts'
import { conclude, openGround, say } from '../ground/ground.ts'

/**
 * Measures draws on the spot: one wheel, many accounts at once, with every lock, count, log line and prize. The tries
 * enter at the service, below HTTP. The limit beside it is the rate of sign-ups that `npm run bench -- signup` reaches on
 * the same machine (5,000 a second is its goal). Then the second program recomputes every outcome.
 */
const TRIES = Number(process.argv[2] ?? 20_000)
const IN_FLIGHT = 512
const GOAL = { per_second: 5000 }
const gifts = [
  { gift: 1, odds: 1_000, pieces: 10 },
  { gift: 2, odds: 200_000, pieces: 2_000 },
]

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, close } = await openGround()
const { db, seal } = parts
try {
  await openRace({ db, clock })
  await openEvent({ db, clock })
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
  let next = 0
  let won = 0
  const work = async () => {
    while (next < TRIES) {
      const uid = ++next
      const one = { raceid: RACE, drawid: 1, uid, own: randomBytes(16), volunteered: false, now: new Date() }
      const outcome = await playTry({ db, seal }, one)
      if ('played' in outcome && outcome.played.row.fate === 'won') won += 1
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  const perSecond = TRIES / ((performance.now() - began) / 1000)
  await sql`update luckydraws set state = 'closed', seed = ${seed}, secret = null`.execute(db)
  const found = checkLog(rules, await logText(db, (await findDraw(db, RACE, 1))!))
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from prizes`.execute(db)
  const exact = found.tries === TRIES && found.won === won && rows[0]!.n === won
  say(
    `${luckeyDraw.path}: ${TRIES} tries, ${perSecond.toFixed(0)} a second, ${won} won: ${exact ? 'exact' : 'NOT EXACT'}`,
  )
  conclude({
    bench: 'luckydraw',
    tries: TRIES,
    per_second: Math.round(perSecond),
    won,
    exact,
    goal_per_second: GOAL.per_second,
    met: exact && perSecond >= GOAL.per_second,
  })
} finally {
  await close()
}
