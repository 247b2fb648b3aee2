import { createPublicKey, createSign } from 'node:crypto'
import { bankDate, sortedText } from '../../cmb/crypto.ts'
import { decimalOf } from '../../payment/money.ts'
import { beijingDigits } from '../../payment/moments.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { ApiAnswer, ApiRequest } from '../payment/server.ts'
import { type CmbBank, CmbFault, type BankFields, authorise, unreadable } from './bank.ts'
import { listBankOrders, listRefunds } from './lists.ts'
import { queryOrder } from './orders.ts'
import { queryRefunds, refundOrder } from './refunds.ts'

/** The sandbox bank's side of 一网通支付: its calls, their answers, and the notices of orders. */

const services: Readonly<Record<string, (bank: CmbBank, reqData: BankFields) => BankFields>> = {
  QuerySingleOrder: queryOrder,
  DoRefundV2: refundOrder,
  QuerySettledRefundV2: queryRefunds,
  QuerySettledOrderByBankDate: listBankOrders,
  QueryRefundByDateV2: listRefunds,
}

const publicKeyOf = ({ bankKey }: CmbBank): string =>
  createPublicKey(bankKey).export({ type: 'spki', format: 'der' }).toString('base64')

export const answerCmb = (bank: CmbBank, { url, body }: ApiRequest): ApiAnswer => {
  const { pathname, search } = new URL(url, 'http://pretend.invalid')
  const send = (rspData: BankFields): ApiAnswer => ({
    status: 200,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify({
      version: '1.0',
      charset: 'UTF-8',
      rspData: { dateTime: beijingDigits(bank.clock()), ...rspData },
    }),
  })
  try {
    const reqData = authorise(bank, new URLSearchParams(body).get('jsonRequestData'))
    if (pathname.endsWith('/DoBusiness.ashx') && reqData.txCode === 'FBPK')
      return send({ rspCode: 'SUC0000', rspMsg: '', fbPubKey: publicKeyOf(bank) })
    const run = services[search.slice(1)]
    if (!run) throw unreadable('交易码错误')
    return send({ rspCode: 'SUC0000', rspMsg: '', ...run(bank, reqData) })
  } catch (error) {
    if (!(error instanceof CmbFault)) throw error
    return send({ rspCode: error.code, rspMsg: error.message })
  }
}

/** Returns the part of a paid order's notice that all sendings share. */
export const orderNotice = ({ keys }: CmbBank, trade: BookedTrade): BankFields => {
  const [date, orderNo] = trade.tradeno.split('/') as [string, string]
  return {
    branchNo: keys.branchNo,
    merchantNo: keys.merchantNo,
    httpMethod: 'POST',
    noticeUrl: trade.notify_url,
    noticeType: 'BKPAYRTN',
    noticeSerialNo: `${date}${orderNo}`,
    date,
    orderNo,
    amount: decimalOf(trade.paid_amount!),
    bankDate: bankDate(new Date(trade.paid_at!)),
    bankSerialNo: trade.number!.slice(0, 20),
    cardType: '02',
    discountFlag: 'N',
    discountAmount: '0.00',
    merchantPara: '',
  }
}

/** Returns a notice as the bank would sign it now. */
export const signedNotice = ({ bankKey, clock }: CmbBank, given: Readonly<BankFields>): string => {
  const noticeData = { ...given, dateTime: beijingDigits(clock()) }
  const sign = createSign('RSA-SHA1').update(sortedText(noticeData), 'utf8').sign(bankKey, 'base64')
  return new URLSearchParams({
    jsonRequestData: JSON.stringify({ version: '1.0', charset: 'UTF-8', signType: 'RSA', sign, noticeData }),
  }).toString()
}
