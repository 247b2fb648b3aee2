import type { Sweep } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import type { OrderToRemind } from '#features/orders/rules.ts'
import { listOrdersToRemind, markReminded } from '#features/orders/reminding/reminding.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { raceGiven } from './status/ownership.service.ts'
import type { RaceGiven } from './status/present.service.ts'
import { EARLIEST_MS, LEAST_MS, remindAt } from './payment/reminding.rules.ts'
import { runnerMessage } from './runnerMessages.service.ts'
import { sayTime } from './status/statusText.rules.ts'
import { listPayable } from './store.ts'

type Working = Parts & { now: Date }

const remind = ({ db, seal, now }: Working, race: RaceGiven, order: OrderToRemind): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await markReminded(tx, race.id, order.id, now))) return
    const rows = await listPayable(tx, race.id, order.id)
    const messages = rows.map((row) => {
      const template = row.state === 'undraw' ? 'wait_pay_soon' : 'pay_soon'
      return runnerMessage({ seal, race, now }, row, {
        template,
        values: { until: eachLang((lang) => sayTime(order.pay_end, race.zone, lang)) },
        until: order.pay_end,
        deadline: order.pay_end,
        key: `${template} ${race.id}/${order.id}/${row.id}`,
      })
    })
    await sendMessages(
      tx,
      messages.filter((one) => one !== undefined),
    )
  })

/**
 * Sends one reminder for each registration with an unpaid order before the time to pay ends. Orders with a short time
 * to pay get no reminder. A runner who was not drawn and may pay to join the waitlist gets a reminder too.
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
