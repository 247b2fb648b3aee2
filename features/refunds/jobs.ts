import { amountText } from '#contract/written.ts'
import * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { type Job, type Sweep, eachInTurn, throwAll } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { sendMessage } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { NOTIFY_REFUNDED } from '#features/registrations/service.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { returnRefused, settlePromise } from './service.ts'
import { findView, listRefused, listSuccessors, listWaiting } from './store.ts'

const BATCH = 500
type Working = Pick<Parts, 'db' | 'seal'>

/**
 * Settles promised refunds in order. A promise is due when a successor has taken the place and has paid, or when
 * the time of the promise has ended. Each successor counts for one promise, the oldest promise first. A promise that
 * fails keeps its successor and does not delay the other promises.
 */
export const settleDuePromises = async ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> => {
  const byEvent = Map.groupBy(await listWaiting(db, BATCH), ({ raceid, eventid }) => `${raceid} ${eventid}`)
  await eachInTurn([...byEvent.values()], async (waiting) => {
    const { raceid, eventid } = waiting[0]!
    const came = await listSuccessors(
      db,
      raceid,
      eventid,
      waiting[0]!.created_at,
      Math.min(...waiting.map(({ registrationid }) => registrationid)),
      waiting.length,
    )
    await eachInTurn(waiting, async (request) => {
      const at = came.findIndex((one) => one.at >= request.created_at)
      if (at >= 0) await settlePromise({ db }, request, came.splice(at, 1)[0]!.id, now)
      else if (request.falls_at! <= now) await settlePromise({ db }, request, undefined, now)
    })
  })
}

export const returnDueRefused = async (parts: Working, now: Date): Promise<void> => {
  const errors: unknown[] = []
  for (let after = 0; ;) {
    const rows = await listRefused(parts.db, after, BATCH)
    for (const { raceid, _key } of rows)
      try {
        const race = await raceGiven(parts.db, raceid, now)
        if (race) await returnRefused(parts, race, _key, now)
      } catch (error) {
        errors.push(error)
      }
    if (rows.length < BATCH) break
    after = rows.at(-1)!.id
  }
  throwAll(errors)
}

/** Notifies a runner whose refund has arrived, by text message and in the app, once for each refund. */
const notifyRefunded = async ({ db, seal }: Working, payload: unknown, now: Date): Promise<void> => {
  const { raceid, refundid } = z.object({ raceid: z.number(), refundid: z.number() }).parse(payload)
  const [race, refund] = [await raceGiven(db, raceid, now), await findView(db, raceid, refundid)]
  const row = refund?.registrationid ? await registrationById(db, raceid, refund.registrationid) : undefined
  if (!race || !refund || !row) return
  await seal.prepare(raceScope(raceid))
  await seal.prepare('accounts')
  const mobile = row.mobile ? seal.open(raceScope(raceid), 'mobile', row.mobile) : undefined
  const values = {
    race: eachLang((lang) => nameIn(lang, race.name, race.names)),
    event: eachLang((lang) => nameIn(lang, row.e_name, row.e_names)),
    amount: amountText(refund.amount, refund.currency),
  }
  const template = refund.hand_at ? 'refunded_by_hand' : refund.kind === 'partial' ? 'refunded_part' : 'refunded'
  await db.transaction().execute((tx) =>
    sendMessage(tx, {
      seal,
      now,
      mobile,
      mask: row.mobile_mask ?? '',
      uid: row.uid,
      path: refund.kind === 'partial' ? `/queryDetail?_key=${row._key}` : `/refunds?_key=${row._key}`,
      lang: languageOf(row, mobile ?? ''),
      template,
      values,
      key: `refunded ${raceid}/${refundid}`,
      raceid,
    }),
  )
}

export const jobs: readonly Job<Parts>[] = [
  { name: NOTIFY_REFUNDED, run: (payload, working) => notifyRefunded(working, payload, working.now) },
]

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'refunds_promised', everySeconds: 10, run: (working) => settleDuePromises(working, working.now) },
  { name: 'refunds_of_refused', everySeconds: 60, run: (working) => returnDueRefused(working, working.now) },
]
