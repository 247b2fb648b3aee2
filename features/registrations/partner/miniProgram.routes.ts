import { nameIn } from '#contract/words.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { orderState, payOrder } from '#features/payments/service.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import { apiMiniprogramPay } from './miniProgram.contract.ts'
import { isMine, registrationOf } from '../status/ownership.service.ts'
import { orderToPay, starts } from '../payment/startPayment.service.ts'
import { currentCharge } from '../payment/pricing.rules.ts'

/** Finds the payer in the mini-program by a code of `wx.login`. The id stays on the server. */
const payerBehind = async ({ db, integrations }: Pick<Parts, 'db' | 'integrations'>, code: string, now: Date) =>
  integrations.miniProgram &&
  (await countingFailures(db, 'app_person', now, () => integrations.miniProgram!.personOf(code)))?.answer?.openid

export const routes = [
  handle(apiMiniprogramPay, async ({ input, now, who, lang, address, userAgent, refuse, ...parts }) => {
    const { row, race } = (await registrationOf(parts, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(parts.db, parts.seal, row, who.uid))) return refuse('no_permission')
    if (!parts.integrations.gateways.wechat) return refuse('payment_unavailable')
    const wait = starts.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const openid = input.openid ?? (input.code === undefined ? undefined : await payerBehind(parts, input.code, now))
    if (openid === undefined) return refuse('payer_needed')
    const mini = parts.integrations.miniProgram
    const subject = `${nameIn(lang, race.name, race.names)} ${nameIn(lang, row.e_name, row.e_names)}`
    const orderid = (await orderToPay(parts, race, row._key, subject, now)) ?? refuse('not_payable')
    const begun = await payOrder(
      parts,
      {
        raceid: race.id,
        orderid,
        gateway: 'wechat',
        way: 'jsapi',
        userAgent,
        address,
        openid,
        appid: mini && !mini.sandbox ? mini.appid : undefined,
        returnUrl: `${parts.origin}/pay?_key=${row._key}`,
      },
      now,
    )
    if (begun.why) return refuse(begun.why === 'gateway_down' ? 'gateway_down' : 'not_payable')
    const bridge = begun.next?.jsapi ?? refuse('not_payable')
    const order = await orderState(parts, race.id, orderid, now)
    const of = (name: string) => bridge[name] ?? ''
    return {
      appId: of('appId'),
      timeStamp: of('timeStamp'),
      nonceStr: of('nonceStr'),
      package: of('package'),
      signType: of('signType'),
      paySign: of('paySign'),
      amount: order?.amount ?? currentCharge(row).amount,
      pay_end: order?.pay_end ?? null,
    }
  }),
]
