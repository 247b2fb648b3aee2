import { createHash } from 'node:crypto'
import type { Lang } from '#contract/words.ts'

/**
 * One text message as a provider takes it. Providers in mainland China send approved templates with values, others free
 * text: both go along.
 */
export type TextMessage = {
  /** E.164: `+8613800001234`. */
  to: string
  template: string
  lang: Lang
  /** In the order in which the template first names them: some providers take them by place. */
  values: Readonly<Record<string, string>>
  /** The template filled, signature first: `【Startline】…`. */
  text: string
  /**
   * The same message has the same key however often it is handed over; where a provider is asked what became of it, it
   * is found by this.
   */
  key: string
}

/** What a provider knows of a message. `unknown`: it has not heard of it, or not yet. */
export type Looked = {
  fate: 'unknown' | 'sent' | 'delivered' | 'undelivered'
  number?: string | undefined
  code?: string | undefined
  at?: Date | undefined
}
export type SentMessage = { to: string; key: string; handedAt: Date }

/** One provider. Nobody has tried the real ones against their vendor yet: `unproved`. */
export type SmsVendor = {
  name: string
  unproved: boolean
  /** Answers the provider's own number for the message. Throws SmsDown, SmsUnable, SmsBusy, SmsRefused or SmsLost. */
  send: (message: TextMessage) => Promise<{ number: string }>
  look: (asked: SentMessage) => Promise<Looked>
}

/** How a provider fared in this process since it began. */
export type VendorState = {
  name: string
  unproved: boolean
  resting: boolean
  sent: number
  failed: number
  last: string | null
}

/** What sends text messages for us: the real providers one after another, or a sandbox. */
export type Sms = {
  name: string
  sandbox: boolean
  send: (message: TextMessage) => Promise<{ number: string; provider?: string }>
  /**
   * What became of a message; every provider is asked where it is not known who took it. Missing where nothing can be
   * asked.
   */
  look?: (asked: SentMessage, provider: string | null) => Promise<Looked & { provider?: string }>
  vendors?: () => VendorState[]
}

/** Nobody took it, and nobody will have sent it: it is handed over again later. */
export class SmsDown extends Error {}

/**
 * This provider can't, for reasons of its own (no money, no such template, a limit of the account): it was not sent,
 * another one may.
 */
export class SmsUnable extends SmsDown {}

/** Handed over, and the answer is lost: it may have been sent. Nobody sends it again; the provider is asked. */
export class SmsLost extends Error {
  readonly provider: string
  constructor(provider: string, message: string) {
    super(message)
    this.provider = provider
  }
}

/** The number has had as many as the provider allows for now. */
export class SmsBusy extends Error {
  readonly seconds: number
  constructor(seconds: number, message: string) {
    super(message)
    this.seconds = seconds
  }
}

/**
 * The provider said no to this number or text, and will again. `code` is its own word; never the number or the text.
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

/** `138****1234`, `+852****5678`: what of a number may stand in a terminal. */
const masked = (to: string) => {
  const number = to.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, number.startsWith('+') ? 4 : 3)}****${number.slice(-4)}`
}

/**
 * A provider that delivers to the terminal (`print`), for as long as no real one is configured. It is as strict as a
 * real one: what that would refuse, it refuses; a key handed over twice is delivered once.
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
