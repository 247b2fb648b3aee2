import * as z from 'zod/mini'
import { jsonOf, noticeAs, readAsNotice, untrusted } from '../payment/exchange.ts'
import type { GatewayNotice } from '../payment/gateway.ts'
import { withinSkew } from '../payment/moments.ts'
import { type CmbAccount, bankKey, paidTrade } from './account.ts'
import { momentOfDigits, tradenoOf, verifyBank } from './crypto.ts'

const text = z.string()
const NoticeBody = z.object({ sign: text, signType: text, noticeData: z.record(text, text) })
const NoticeData = z.object({
  dateTime: text,
  branchNo: text,
  merchantNo: text,
  noticeType: text,
  noticeSerialNo: text,
  orderNo: text,
  amount: text,
  bankSerialNo: text,
})

/** Reads a notice, which carries the bank's own signature. */
export const readNotice = async (account: CmbAccount, body: string): Promise<GatewayNotice> => {
  const json = new URLSearchParams(body).get('jsonRequestData') ?? ''
  const { sign, signType, noticeData } = noticeAs(NoticeBody, jsonOf(json))
  if (signType !== 'RSA') return untrusted('another_signature_type')
  // The bank changes its key from time to time. If a signature is not valid under the known key, it may belong to a
  // newer key.
  const holds = async (anew: boolean) => verifyBank(noticeData, sign, await bankKey(account, anew))
  if (!(await holds(false)) && !(await holds(true))) return untrusted('bad_signature')
  const given = noticeAs(NoticeData, noticeData)
  if (given.branchNo !== account.branchNo || given.merchantNo !== account.merchantNo)
    return untrusted('another_merchant')
  const { dateTime, noticeSerialNo: id, noticeType, orderNo, amount, bankSerialNo } = given
  if (!withinSkew(momentOfDigits(dateTime), account.clock())) return untrusted('stale')
  if (noticeType !== 'BKPAYRTN') return { id, kind: 'other', event: noticeType }
  const trade = readAsNotice(() => paidTrade(account, tradenoOf(orderNo), bankSerialNo, amount, dateTime))
  return { id, kind: 'trade', trade }
}
