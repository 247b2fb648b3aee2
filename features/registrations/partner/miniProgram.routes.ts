import { raceOfKey } from '#contract/key.ts'
import { nameIn } from '#contract/words.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { findOrderByKey } from '#features/orders/finding.service.ts'
import { orderState, payOrder } from '#features/payments/service.ts'
import { type Context, type Parts, handle } from '#seam/server/handle.ts'
import { apiMiniprogramPay } from './miniProgram.contract.ts'
import { isMine, registrationOf } from '../status/ownership.service.ts'
import { orderToPay, starts } from '../payment/startPayment.service.ts'
import { currentCharge } from '../payment/pricing.rules.ts'

/**
 * Finds the `openid` of the payer in the mini-program by a code of `wx.login`. The page does not get this `openid`.
 * Returns undefined if no mini-program is connected, if WeChat does not answer, or if the code is not valid.
 */
const payerBehind = async ({ db, integrations }: Pick<Parts, 'db' | 'integrations'>, code: string, now: Date) =>
  integrations.miniProgram &&
  (await countingFailures(db, 'app_person', now, () => integrations.miniProgram!.personOf(code)))?.answer?.openid

type Paying = Context<typeof apiMiniprogramPay>
/**
 * Finds an account's own order of another room, such as tickets or a stay, by the key of the order. An entry is paid by
 * the key of its registration. Returns undefined if the account has no such order.
 */
const otherOrder = async ({ input, db, who }: Pick<Paying, 'input' | 'db' | 'who'>) => {
  const raceid = raceOfKey(input.id)
  const order = raceid === undefined ? undefined : await findOrderByKey(db, raceid, input.id)
  if (!order || order.uid !== who.uid || order.room === 'registrations') return undefined
  const { id: orderid, amount } = order
  return { raceid: order.raceid, orderid: () => Promise.resolve<number | undefined>(orderid), amount, page: '/me' }
}
/** Finds the caller's own registration by its key. `orderid` opens an order if the registration has none. */
const ownEntry = async ({ input, now, who, lang, refuse, ...parts }: Paying) => {
  const { row, race } = (await registrationOf(parts, input.id, now)) ?? refuse('registration_not_found')
  if (!(await isMine(parts.db, parts.seal, row, who.uid))) return refuse('no_permission')
  const subject = `${nameIn(lang, race.name, race.names)} ${nameIn(lang, row.e_name, row.e_names)}`
  return {
    raceid: race.id,
    orderid: () => orderToPay(parts, race, row._key, subject, now),
    amount: currentCharge(row).amount,
    page: `/pay?_key=${row._key}`,
  }
}

export const routes = [
  handle(apiMiniprogramPay, async (context) => {
    const { input, now, who, address, userAgent, refuse, ...parts } = context
    const { raceid, orderid: open, amount, page } = (await otherOrder(context)) ?? (await ownEntry(context))
    if (!parts.integrations.gateways.wechat) return refuse('payment_unavailable')
    const wait = starts.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const openid = input.openid ?? (input.code === undefined ? undefined : await payerBehind(parts, input.code, now))
    if (openid === undefined) return refuse('payer_needed')
    const mini = parts.integrations.miniProgram
    const orderid = (await open()) ?? refuse('not_payable')
    const begun = await payOrder(
      parts,
      {
        raceid,
        orderid,
        gateway: 'wechat',
        way: 'jsapi',
        userAgent,
        address,
        openid,
        appid: mini && !mini.sandbox ? mini.appid : undefined,
        returnUrl: parts.origin + page,
      },
      now,
    )
    if (begun.why) return refuse(begun.why === 'gateway_down' ? 'gateway_down' : 'not_payable')
    const bridge = begun.next?.jsapi ?? refuse('not_payable')
    const order = await orderState(parts, raceid, orderid, now)
    const of = (name: string) => bridge[name] ?? ''
    return {
      appId: of('appId'),
      timeStamp: of('timeStamp'),
      nonceStr: of('nonceStr'),
      package: of('package'),
      signType: of('signType'),
      paySign: of('paySign'),
      amount: order?.amount ?? amount,
      pay_end: order?.pay_end ?? null,
    }
  }),
]
