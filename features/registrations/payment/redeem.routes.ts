import { nameIn } from '#contract/words.ts'
import { countTry, triesSoFar } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { handle } from '#seam/server/handle.ts'
import { invitePay } from './redeem.contract.ts'
import { payWithCode, codesTried } from './redeem.service.ts'
import { isMine, registrationOf } from '../status/ownership.service.ts'
import { presentOrder } from '../status/present.service.ts'
import { currentCharge } from './pricing.rules.ts'

const pays = rateOf(30, 60, 'registrations payment pays')

export const routes = [
  handle(invitePay, async ({ input, db, integrations, origin, seal, now, who, lang, refuse }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    const uid = String(who.uid)
    const wait =
      pays.count(uid, now) ||
      ((await triesSoFar(db, codesTried, uid, now)) >= codesTried.max ? await countTry(db, codesTried, uid, now) : 0)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const why = await payWithCode(
      { db, integrations, origin },
      race,
      row._key,
      input.code,
      `${nameIn(lang, race.name, race.names)} ${nameIn(lang, row.e_name, row.e_names)}`,
      now,
    )
    if (why === 'invite_unknown') await countTry(db, codesTried, uid, now)
    if (why) return refuse(why)
    const after = (await registrationOf({ db }, input.id, now))!.row
    const order = presentOrder(lang, after)
    const { amount, discount } = currentCharge(after)
    return {
      _key: after._key,
      orderid: after.orderid,
      state: order?.state ?? 'open',
      amount,
      discount,
      pay_end: order?.pay_end ?? after.e_pay_end,
      pay_at: order?.pay_at ?? after.pay_at,
      payment: order?.payment ?? null,
    }
  }),
]
