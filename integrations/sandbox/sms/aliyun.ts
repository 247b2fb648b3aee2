import { inChina } from '#contract/days.ts'
import {
  type SandboxBook,
  type SandboxCall,
  type SandboxSms,
  keepSent,
  sendingLimitOf,
  mac,
  runSandboxSms,
  sha,
} from './server.ts'

/**
 * A sandbox Aliyun SMS: signature V3, SendSms and QuerySendDetails, as the vendor's pages describe them. It shares no
 * code with the adapter.
 */

type Keys = { keyId: string; keySecret: string }
const no = (Code: string, status = 400, Message = Code) => ({
  status,
  json: { Code, Message, RequestId: 'pretend', HostId: 'pretend' },
})

/** Encodes the received parameters by RFC 3986 and sorts them. */
const canonicalQuery = (url: URL): string => {
  const escape = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) =>
        /[A-Za-z0-9\-_.~]/.test(String.fromCharCode(byte))
          ? String.fromCharCode(byte)
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join('')
  return [...url.searchParams]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .toSorted()
    .join('&')
}

const whyUnsigned = ({ method, url, headers, body }: SandboxCall, keys: Keys, now: Date): string | undefined => {
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (!given) return 'MissingAuthorization'
  const [, keyId, list = '', signature] = given
  if (keyId !== keys.keyId) return 'InvalidAccessKeyId.NotFound'
  const must = Object.keys(headers).filter(
    (name) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'),
  )
  if (must.some((name) => !list.split(';').includes(name))) return 'IncompleteSignature'
  if (headers['x-acs-content-sha256'] !== sha(body) || !headers['x-acs-signature-nonce']) return 'IncompleteSignature'
  const date = headers['x-acs-date'] ?? ''
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) || Math.abs(new Date(date).getTime() - now.getTime()) > 900_000)
    return 'InvalidTimeStamp.Expired'
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...list.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    list,
    sha(body),
  ].join('\n')
  return mac(keys.keySecret, `ACS3-HMAC-SHA256\n${sha(canonical)}`).toString('hex') === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

const sendSms = (book: SandboxBook, query: URLSearchParams) => {
  if (book.weather.code) return no(book.weather.code, 200)
  const to = query.get('PhoneNumbers') ?? ''
  if (!/^1\d{10}$/.test(to) && !/^(?!86)[1-9]\d{6,14}$/.test(to)) return no('isv.MOBILE_NUMBER_ILLEGAL', 200)
  if (!book.signNames.includes(query.get('SignName') ?? '')) return no('isv.SMS_SIGNATURE_ILLEGAL', 200)
  const template = book.templates[query.get('TemplateCode') ?? '']
  if (template === undefined) return no('isv.SMS_TEMPLATE_ILLEGAL', 200)
  let values: Record<string, unknown>
  try {
    values = JSON.parse(query.get('TemplateParam') ?? '{}') as Record<string, unknown>
  } catch {
    return no('isv.INVALID_JSON_PARAM', 200)
  }
  if (Object.values(values).some((value) => typeof value !== 'string')) return no('isv.INVALID_JSON_PARAM', 200)
  if ([...template.matchAll(/\$\{(\w+)\}/g)].some(([, name]) => values[name!] === undefined))
    return no('isv.TEMPLATE_MISSING_PARAMETERS', 200)
  if (/https?:/.test(JSON.stringify(values))) return no('isv.PARAM_NOT_SUPPORT_URL', 200)
  if ((query.get('OutId') ?? '').length > 255) return no('isv.INVALID_PARAMETERS', 200)
  const limit = sendingLimitOf(book, to)
  if (limit)
    return no('isv.BUSINESS_LIMIT_CONTROL', 200, `触发${{ minute: '分钟', hour: '小时', day: '天' }[limit]}级流控`)
  const text = template.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] as string)
  const { number } = keepSent(book, {
    to,
    template: query.get('TemplateCode') ?? '',
    text: `【${query.get('SignName')}】${text}`,
    mark: query.get('OutId') ?? '',
  })
  return { status: 200, json: { Code: 'OK', Message: 'OK', BizId: number, RequestId: 'pretend' } }
}

const shanghai = (at: Date) => inChina(at).replace('T', ' ')

const querySendDetails = (book: SandboxBook, query: URLSearchParams) => {
  const day = query.get('SendDate') ?? ''
  if (!/^\d{8}$/.test(day) || !(Number(query.get('PageSize')) <= 50) || !query.get('CurrentPage'))
    return no('isv.INVALID_PARAMETERS', 200)
  const found = book.sent
    .filter((one) => one.to === query.get('PhoneNumber') && shanghai(one.at).slice(0, 10).replaceAll('-', '') === day)
    .toReversed()
  const dto = found.map((one) => ({
    PhoneNum: one.to,
    TemplateCode: one.template,
    Content: one.text,
    OutId: one.mark,
    SendDate: shanghai(one.at),
    SendStatus: one.receipt === undefined ? 1 : one.receipt.delivered ? 3 : 2,
    ...(one.receipt ? { ErrCode: one.receipt.code, ReceiveDate: shanghai(one.receipt.at) } : {}),
  }))
  return {
    status: 200,
    json: {
      Code: 'OK',
      Message: 'OK',
      RequestId: 'pretend',
      TotalCount: String(dto.length),
      SmsSendDetailDTOs: { SmsSendDetailDTO: dto },
    },
  }
}

export const startSandboxAliyunSms = (
  given: Parameters<typeof runSandboxSms>[0] & { keys: Keys },
): Promise<SandboxSms> =>
  runSandboxSms(given, (book, call) => {
    const why = whyUnsigned(call, given.keys, book.clock())
    if (why) return no(why, why === 'SignatureDoesNotMatch' ? 400 : 403)
    if (call.headers['x-acs-version'] !== '2017-05-25') return no('InvalidVersion')
    const action = call.headers['x-acs-action']
    if (action === 'SendSms') return sendSms(book, call.url.searchParams)
    return action === 'QuerySendDetails'
      ? querySendDetails(book, call.url.searchParams)
      : no('InvalidAction.NotFound', 404)
  })
