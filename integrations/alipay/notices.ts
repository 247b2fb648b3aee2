import { noticeAs, readAsNotice, untrusted } from '../payment/exchange.ts'
import type { GatewayNotice } from '../payment/gateway.ts'
import { momentOf, withinSkew } from '../payment/moments.ts'
import { type AlipayAccount, ownNumber, whyRejected } from './account.ts'
import { signedFormFields, signedText } from './crypto.ts'
import { queryRefund } from './refunds.ts'
import { TradeNotice, tradeFrom } from './trades.ts'

/** Reads a notice, which comes as a form. One of its fields is the signature. */
export const readNotice = async (account: AlipayAccount, body: string): Promise<GatewayNotice> => {
  const { appid, sellerid, clock } = account
  const fields = signedFormFields(body) ?? untrusted('malformed')
  if (fields.sign_type !== 'RSA2') return untrusted('another_signature_type')
  const said = signedText(fields, ['sign', 'sign_type'])
  const why = whyRejected(account, said, fields.sign, fields.alipay_cert_sn)
  if (why) return untrusted(why)
  if (fields.app_id !== appid || fields.seller_id !== sellerid) return untrusted('another_merchant')
  if (!withinSkew(momentOf(fields.notify_time ?? ''), clock())) return untrusted('stale')
  const id = fields.notify_id ?? ''
  if (fields.notify_type !== 'trade_status_sync') return { id, kind: 'other', event: fields.notify_type ?? 'unknown' }
  const given = noticeAs(TradeNotice, fields)
  // The notice of a refund gives the sum of all refunds so far, so the client asks for the state of the refund that the
  // notice names.
  if (fields.out_biz_no && fields.refund_fee)
    return {
      id,
      kind: 'refund',
      refund: await queryRefund(account, ownNumber(fields.out_biz_no), ownNumber(given.out_trade_no)),
    }
  return { id, kind: 'trade', trade: readAsNotice(() => tradeFrom(given, sellerid)) }
}
