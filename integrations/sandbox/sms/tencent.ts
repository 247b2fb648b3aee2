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
 * A sandbox Tencent Cloud SMS: signature v3, SendSms and PullSmsSendStatusByPhoneNumber, as the vendor's pages describe
 * them. It shares no code with the adapter.
 */

type Keys = { secretId: string; secretKey: string; appId: string }
const answered = (Response: Record<string, unknown>) => ({
  status: 200,
  json: { Response: { ...Response, RequestId: 'pretend' } },
})
const no = (Code: string) => answered({ Error: { Code, Message: Code } })

const AUTHORIZATION = new RegExp(
  [
    String.raw`^TC3-HMAC-SHA256 Credential=([^/]+)/(\d{4}-\d\d-\d\d)/sms/tc3_request`,
    'SignedHeaders=([^,]+)',
    'Signature=([0-9a-f]{64})$',
  ].join(', '),
)
const whyUnsigned = ({ method, url, headers, body }: SandboxCall, keys: Keys, now: Date): string | undefined => {
  const given = AUTHORIZATION.exec(headers.authorization ?? '')
  if (!given) return 'AuthFailure.InvalidAuthorization'
  const [, secretId, date = '', list = '', signature] = given
  if (secretId !== keys.secretId) return 'AuthFailure.SecretIdNotFound'
  const timestamp = Number(headers['x-tc-timestamp'])
  if (Math.abs(timestamp * 1000 - now.getTime()) > 300_000) return 'AuthFailure.SignatureExpire'
  if (new Date(timestamp * 1000).toISOString().slice(0, 10) !== date) return 'AuthFailure.SignatureFailure'
  if (!['content-type', 'host'].every((name) => list.split(';').includes(name))) return 'AuthFailure.SignatureFailure'
  const valueOf = (name: string) =>
    name === 'x-tc-action' ? (headers[name] ?? '').toLowerCase() : (headers[name] ?? '')
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...list.split(';').map((name) => `${name}:${valueOf(name)}`),
    '',
    list,
    sha(body),
  ].join('\n')
  const toSign = ['TC3-HMAC-SHA256', String(timestamp), `${date}/sms/tc3_request`, sha(canonical)].join('\n')
  return mac(mac(mac(mac(`TC3${keys.secretKey}`, date), 'sms'), 'tc3_request'), toSign).toString('hex') === signature
    ? undefined
    : 'AuthFailure.SignatureFailure'
}

type Send = {
  PhoneNumberSet?: unknown
  SignName?: string
  TemplateId?: string
  TemplateParamSet?: unknown
  SessionContext?: string
}
const sendSms = (
  book: SandboxBook,
  { PhoneNumberSet, SignName, TemplateId, TemplateParamSet = [], SessionContext = '' }: Send,
) => {
  if (book.weather.code?.startsWith('InternalError')) return no(book.weather.code)
  if (!Array.isArray(PhoneNumberSet) || PhoneNumberSet.length !== 1)
    return no('InvalidParameterValue.IncorrectPhoneNumber')
  const to = String(PhoneNumberSet[0])
  const one = (Code: string, SerialNo = '') =>
    answered({
      SendStatusSet: [
        { SerialNo, PhoneNumber: to, Fee: Code === 'Ok' ? 1 : 0, SessionContext, Code, Message: Code, IsoCode: 'CN' },
      ],
    })
  if (book.weather.code) return one(book.weather.code)
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return one('InvalidParameterValue.IncorrectPhoneNumber')
  if (SignName === undefined ? to.startsWith('+86') : !book.signNames.includes(SignName))
    return one('FailedOperation.SignatureIncorrectOrUnapproved')
  const template = book.templates[TemplateId ?? '']
  if (template === undefined) return one('FailedOperation.TemplateIncorrectOrUnapproved')
  const places = new Set([...template.matchAll(/\{(\d+)\}/g)].map(([, place]) => Number(place))).size
  if (!Array.isArray(TemplateParamSet) || TemplateParamSet.some((value) => typeof value !== 'string'))
    return no('InvalidParameterValue.TemplateParameterFormatError')
  if (TemplateParamSet.length !== places) return one('FailedOperation.TemplateParamSetNotMatchApprovedTemplate')
  const limit = sendingLimitOf(book, to)
  if (limit)
    return one(`LimitExceeded.PhoneNumber${{ minute: 'ThirtySecond', hour: 'OneHour', day: 'Daily' }[limit]}Limit`)
  const text = template.replace(
    /\{(\d+)\}/g,
    (_, place: string) => (TemplateParamSet as string[])[Number(place) - 1] ?? '',
  )
  return one(
    'Ok',
    keepSent(book, { to, template: TemplateId ?? '', text: `【${SignName ?? ''}】${text}`, mark: SessionContext })
      .number,
  )
}

type Pull = { BeginTime?: number; Offset?: number; Limit?: number; PhoneNumber?: string }
const pull = (book: SandboxBook, { BeginTime, Offset, Limit, PhoneNumber }: Pull) => {
  if (typeof BeginTime !== 'number' || Offset !== 0 || !(Number(Limit) <= 100)) return no('InvalidParameter')
  // Only messages with a report of the phone network are listed.
  const found = book.sent.filter((one) => one.to === PhoneNumber && one.receipt && one.at.getTime() / 1000 >= BeginTime)
  return answered({
    PullSmsSendStatusSet: found.map((one) => ({
      SerialNo: one.number,
      PhoneNumber: one.to,
      SessionContext: one.mark,
      ReportStatus: one.receipt!.delivered ? 'SUCCESS' : 'FAIL',
      Description: one.receipt!.code,
      UserReceiveTime: Math.floor(one.receipt!.at.getTime() / 1000),
    })),
  })
}

export const startSandboxTencentSms = (
  given: Parameters<typeof runSandboxSms>[0] & { keys: Keys },
): Promise<SandboxSms> =>
  runSandboxSms(given, (book, call) => {
    const why = whyUnsigned(call, given.keys, book.clock())
    if (why) return no(why)
    if (call.headers['x-tc-version'] !== '2021-01-11') return no('InvalidParameterValue')
    let body: Record<string, unknown>
    try {
      body = JSON.parse(call.body) as Record<string, unknown>
    } catch {
      return no('InvalidParameter')
    }
    if (body.SmsSdkAppId !== given.keys.appId) return no('InvalidParameterValue.SdkAppIdNotExist')
    const action = call.headers['x-tc-action']
    if (action === 'SendSms') return sendSms(book, body)
    return action === 'PullSmsSendStatusByPhoneNumber' ? pull(book, body) : no('InvalidAction')
  })
