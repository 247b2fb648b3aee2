import { randomBytes } from 'node:crypto'
import { keepEventDrawAt, setEventDrawAt, saveEvent } from '#features/events/service.ts'
import { freezeList } from '#features/ballot/list/freezing.service.ts'
import { drawLots } from '#features/ballot/draw/lots.service.ts'
import { publishOutcome, startPublishing } from '#features/ballot/publishing.service.ts'
import { seedDue } from '#features/ballot/draw/seeding.service.ts'
import { insertBallot, updateBallot } from '#features/ballot/store.ts'
import { type Chain, roundAt } from '#integrations/beacon/client.ts'
import type { Parts } from '#seam/server/handle.ts'
import { chanceFrom } from './chance.ts'
import { personFrom } from './people.ts'
import { enter, payEntry } from './registrations.ts'

const hour = 3_600_000
const day = 24 * hour

/** Declares the rules for the full marathon of race 2026. The list freezes when sign-up is over. */
const declareFull = (parts: Parts, now: Date): Promise<void> =>
  parts.db.transaction().execute(async (tx) => {
    const event = await tx
      .selectFrom('events')
      .selectAll()
      .where('raceid', '=', 2026)
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const draw_at = event.draw_at!
    await insertBallot(
      tx,
      {
        raceid: 2026,
        eventid: 1,
        draw_at,
        pay_end: event.pay_end,
        declared: {
          places: 20_000,
          segments: [
            {
              name: 'local',
              says: { 'zh-cn': '本省跑友', 'zh-tw': '本省跑友', en: 'From this province' },
              places: 4_000,
              who: { is: 'local', places: ['浙江'] },
            },
            {
              name: 'women',
              says: { 'zh-cn': '女子', 'zh-tw': '女子', en: 'Women' },
              places: 5_000,
              who: { is: 'gender', gender: 'female' },
            },
            {
              name: 'open',
              says: { 'zh-cn': '公开抽签', 'zh-tw': '公開抽籤', en: 'Open draw' },
              who: { is: 'everybody' },
            },
          ],
          weights: [{ who: { is: 'tag', tag: '往届未中签' }, plus: 2 }],
          direct: [{ is: 'tag', tag: '直通选手' }],
          together: 'order',
          groups: 'skip',
          source: { kind: 'beacon', at: new Date(draw_at.getTime() - day).toISOString() },
        },
      },
      now,
    )
    await keepEventDrawAt(tx, 2026, 1, true, now)
  })

/** The small draw: its entrants, its places, and how many drawn runners have paid. */
const small = { entrants: 48, places: 30, paid: 12 }

const [raceid, eventid] = [230, 3]
/** A function that adds a number of hours to the present time. */
type At = (hours: number) => Date

const saveSmallEvent = (parts: Parts, at: At, now: Date): Promise<unknown> =>
  parts.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid,
        id: eventid,
        name: '田园10公里',
        names: { en: 'Countryside 10 km', 'zh-tw': '田園10公里' },
        type: '10km',
        distance_cm: 1_000_000,
        state: 'draw',
        paystate: 'closed',
        price: 5_000,
        places: small.places,
        colour: '#7048e8',
        signup_from: at(-30 * 24),
        signup_until: at(-4 * 24),
        pay_end: at(6 * 24),
        sort: 2,
        created_at: now,
      },
      now,
    ),
  )

/** Returns the rules of the small draw: young people have places of their own, and women's chances are doubled. */
const smallRules = (chain: Chain, seedAt: Date) => ({
  places: small.places,
  segments: [
    {
      name: 'young',
      says: { 'zh-cn': '青年跑者', 'zh-tw': '青年跑者', en: 'Young runners' },
      places: 8,
      who: { is: 'age' as const, from: 18, to: 34 },
    },
    {
      name: 'open',
      says: { 'zh-cn': '公开抽签', 'zh-tw': '公開抽籤', en: 'Open draw' },
      who: { is: 'everybody' as const },
    },
  ],
  weights: [{ who: { is: 'gender' as const, gender: 'female' as const }, plus: 1 }],
  direct: [],
  together: 'none' as const,
  groups: 'skip' as const,
  source: { kind: 'beacon' as const, at: seedAt.toISOString(), chain: chain.hash, round: roundAt(chain, seedAt) },
})

const declareSmall = async (parts: Parts, at: At, now: Date) => {
  const declared = smallRules(await parts.integrations.beacon.chain(), at(-2 * 24))
  return parts.db.transaction().execute(async (tx) => {
    const row = await insertBallot(
      tx,
      { raceid, eventid, draw_at: at(-24), pay_end: at(6 * 24), declared },
      at(-40 * 24),
    )
    await setEventDrawAt(tx, raceid, eventid, at(-24), now)
    return updateBallot(tx, row, { freezing_at: at(-3 * 24), group_salt: randomBytes(32).toString('hex') }, at(-3 * 24))
  })
}

const payWon = async (parts: Parts, saved: readonly Awaited<ReturnType<typeof enter>>[], now: Date): Promise<void> => {
  const won = await parts.db
    .selectFrom('registrations')
    .select(['_key', 'orderid', 'price'])
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .where('state', '=', 'normal')
    .orderBy('id')
    .limit(small.paid)
    .execute()
  for (const { _key, orderid, price } of won)
    await payEntry(parts, { ...saved.find((one) => one._key === _key)!, orderid, amount: price }, now)
}

/** Draws the 10 km of race 230 over the sandbox beacon and publishes its outcome. Some drawn runners have paid. */
const holdSmall = async (parts: Parts, now: Date): Promise<void> => {
  const at: At = (hours) => new Date(now.getTime() + hours * hour)
  await saveSmallEvent(parts, at, now)
  const chance = chanceFrom(230)
  const saved = []
  for (let n = 0; n < small.entrants; n++)
    saved.push(
      await enter(parts, raceid, eventid, personFrom(chance, 40_000 + n, now.getUTCFullYear()), at(-10 * 24 + n)),
    )
  const ballot = await declareSmall(parts, at, now)
  const then = (hours: number): Parts => ({ ...parts, clock: () => at(hours) })
  await freezeList(then(-3 * 24), ballot)
  await seedDue(parts, at(-2 * 24 + 1))
  await drawLots(then(-2 * 24 + 1), ballot)
  await startPublishing(parts.db, ballot, undefined, at(-24))
  await publishOutcome(then(-24), ballot)
  // The messages count as sent a day ago, so a person who starts the demo gets no message.
  await parts.db
    .updateTable('messages')
    .set({ state: 'sent', sent_at: at(-24) })
    .where('raceid', '=', raceid)
    .where('state', '=', 'queued')
    .execute()
  await payWon(parts, saved, now)
}

export const seedBallots = async (parts: Parts, now: Date): Promise<void> => {
  await declareFull(parts, now)
  await holdSmall(parts, now)
}
