import type { Sweep } from '#db/jobs.ts'
import { raceScope } from '#db/seal.ts'
import { type Message, sendMessages } from '#features/messages/actions.ts'
import { eachLang } from '#features/messages/rules.ts'
import { type OrderToRemind, listOrdersToRemind, markReminded } from '#features/orders/actions.ts'
import type { Parts } from '#server/answer.ts'
import { raceGiven } from './owner.ts'
import type { RaceGiven } from './present.ts'
import { EARLIEST_MS, LEAST_MS, remindAt } from './reminding.rules.ts'
import { boxOf, languageOf, namesOf } from './reviewing.ts'
import { sayTime } from './saying.rules.ts'
import { viewOf } from './store.ts'

type Working = Parts & { now: Date }

const remind = ({ db, seal, now }: Working, race: RaceGiven, order: OrderToRemind): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await markReminded(tx, race.id, order.id, now))) return
    const rows = await viewOf(tx)
      .where('r.raceid', '=', race.id)
      .where('r.orderid', '=', order.id)
      .where('r.state', 'in', ['normal', 'undraw'])
      .where('r.deleted_at', 'is', null)
      .where('r.closed_at', 'is', null)
      .execute()
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

/** Whoever has a place that is not paid, after a draw, a review or from the waitlist, is reminded once before it ends; likewise whoever was not drawn and may pay to join the waitlist. */
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
