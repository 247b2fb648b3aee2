import type { Sweep } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import type { OrderToRemind } from '#features/orders/rules.ts'
import { listOrdersToRemind, markReminded } from '#features/orders/reminding.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { raceGiven } from './status/ownership.service.ts'
import type { RaceGiven } from './status/present.service.ts'
import { EARLIEST_MS, LEAST_MS, remindAt } from './payment/reminding.rules.ts'
import { boxOf, languageOf, namesOf } from './review/review.service.ts'
import { sayTime } from './status/statusText.rules.ts'
import { listPayable } from './store.ts'

type Working = Parts & { now: Date }

const remind = ({ db, seal, now }: Working, race: RaceGiven, order: OrderToRemind): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await markReminded(tx, race.id, order.id, now))) return
    const rows = await listPayable(tx, race.id, order.id)
    const messages = rows.flatMap((row): Message[] => {
      if (!row.mobile) return []
      const mobile = seal.open(raceScope(race.id), 'mobile', row.mobile)
      const template = row.state === 'undraw' ? 'wait_pay_soon' : 'pay_soon'
      const values = { ...namesOf(race, row), until: eachLang((lang) => sayTime(order.pay_end, race.zone, lang)) }
      return [
        {
          seal,
          now,
          mobile,
          mask: row.mobile_mask ?? '',
          ...boxOf(row),
          lang: languageOf(row, mobile),
          template,
          values,
          key: `${template} ${race.id}/${order.id}/${row.id}`,
          raceid: race.id,
          until: order.pay_end,
          deadline: order.pay_end,
        },
      ]
    })
    await sendMessages(tx, messages)
  })

/**
 * Reminds a runner with an unpaid place, after a draw, a review or from the waitlist, once before its end; and a runner
 * who was not drawn and may pay to join the waitlist.
 */
export const remindDue = async (working: Working): Promise<void> => {
  const { db, seal, now } = working
  await seal.prepare('accounts')
  for (const order of await listOrdersToRemind(db, 'registrations', now, {
    withinMs: EARLIEST_MS,
    leastMs: LEAST_MS,
    limit: 1000,
  })) {
    const race = await raceGiven(db, order.raceid, now)
    if (!race || remindAt(order, race.zone) > now) continue
    await seal.prepare(raceScope(race.id))
    await remind(working, race, order)
  }
}

export const sweeps: readonly Sweep<Parts>[] = [{ name: 'payments_to_remind', everySeconds: 60, run: remindDue }]
