import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { chinaDay } from '#contract/days.ts'
import { percentEncoded } from '#contract/written.ts'
import { type SentMessage, type Looked, SmsBusy, SmsLost, SmsRefused, SmsUnable, type SmsVendor } from './client.ts'
import { type TemplateIds, hmac, markOf, postToProvider, sha256, templateOf } from './http.ts'

/** Aliyun's Short Message Service (Dysmsapi, 2017-05-25) with its signature V3 (ACS3-HMAC-SHA256). */
export type AliyunSms = {
  keyId: string
  keySecret: string
  signName: string
  /** The sign name for numbers abroad and in Hong Kong, Macao and Taiwan, if it differs from `signName`. */
  signNameAbroad?: string | undefined
  templates: TemplateIds
  region?: string | undefined
}

export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${percentEncoded(name)}=${percentEncoded(query[name]!)}`)
    .join('&')

/** Returns the headers of a signed call. The signature covers host and every x-acs- header. */
export const signAcs3 = (
  { keyId, keySecret }: Pick<AliyunSms, 'keyId' | 'keySecret'>,
  call: {
    host: string
    action: string
    version: string
    query: Readonly<Record<string, string>>
    body: string
    date: string
    nonce: string
  },
): Record<string, string> => {
  const hashed = sha256(call.body)
  const headers: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': hashed,
    'x-acs-date': call.date,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    'POST',
    '/',
    canonicalQuery(call.query),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    hashed,
  ].join('\n')
  const signature = hmac(keySecret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

/** Codes for a wrong number or text, which another provider would refuse too. */
const REFUSED: ReadonlySet<string> = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.SMS_CONTENT_ILLEGAL',
  'isv.PARAM_LENGTH_LIMIT',
  'isv.PARAM_NOT_SUPPORT_URL',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.INVALID_JSON_PARAM',
  'isv.INVALID_PARAMETERS',
])
/** After one of these codes the provider may nevertheless have sent the message. */
const UNSURE: ReadonlySet<string> = new Set(['isp.SYSTEM_ERROR', 'InternalError'])
const secondsOf = (message: string): number =>
  message.includes('天级') || /day/i.test(message)
    ? 86_400
    : message.includes('小时') || /hour/i.test(message)
      ? 3600
      : 60

const Sent = z.object({ Code: z.string(), Message: z.optional(z.string()), BizId: z.optional(z.string()) })
const Details = z.object({
  Code: z.string(),
  SmsSendDetailDTOs: z.optional(
    z.object({
      SmsSendDetailDTO: z.array(
        z.object({
          OutId: z.optional(z.string()),
          SendStatus: z.coerce.number(),
          ErrCode: z.optional(z.string()),
          ReceiveDate: z.optional(z.string()),
        }),
      ),
    }),
  ),
})

/**
 * Returns the number in the vendor's form: mainland numbers without the country code, other numbers without the plus.
 */
const numberOf = (to: string): string => to.replace(/^\+86(?=1\d{10}$)/, '').replace(/^\+/, '')
/** Writes a day in Shanghai as the vendor does: `20261121`. The vendor writes a moment as `2026-11-21 10:00:00`. */
const dayOf = (at: Date): string => chinaDay(at).replaceAll('-', '')
const timeOf = (said: string | undefined): Date | undefined => {
  const at = new Date(`${(said ?? '').replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const NAME = 'aliyun'
type VendorOptions = { base?: string | undefined; clock: () => Date; timeoutMs?: number }
type Ask = (action: string, query: Record<string, string>) => ReturnType<typeof postToProvider>

const asking =
  (settings: AliyunSms, { base = 'https://dysmsapi.aliyuncs.com', clock, timeoutMs = 8000 }: VendorOptions): Ask =>
  (action, query) => {
    const headers = signAcs3(settings, {
      host: new URL(base).host,
      action,
      version: '2017-05-25',
      query,
      body: '',
      date: clock()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
      nonce: randomUUID(),
    })
    return postToProvider(
      NAME,
      `${base}/?${canonicalQuery(query)}`,
      { ...headers, accept: 'application/json' },
      '',
      timeoutMs,
    )
  }

/**
 * Returns the number of a message at the vendor (`BizId`). Throws the error that corresponds to the vendor's answer.
 */
const numberFrom = ({ status, json }: { status: number; json: unknown }): { number: string } => {
  const { data } = Sent.safeParse(json)
  if (!data || UNSURE.has(data.Code) || (status >= 500 && data.Code !== 'ServiceUnavailable'))
    throw new SmsLost(NAME, `${NAME} answered ${status} ${data?.Code ?? ''}`)
  if (data.Code === 'OK') return { number: data.BizId ?? '' }
  if (data.Code === 'isv.BUSINESS_LIMIT_CONTROL' || data.Code === 'isv.SMS_OVER_LIMIT')
    throw new SmsBusy(secondsOf(data.Message ?? ''), data.Code)
  if (REFUSED.has(data.Code)) throw new SmsRefused(data.Code, 'refused')
  throw new SmsUnable(`${NAME}: ${data.Code}`)
}

const look = async (ask: Ask, { to, key, handedAt }: SentMessage): Promise<Looked> => {
  const mark = markOf(key)
  // The list has the newest message first. A number gets few messages a day, so the first page holds the message. A
  // message sent at midnight may be under the next day.
  for (const day of new Set([dayOf(handedAt), dayOf(new Date(handedAt.getTime() + 600_000))])) {
    const { json } = await ask('QuerySendDetails', {
      PhoneNumber: numberOf(to),
      SendDate: day,
      PageSize: '50',
      CurrentPage: '1',
    })
    const { data } = Details.safeParse(json)
    if (data?.Code !== 'OK') throw new SmsUnable(`${NAME}: ${data?.Code ?? 'no answer'}`)
    const found = data.SmsSendDetailDTOs?.SmsSendDetailDTO.find(({ OutId }) => OutId === mark)
    if (!found) continue
    const at = timeOf(found.ReceiveDate)
    if (found.SendStatus === 3) return { state: 'delivered', at }
    return found.SendStatus === 2 ? { state: 'undelivered', code: found.ErrCode, at } : { state: 'sent' }
  }
  return { state: 'unknown' }
}

export const aliyunSms = (settings: AliyunSms, options: VendorOptions): SmsVendor => {
  const ask = asking(settings, options)
  const { signName, signNameAbroad = signName } = settings
  return {
    name: NAME,
    unproved: true,
    send: async ({ to, template, lang, values, key }) => {
      const given = await ask('SendSms', {
        TemplateCode: templateOf(NAME, settings.templates, template, lang),
        PhoneNumbers: numberOf(to),
        SignName: to.startsWith('+86') ? signName : signNameAbroad,
        TemplateParam: JSON.stringify(values),
        OutId: markOf(key),
      })
      return numberFrom(given)
    },
    look: (message) => look(ask, message),
  }
}
