import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { langs } from '#contract/words.ts'
import { vapidPublicKeyOf } from '#integrations/push/client.ts'
import type { TemplateIds } from '#integrations/sms/http.ts'

export const flag = z.enum(['0', '1'], { error: 'is 0 or 1' }).transform((value) => value === '1')
export const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `is a whole number from ${from} to ${to}` })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `is a whole number from ${from} to ${to}` })
export const share = z
  .string()
  .transform(Number)
  .refine((value) => value >= 0 && value <= 1, { error: 'is a number from 0 to 1' })
export const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, { error: 'is an address like postgres://user:password@host:5432/database' })
export const origin = z
  .url({ protocol: /^https?$/, error: 'is an address like https://run.example.org' })
  .transform((address) => address.replace(/\/+$/, ''))
export const secretBytes = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url'))
  .refine((bytes) => bytes.length === 32, {
    error: 'is 32 random bytes in base64 or hexadecimal (openssl rand -base64 32)',
  })
export const vapidKey = z.string().refine((text) => vapidPublicKeyOf(text) !== undefined, {
  error: 'is the private key of a pair for web push: 32 bytes in base64url',
})
export const formerKeys = z.string().transform((text, context) =>
  text.split(',').map((one) => {
    const parsed = secretBytes.safeParse(one.trim())
    if (parsed.success) return parsed.data
    context.addIssue({
      code: 'custom',
      message: 'is one or several keys of 32 bytes in base64 or hexadecimal, separated by commas',
    })
    return z.NEVER
  }),
)
/**
 * The proxies in front of the server. `1` means one proxy. The server then trusts only the last forwarded address,
 * because the caller may have written the other forwarded addresses.
 */
export const trustedProxies = z.string().transform((text): false | 1 | string[] => {
  if (text === '0') return false
  if (text === '1') return 1
  return text.split(',').map((address) => address.trim())
})
export const wordSetting = z.string().min(1, { error: 'is empty' })
export const file = wordSetting.transform((path, context) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: `names a file that can't be read (${path})` })
    return z.NEVER
  }
})

/** The ids of templates, by message and language: `{"login_code": {"zh-cn": "SMS_1", "en": "SMS_2"}}`. */
export const templateIds = file.transform((text, context): TemplateIds => {
  try {
    const parsed = z
      .record(z.string(), z.partialRecord(z.enum(langs), z.union([z.string(), z.number()]).transform(String)))
      .safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // The call of `addIssue` below reports the fault.
  }
  context.addIssue({
    code: 'custom',
    message: 'names a file that is not JSON like {"login_code": {"zh-cn": "SMS_1", "en": "SMS_2"}}',
  })
  return z.NEVER
})
export const sandboxNames = ['payment', 'sms', 'mail', 'messagingapp', 'beacon', 'timing', 'faces'] as const
export type SandboxName = (typeof sandboxNames)[number]
export const sandbox = z.string().transform((text, context): SandboxName[] => {
  const given = text.split(',').map((one) => one.trim())
  const known = sandboxNames.filter((name) => given.includes(name))
  if (known.length === new Set(given).size) return known
  context.addIssue({ code: 'custom', message: `names some of ${sandboxNames.join(', ')}, separated by commas` })
  return z.NEVER
})
/** The codes of countries: `CN,HK`. `*` gives an empty list, which means all countries. */
export const countries = z
  .string()
  .regex(/^(\*|[A-Z]{2}(,\s*[A-Z]{2})*)$/, { error: 'is a list of countries like CN,HK,MO,TW, or *' })
  .transform((text): readonly string[] => (text === '*' ? [] : text.split(',').map((one) => one.trim())))
/** The hours at which the quiet hours begin and end: `22-8`. */
export const quietHours = z
  .string()
  .regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/, { error: 'is two hours like 22-8' })
  .transform((text) => {
    const [from = 0, to = 0] = text.split('-').map(Number)
    return { from, to }
  })

export const listedAddresses = z.string().transform((text, context) => {
  const given = text.split(',').map((one) => one.trim().replace(/\/+$/, ''))
  if (given.every((one) => /^https?:\/\/[^\s/]+(\/\S*)?$/.test(one))) return given
  context.addIssue({
    code: 'custom',
    message: 'is one or several addresses like https://api.drand.sh, separated by commas',
  })
  return z.NEVER
})

/** The file with the key of a Google service account. Google's console offers this file for download. */
export const googleAccount = file.transform((text, context): { email: string; privateKey: string } => {
  try {
    const parsed = z.object({ client_email: z.string(), private_key: z.string() }).safeParse(JSON.parse(text))
    if (parsed.success) return { email: parsed.data.client_email, privateKey: parsed.data.private_key }
  } catch {
    // The call of `addIssue` below reports the fault.
  }
  context.addIssue({ code: 'custom', message: 'names a file that is no JSON key of a service account' })
  return z.NEVER
})

/** Returns the settings for sending traces. Undefined if the address of the collector is not set. */
export const tracesOf = (url: string | undefined, part = 0.01) => (url === undefined ? undefined : { url, share: part })
