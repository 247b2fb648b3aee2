import { createHash } from 'node:crypto'
import type { Lang } from '#contract/words.ts'

/**
 * One text message as a provider takes it. Providers in mainland China send approved templates with values, and other
 * providers send free text. A message has both.
 */
export type TextMessage = {
  /** The number in E.164: `+8613800001234`. */
  to: string
  template: string
  lang: Lang
  /** The values in the order in which the template first names them, because some providers take values by position. */
  values: Readonly<Record<string, string>>
  /** The filled template, with the signature first: `【Startline】…`. */
  text: string
  /**
   * The key of the message. The key stays the same if the server hands the message over again. A provider's report on
   * the message contains a hash of this key.
   */
  key: string
}

/**
 * The state of a message at its provider. `unknown` means that the provider does not know the message, or does not know
 * it yet.
 */
export type Looked = {
  state: 'unknown' | 'sent' | 'delivered' | 'undelivered'
  number?: string | undefined
  code?: string | undefined
  at?: Date | undefined
}
export type SentMessage = { to: string; key: string; handedAt: Date }

/** One provider. `unproved` means that nobody has tried the client with the vendor yet. */
export type SmsVendor = {
  name: string
  unproved: boolean
  /** Returns the provider's own number for the message. Throws SmsDown, SmsUnable, SmsBusy, SmsRefused or SmsLost. */
  send: (message: TextMessage) => Promise<{ number: string }>
  look: (message: SentMessage) => Promise<Looked>
}

/** The successes and failures of a provider since this process began. */
export type VendorState = {
  name: string
  unproved: boolean
  resting: boolean
  sent: number
  failed: number
  last: string | null
}

/** The sender of text messages: the real providers one after another, or a sandbox. */
export type Sms = {
  name: string
  sandbox: boolean
  send: (message: TextMessage) => Promise<{ number: string; provider?: string }>
  /**
   * Asks for the state of a message. If nobody knows which provider took the message, the call asks every provider.
   * Absent if no provider can be asked.
   */
  look?: (message: SentMessage, provider: string | null) => Promise<Looked & { provider?: string }>
  vendors?: () => VendorState[]
}

/**
 * The caller gets this error if no provider took the message. No provider has sent it, so the server hands it over
 * again later.
 */
export class SmsDown extends Error {}

/**
 * The caller gets this error if this provider cannot send for reasons of its own (no money, no such template, a limit
 * of the account). This provider did not send the message, so the caller may try another provider.
 */
export class SmsUnable extends SmsDown {}

/**
 * The caller gets this error if the server handed the message over and the answer was lost. The provider may have sent
 * the message. The server therefore asks the provider and does not send the message again.
 */
export class SmsLost extends Error {
  readonly provider: string
  constructor(provider: string, message: string) {
    super(message)
    this.provider = provider
  }
}

/** The caller gets this error if the provider now allows no more messages to the number. */
export class SmsBusy extends Error {
  readonly seconds: number
  constructor(seconds: number, message: string) {
    super(message)
    this.seconds = seconds
  }
}

/**
 * The caller gets this error if the provider refuses this number or text, and will refuse it again. `code` is the
 * provider's own word and never holds the number or the text.
 */
export class SmsRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

const longest = 500

const whyRefused = ({ to, template, values, text, key }: TextMessage): [code: string, message: string] | undefined => {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return ['number_wrong', 'the number is not E.164']
  if (!/^[a-z_]+$/.test(template)) return ['template_unknown', 'the template has no name']
  if (!/^【[^【】]{2,16}】/.test(text)) return ['signature_missing', 'the text does not begin with a signature']
  if (text.length > longest) return ['too_long', `the text has more than ${longest} characters`]
  if (text.includes('{')) return ['value_missing', 'the text has a place that nothing fills']
  if (Object.values(values).some((value) => !text.includes(value)))
    return ['text_differs', 'a value is not in the text']
  return key === '' ? ['key_missing', 'the message has no key'] : undefined
}

/** Masks a number for the terminal: `138****1234`, `+852****5678`. */
const masked = (to: string) => {
  const number = to.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, number.startsWith('+') ? 4 : 3)}****${number.slice(-4)}`
}

/**
 * Makes a provider that prints messages on the terminal (`print`) as long as no real provider is configured. The
 * sandbox is as strict as a real provider and refuses the same messages. If the server hands over one key twice, the
 * sandbox delivers the message only once.
 */
export const sandboxSms = (print: (line: string) => void): Sms => {
  const delivered = new Set<string>()
  return {
    name: 'pretend',
    sandbox: true,
    send: async (message) => {
      const refused = whyRefused(message)
      if (refused) throw new SmsRefused(...refused)
      const number = createHash('sha256').update(message.key).digest('hex').slice(0, 16)
      if (!delivered.has(number)) {
        if (delivered.size > 100_000) delivered.clear()
        delivered.add(number)
        print(`[text message] to ${masked(message.to)}: ${message.text}`)
      }
      return { number }
    },
  }
}
