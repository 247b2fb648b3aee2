import type { Gateway } from '../payment/gateway.ts'
import { type WechatPayCredentials, type WechatPaySettings, authorize, call, openAccount } from './account.ts'
import { readNotice } from './notices.ts'
import { queryRefund, refund } from './refunds.ts'
import { wechatStatements } from './statement.ts'
import { close, prepare, query } from './transactions.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Answers a notice. 200 with SUCCESS ends the retries. After any other answer the gateway sends the notice again. */
const answerNotice: Gateway['answerNotice'] = (outcome) =>
  outcome === 'taken'
    ? { status: 200, type: JSON_TYPE, body: '{"code":"SUCCESS","message":"成功"}' }
    : { status: outcome === 'wrong' ? 401 : 500, type: JSON_TYPE, body: '{"code":"FAIL","message":"失败"}' }

export const wechatPay = (credentials: WechatPayCredentials, settings: WechatPaySettings): Gateway => {
  const account = openAccount(credentials, settings)
  return {
    name: 'wechat',
    sandbox: account.sandbox,
    refundDays: 365,
    bornLate: false,
    closes: true,
    proof: 'vectors',
    prepare: (purchase) => prepare(account, purchase),
    query: (tradeno) => query(account, tradeno),
    close: (tradeno) => close(account, tradeno),
    refund: (ask) => refund(account, ask),
    queryRefund: (refundno) => queryRefund(account, refundno),
    readNotice: (headers, body) => readNotice(account, headers, body),
    answerNotice,
    statement: wechatStatements({
      mchid: account.mchid,
      base: account.base,
      call: (method, path) => call(account, method, path),
      authorize: (path) => authorize(account, 'GET', path, ''),
    }),
  }
}
