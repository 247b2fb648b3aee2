import { accountFor } from '#features/accounts/service.ts'
import { orderState, payOrder } from '#features/payments/service.ts'
import { giveBack } from '#features/payments/byHand.service.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { delayByStaff, review } from '#features/registrations/review/review.service.ts'
import { consentsFor } from '#features/registrations/signup/wording.rules.ts'
import { type SignedUp, signUp } from '#features/registrations/signup/signup.service.ts'
import { type Parts, nobody } from '#seam/server/handle.ts'
import { chanceFrom } from './chance.ts'
import { type DemoEntrant, entrants, finishers } from './entrants.ts'
import { type DemoPerson, personFrom } from './people.ts'
import { failRefund, giveBackPart, leave } from './money/refunds.ts'

type Saved = Extract<SignedUp, { saved: unknown }>['saved']

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL']
export const enter = async (
  parts: Parts,
  raceid: number,
  eventid: number,
  person: DemoPerson,
  now: Date,
): Promise<Saved> => {
  const race = await readRace(parts.db, raceid, now)
  if (!race) throw new Error(`There is no race ${raceid}`)
  const settings = settingsOf(race)
  await parts.seal.prepare('accounts')
  const uid = await parts.db.transaction().execute((tx) => accountFor(tx, parts.seal, person.mobile, now))
  const consents = Object.fromEntries(
    consentsFor('zh-cn', settings.consents).flatMap(({ name, version }) =>
      name === 'guardian' ? [] : [[name, version]],
    ),
  )
  const serial = Number(person.mobile.slice(-4))
  const outcome = await signUp(
    parts,
    {
      input: {
        raceid,
        eventid,
        idtype: 'idcard',
        idnum: person.idnum,
        name: person.name,
        gender: person.gender,
        birth: person.birth,
        mobile: person.mobile,
        email: `runner${serial}@startline.example`,
        emername: person.gender === 'male' ? '李静' : '王磊',
        emertel: `1009${String(1_000_000 + serial)}`,
        clothes: sizes[serial % sizes.length],
        answers: {},
        quiz: {},
        addons: {},
        consents,
        keep: false,
      },
      race: { ...race, settings },
      uid,
      lang: 'zh-cn',
    },
    now,
  )
  if (!('saved' in outcome)) throw new Error(`A demo sign-up was refused: ${JSON.stringify(outcome)}`)
  return outcome.saved
}

/** Pays at the sandbox gateway, as a person would. The server then asks the gateway about the payment. */
export const payEntry = async (parts: Parts, saved: Saved, now: Date): Promise<void> => {
  if (saved.orderid === null || saved.amount === 0) return
  await payOrder(
    parts,
    {
      raceid: saved.raceid,
      orderid: saved.orderid,
      gateway: 'wechat',
      way: 'native',
      userAgent: 'demo',
      address: '127.0.0.1',
      returnUrl: `${parts.origin}/pay`,
    },
    now,
  )
  const { tradeno } = await parts.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', saved.raceid)
    .where('orderid', '=', saved.orderid)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  parts.integrations.sandbox.wechatpay?.pay(tradeno)
  // The server asks the gateway about a payment only some seconds after the payment began. A fast machine arrives here
  // earlier, so the call names a later moment.
  await orderState(parts, saved.raceid, saved.orderid, new Date(parts.clock().getTime() + 10_000))
}

const inTurns = async <T>(list: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> => {
  const left = [...list]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
    }),
  )
}

/** Refuses a registration as the organiser does, or reserves a place for the next edition. */
const organise = async (
  parts: Parts,
  { raceid, _key }: Saved,
  { state, refusemsg }: NonNullable<DemoEntrant['organised']>,
  now: Date,
): Promise<void> => {
  const race = (await readRace(parts.db, raceid, now))!
  const { id } = await parts.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', raceid)
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  const reviewing = { ...parts, who: nobody, race: { ...race, settings: settingsOf(race) } }
  const { outcome } =
    state === 'delay'
      ? await delayByStaff(reviewing, id, { tag: '', description: '' }, undefined, now)
      : await review(reviewing, id, 'refuse', refusemsg ?? '', now)
  if (outcome !== 'done') throw new Error(`A demo registration could not become ${state}: ${outcome}`)
}

const stage = async (parts: Parts, entrant: DemoEntrant, now: Date): Promise<void> => {
  const saved = await enter(
    parts,
    entrant.raceid,
    entrant.eventid,
    entrant.person,
    entrant.expired ? new Date(now.getTime() - 2 * 3_600_000) : now,
  )
  if (entrant.paid) await payEntry(parts, saved, now)
  if (entrant.refunded && saved.orderid !== null) {
    const orderid = saved.orderid
    await parts.db
      .transaction()
      .execute((tx) =>
        giveBack(tx, { raceid: saved.raceid, orderid, registrationid: 0, amount: saved.amount, reason: 'exit' }, now),
      )
  }
  if (entrant.part !== undefined) await giveBackPart(parts, saved._key, entrant.part, '参赛包缺件补偿', now)
  if (entrant.left) {
    const refundid = await leave(parts, saved._key, entrant.left === 'refunded' ? 'work' : 'injury', now)
    if (entrant.left !== 'refunded') await failRefund(parts, saved.raceid, refundid, entrant.left === 'by_hand', now)
  }
  if (entrant.organised?.state === 'auditfail' || entrant.organised?.state === 'delay')
    return organise(parts, saved, entrant.organised, now)
  // The demo writes the outcome of a draw and the bibs directly, without the actions of their rooms.
  if (entrant.organised)
    await parts.db
      .updateTable('registrations')
      .set({ ...entrant.organised, ...(entrant.organised.state === 'waitfail' ? { freed_at: now } : {}) })
      .where('raceid', '=', saved.raceid)
      .where('_key', '=', saved._key)
      .execute()
}

/**
 * The number of paid entrants that each event of race 2026 gets in addition to `entrants`. In the whole demo, the 10 km
 * (event 3) is full.
 */
export type RunnersByEvent = Readonly<Record<2 | 3 | 4, number>>

/** Writes registrations in every state, and then `runners` further paid registrations. */
export const seedRegistrations = async (parts: Parts, runners: RunnersByEvent, now: Date): Promise<void> => {
  await inTurns(entrants, 4, (entrant) => stage(parts, entrant, now))
  const chance = chanceFrom(2026)
  const others = ([2, 3, 4] as const).flatMap((eventid, at) =>
    Array.from({ length: runners[eventid] }, (_, serial) => ({
      raceid: 2026,
      eventid,
      person: personFrom(chance, at * 500 + serial, now.getUTCFullYear()),
    })),
  )
  await inTurns(others, 8, async ({ raceid, eventid, person }) =>
    payEntry(parts, await enter(parts, raceid, eventid, person, now), now),
  )
}

/**
 * Writes entrants of the finished race, at a time when its sign-up was open. tools/seed.ts sets every price to 0 until
 * these entrants are in the database.
 */
export const seedFinishers = async (parts: Parts, now: Date): Promise<void> => {
  const then = new Date(now.getTime() - 100 * 86_400_000)
  for (const { person, eventid, bib } of finishers) {
    const saved = await enter(parts, 226, eventid, person, then)
    await parts.db
      .updateTable('registrations')
      .set({ bib })
      .where('raceid', '=', 226)
      .where('_key', '=', saved._key)
      .execute()
  }
}
