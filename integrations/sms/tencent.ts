import * as z from 'zod/mini'
import { type SentMessage, type Looked, SmsBusy, SmsLost, SmsRefused, SmsUnable, type SmsVendor } from './client.ts'
import { type TemplateIds, hmac, markOf, postToProvider, sha256, templateOf } from './http.ts'

/** Tencent Cloud SMS (2021-01-11) with its signature v3 (TC3-HMAC-SHA256). */
export type TencentSms = {
  secretId: string
  secretKey: string
  appId: string
  signName: string
  signNameAbroad?: string | undefined
  templates: TemplateIds
  region?: string | undefined
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns the headers of a signed call. `signed` names the headers that the signature covers. */
export const signTc3 = (
  { secretId, secretKey }: Pick<TencentSms, 'secretId' | 'secretKey'>,
  call: {
    host: string
    service: string
    action: string
    version: string
    region: string
    body: string
    timestamp: number
    signed?: readonly string[]
  },
): Record<string, string> => {
  const date = new Date(call.timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${call.service}/tc3_request`
  const covered: Record<string, string> = {
    'content-type': JSON_TYPE,
    host: call.host,
    'x-tc-action': call.action.toLowerCase(),
  }
  const names = call.signed ?? Object.keys(covered)
  const list = names.join(';')
  const canonical = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${covered[name]}`),
    '',
    list,
    sha256(call.body),
  ].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), call.service), 'tc3_request')
  const signature = hmac(key, `TC3-HMAC-SHA256\n${call.timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    'content-type': JSON_TYPE,
    host: call.host,
    'x-tc-action': call.action,
    'x-tc-version': call.version,
    'x-tc-region': call.region,
    'x-tc-timestamp': String(call.timestamp),
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${list}, Signature=${signature}`,
  }
}

/** Codes for a wrong number or text, which another provider would refuse too. */
const REFUSED: ReadonlySet<string> = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.ContainSensitiveWord',
  'FailedOperation.PhoneNumberOnBlacklist',
  'InvalidParameterValue.TemplateParameterFormatError',
  'InvalidParameterValue.TemplateParameterLengthLimit',
  'InvalidParameterValue.ContentLengthLimit',
  'InvalidParameterValue.ProhibitedUseUrlInTemplateParameter',
])
const WAITS: Readonly<Record<string, number>> = {
  'LimitExceeded.PhoneNumberThirtySecondLimit': 30,
  'LimitExceeded.PhoneNumberOneHourLimit': 3600,
  'LimitExceeded.PhoneNumberDailyLimit': 86_400,
  'LimitExceeded.PhoneNumberSameContentDailyLimit': 86_400,
}

const Answer = z.object({
  Response: z.object({
    Error: z.optional(z.object({ Code: z.string() })),
    SendStatusSet: z.optional(z.array(z.object({ SerialNo: z.string(), Code: z.string() }))),
    PullSmsSendStatusSet: z.optional(
      z.array(
        z.object({
          ReportStatus: z.string(),
          Description: z.optional(z.string()),
          SerialNo: z.optional(z.string()),
          SessionContext: z.optional(z.string()),
          UserReceiveTime: z.optional(z.coerce.number()),
        }),
      ),
    ),
  }),
})

const NAME = 'tencent'
type VendorOptions = { base?: string | undefined; clock: () => Date; timeoutMs?: number }
type Ask = (action: string, given: Record<string, unknown>) => Promise<z.output<typeof Answer>['Response']>

const asking =
  (settings: TencentSms, { base = 'https://sms.tencentcloudapi.com', clock, timeoutMs = 8000 }: VendorOptions): Ask =>
  async (action, given) => {
    const body = JSON.stringify({ SmsSdkAppId: settings.appId, ...given })
    const headers = signTc3(settings, {
      host: new URL(base).host,
      service: 'sms',
      action,
      version: '2021-01-11',
      region: settings.region ?? 'ap-guangzhou',
      body,
      timestamp: Math.floor(clock().getTime() / 1000),
    })
    const { status, json } = await postToProvider(NAME, `${base}/`, headers, body, timeoutMs)
    const { data } = Answer.safeParse(json)
    if (!data) throw new SmsLost(NAME, `${NAME} answered ${status} and not in its own form`)
    return data.Response
  }

/**
 * Returns the number of a message at the vendor (`SerialNo`). Throws the error that corresponds to the vendor's answer.
 */
const numberFrom = ({ Error: failed, SendStatusSet }: Awaited<ReturnType<Ask>>): { number: string } => {
  const one = SendStatusSet?.[0]
  const code = failed?.Code ?? one?.Code ?? ''
  if (code === 'Ok') return { number: one!.SerialNo }
  if (code === '' || code.startsWith('InternalError')) throw new SmsLost(NAME, `${NAME}: ${code}`)
  if (WAITS[code] !== undefined) throw new SmsBusy(WAITS[code], code)
  if (REFUSED.has(code)) throw new SmsRefused(code, 'refused')
  throw new SmsUnable(`${NAME}: ${code}`)
}

const look = async (ask: Ask, { to, key, handedAt }: SentMessage): Promise<Looked> => {
  const { Error: failed, PullSmsSendStatusSet } = await ask('PullSmsSendStatusByPhoneNumber', {
    BeginTime: Math.floor(handedAt.getTime() / 1000) - 60,
    Offset: 0,
    Limit: 100,
    PhoneNumber: to,
  })
  if (failed) throw new SmsUnable(`${NAME}: ${failed.Code}`)
  const found = PullSmsSendStatusSet?.find(({ SessionContext }) => SessionContext === markOf(key))
  if (!found) return { state: 'unknown' }
  const at = found.UserReceiveTime ? new Date(found.UserReceiveTime * 1000) : undefined
  return found.ReportStatus === 'SUCCESS'
    ? { state: 'delivered', number: found.SerialNo, at }
    : { state: 'undelivered', number: found.SerialNo, code: found.Description, at }
}

export const tencentSms = (settings: TencentSms, options: VendorOptions): SmsVendor => {
  const ask = asking(settings, options)
  return {
    name: NAME,
    unproved: true,
    send: async ({ to, template, lang, values, key }) => {
      const id = templateOf(NAME, settings.templates, template, lang)
      const signName = to.startsWith('+86') ? settings.signName : settings.signNameAbroad
      const given = await ask('SendSms', {
        PhoneNumberSet: [to],
        TemplateId: id,
        ...(signName ? { SignName: signName } : {}),
        TemplateParamSet: Object.values(values),
        SessionContext: markOf(key),
      })
      return numberFrom(given)
    },
    look: (message) => look(ask, message),
  }
}
