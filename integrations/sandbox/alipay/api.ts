import * as z from 'zod/mini'
import { signedFormFields } from '../../alipay/crypto.ts'
import { signRsa } from '../../payment/signature.ts'
import type { ApiAnswer, ApiRequest } from '../payment/server.ts'
import { zipOf } from '../../archives/zip.ts'
import { gbkBytes } from './gbk.ts'
import { type AlipayPlatform, AlipayFault, authorise, invalidRequest, read } from './platform.ts'
import { queryRefund, refundTrade, settleRefunds } from './refunds.ts'
import { alipayStatementOf } from './statement.ts'
import { closeTrade, queryTrade } from './trades.ts'

/** The sandbox Alipay's side of the open platform's protocol: its calls and their answers. */

const BillQuery = z.object({
  bill_type: z.literal('trade'),
  bill_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
})

/**
 * Returns the zip with the statement of a day in Beijing. Throws AlipayFault if the day has no statement, or not yet.
 */
const statementOf = (platform: AlipayPlatform, day: string): Buffer => {
  const { keys, books, clock } = platform
  const from = Date.parse(`${day}T00:00:00+08:00`)
  settleRefunds(platform)
  const moved = books.between(from, from + 86_400_000, 'done')
  if (clock().getTime() < from + 34 * 3600_000 || moved.trades.length + moved.refunds.length === 0)
    throw new AlipayFault('isp.bill_not_exist', '账单不存在')
  const name = `${keys.sellerid}0156_${day.replaceAll('-', '')}_业务明细`
  return zipOf(
    [
      { name: gbkBytes(`${name}(汇总).csv`), bytes: gbkBytes('#支付宝业务汇总查询\r\n') },
      { name: gbkBytes(`${name}.csv`), bytes: gbkBytes(alipayStatementOf(keys.sellerid, day, moved, clock())) },
    ],
    clock(),
  )
}

type Method = (platform: AlipayPlatform, body: string | undefined, host: string | undefined) => Record<string, unknown>
const methods: Readonly<Record<string, Method>> = {
  'alipay.trade.query': queryTrade,
  'alipay.trade.close': closeTrade,
  'alipay.trade.refund': refundTrade,
  'alipay.trade.fastpay.refund.query': queryRefund,
  'alipay.data.dataservice.bill.downloadurl.query': (platform, body, host) => {
    const { bill_date } = read(BillQuery, body)
    statementOf(platform, bill_date)
    return { bill_download_url: `http://${host}/bill.resource?token=${Buffer.from(bill_date).toString('base64url')}` }
  },
}

const send = (
  { platformKey, serials }: AlipayPlatform,
  name: string,
  said: Record<string, unknown>,
  signed = true,
): ApiAnswer => {
  const text = JSON.stringify(said)
  const signature = signed ? `,"sign":${JSON.stringify(signRsa(text, platformKey))}` : ''
  const serial = signed && serials ? `,"alipay_cert_sn":"${serials.platform}"` : ''
  return {
    status: 200,
    headers: { 'content-type': 'text/html;charset=utf-8' },
    body: `{"${name}":${text}${serial}${signature}}`,
  }
}

const answerCall = (platform: AlipayPlatform, given: string, host: string | undefined): ApiAnswer => {
  const fields = signedFormFields(given)
  const name = `${(fields?.method ?? '').replaceAll('.', '_')}_response`
  try {
    const { method = '', biz_content } = authorise(platform, fields)
    const run = methods[method]
    if (!run) throw invalidRequest('isv.invalid-method', '不存在的方法名')
    return send(platform, name, { code: '10000', msg: 'Success', ...run(platform, biz_content, host) })
  } catch (error) {
    if (!(error instanceof AlipayFault)) throw error
    const { code, reason, message, unsigned } = error
    const msg = unsigned ? 'Invalid Arguments' : 'Business Failed'
    return send(
      platform,
      unsigned ? 'error_response' : name,
      { code, msg, sub_code: reason, sub_msg: message },
      !unsigned,
    )
  }
}

export const answerAlipay = (platform: AlipayPlatform, { method, url, body, headers }: ApiRequest): ApiAnswer => {
  const token = method === 'GET' ? /^\/bill\.resource\?token=([\w-]+)$/.exec(url)?.[1] : undefined
  if (token)
    return {
      status: 200,
      headers: { 'content-type': 'application/zip' },
      body: statementOf(platform, Buffer.from(token, 'base64url').toString()),
    }
  const [path, search = ''] = url.split('?') as [string, string?]
  if (path !== '/gateway.do' || method !== 'POST') return { status: 404, headers: {}, body: '' }
  return answerCall(platform, body ? `${search}&${body}` : search, headers.host)
}
