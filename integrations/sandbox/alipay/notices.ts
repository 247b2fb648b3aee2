import { signedText } from '../../alipay/crypto.ts'
import { decimalOf } from '../../payment/money.ts'
import { beijingText } from '../../payment/moments.ts'
import { signRsa } from '../../payment/signature.ts'
import type { BookedRefund } from '../payment/bookedRefunds.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import { type AlipayPlatform, BUYER, at, currencyPart } from './platform.ts'
import { tradeStatusOf } from './trades.ts'

/**
 * Returns the part of a trade's notice that all sendings share. With `refund`, returns this part of the refund's
 * notice.
 */
export const tradeNotice = (
  platform: AlipayPlatform,
  trade: BookedTrade,
  refund?: BookedRefund,
): Record<string, string> => {
  const { keys, books } = platform
  return {
    notify_type: 'trade_status_sync',
    app_id: keys.appid,
    auth_app_id: keys.appid,
    seller_id: keys.sellerid,
    charset: 'utf-8',
    version: '1.0',
    subject: trade.description,
    out_trade_no: trade.tradeno,
    trade_no: trade.number ?? '',
    trade_status: tradeStatusOf(platform, trade),
    total_amount: decimalOf(trade.paid_amount ?? trade.amount),
    receipt_amount: decimalOf(trade.paid_amount ?? 0),
    buyer_pay_amount: decimalOf(trade.paid_amount ?? 0),
    buyer_logon_id: BUYER,
    gmt_create: at(trade.created_at),
    ...(trade.paid_at === null ? {} : { gmt_payment: at(trade.paid_at) }),
    ...currencyPart(trade.paid_currency),
    ...(refund
      ? {
          out_biz_no: refund.refundno,
          refund_fee: decimalOf(books.refunded(trade.tradeno)),
          gmt_refund: `${at(refund.done_at)}.000`,
        }
      : {}),
  }
}

/** Returns a signed notice, with the fields that each sending adds. */
export const signedNotice = (
  { platformKey, serials, clock }: AlipayPlatform,
  content: Readonly<Record<string, string>>,
  id: string,
): string => {
  const fields = {
    ...content,
    notify_id: id,
    notify_time: beijingText(clock()),
    ...(serials ? { alipay_cert_sn: serials.platform } : {}),
  }
  return new URLSearchParams({
    ...fields,
    sign: signRsa(signedText(fields), platformKey),
    sign_type: 'RSA2',
  }).toString()
}

/** Returns the fields that a browser brings back to `return_url`. Alipay signs them, but only a browser sends them. */
export const broughtBack = (
  { keys, platformKey, clock }: AlipayPlatform,
  trade: BookedTrade,
): Record<string, string> => {
  const fields = {
    charset: 'utf-8',
    out_trade_no: trade.tradeno,
    method: `alipay.trade.${trade.way}.pay.return`,
    total_amount: decimalOf(trade.amount),
    trade_no: trade.number ?? '',
    auth_app_id: keys.appid,
    version: '1.0',
    app_id: keys.appid,
    seller_id: keys.sellerid,
    timestamp: beijingText(clock()),
  }
  return { ...fields, sign_type: 'RSA2', sign: signRsa(signedText(fields), platformKey) }
}
