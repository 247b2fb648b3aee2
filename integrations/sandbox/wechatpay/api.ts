import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { signRsa } from '../../payment/signature.ts'
import { signedAnswerText, nonce, sealText, unixSeconds } from '../../wechatpay/crypto.ts'
import type { ApiAnswer, ApiRequest } from '../payment/server.ts'
import type { SandboxKeys } from './keys.ts'
import { WechatPayFault, type WechatPlatform, authorise, wrongField } from './platform.ts'
import { queryRefund, refundTrade, settleRefunds } from './refunds.ts'
import { wechatStatementOf } from './statement.ts'
import { closeTrade, openTrade, queryTrade } from './trades.ts'

/** The sandbox WeChat Pay's side of APIv3: its calls and their answers. */

/** Makes the signature headers that the platform puts on answers and notices. */
export const platformHeaders = ({ keys, platformKey, clock }: WechatPlatform, body: string): Record<string, string> => {
  const timestamp = unixSeconds(clock())
  const fresh = nonce()
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': fresh,
    'wechatpay-serial': keys.platformSerial,
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    'wechatpay-signature': signRsa(signedAnswerText(timestamp, fresh, body), platformKey),
  }
}

/** Returns the statement of a day in Beijing, available from ten o'clock the next morning. */
const statementOf = (platform: WechatPlatform, day: string | null): string => {
  const { keys, books, clock } = platform
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(`${day}T00:00:00+08:00`) : Number.NaN
  if (Number.isNaN(from) || from < clock().getTime() - 92 * 86_400_000)
    throw new WechatPayFault(400, 'INVALID_REQUEST', '账单日期不在可下载范围内')
  if (clock().getTime() < from + 34 * 3600_000) throw new WechatPayFault(400, 'STATEMENT_CREATING', '账单生成中')
  settleRefunds(platform)
  const moved = books.between(from, from + 86_400_000, 'asked')
  if (moved.trades.length + moved.refunds.length === 0)
    throw new WechatPayFault(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
  return wechatStatementOf(keys, moved)
}
/** Returns the token in a download address. The vendor's tokens are unreadable, so this token is too. */
const tokenOf = (day: string): string => Buffer.from(day).toString('base64url')

const queryBill = (platform: WechatPlatform, query: URLSearchParams, host: string | undefined): unknown => {
  const day = query.get('bill_date')
  if (query.get('bill_type') !== 'ALL' || query.get('tar_type') !== 'GZIP') throw wrongField('bill_type')
  return {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(statementOf(platform, day)).digest('hex'),
    download_url: `http://${host}/v3/billdownload/file?token=${tokenOf(day!)}`,
  }
}

const certificates = (keys: SandboxKeys): unknown => ({
  data: [
    {
      serial_no: keys.platformSerial,
      effective_time: '2020-01-01T08:00:00+08:00',
      expire_time: '2050-01-01T07:59:59+08:00',
      encrypt_certificate: sealText(keys.apiV3Key, keys.platformCertificatePem, 'certificate'),
    },
  ],
})

const run = (platform: WechatPlatform, { method, url, headers, body }: ApiRequest): unknown => {
  const [path, search = ''] = url.split('?') as [string, string?]
  const query = new URLSearchParams(search)
  const of = (pattern: RegExp) => pattern.exec(path)?.[1]
  if (method === 'GET') {
    const tradeno = of(/^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/)
    if (tradeno) return queryTrade(platform, tradeno, query)
    const refundno = of(/^\/v3\/refund\/domestic\/refunds\/([^/]+)$/)
    if (refundno) return queryRefund(platform, refundno)
    if (path === '/v3/bill/tradebill') return queryBill(platform, query, headers.host)
    if (path === '/v3/certificates') return certificates(platform.keys)
  }
  if (method === 'POST') {
    const way = of(/^\/v3\/pay\/transactions\/(jsapi|h5|native)$/)
    if (way) return openTrade(platform, way, body)
    if (path === '/v3/refund/domestic/refunds') return refundTrade(platform, body)
    const tradeno = of(/^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/)
    if (tradeno) return closeTrade(platform, tradeno, body)
  }
  throw new WechatPayFault(404, 'RESOURCE_NOT_EXISTS', '没有这个接口')
}

export const answerWechatPay = (platform: WechatPlatform, request: ApiRequest): ApiAnswer => {
  const send = (status: number, body: string): ApiAnswer => ({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...platformHeaders(platform, body) },
    body,
  })
  try {
    authorise(platform, request)
    const token = /^\/v3\/billdownload\/file\?token=([\w-]+)$/.exec(request.url)?.[1]
    // The file itself has no signature. An earlier answer gave its digest.
    if (token)
      return {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: gzipSync(statementOf(platform, Buffer.from(token, 'base64url').toString())),
      }
    const given = run(platform, request)
    return given === undefined ? send(204, '') : send(200, JSON.stringify(given))
  } catch (error) {
    if (!(error instanceof WechatPayFault)) throw error
    return send(error.status, JSON.stringify({ code: error.code, message: error.message }))
  }
}
