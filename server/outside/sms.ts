import { createHash } from 'node:crypto'

/**
 * One text message as a provider takes it. Providers in mainland China send approved templates with values, others free text: both go along.
 */
export type TextMessage = {
  /** E.164: `+8613800001234`. */
  to: string
  template: string
  values: Readonly<Record<string, string>>
  /** The template filled, signature first: `【Startline】…`. */
  text: string
  /** The same message has the same key however often it is handed over; the provider sends it once. */
  key: string
}

/** What every provider of text messages is to us, real or pretend. */
export type Sms = {
  name: string
  pretend: boolean
  /** Answers the provider's own number for the message. Throws SmsDown or SmsRefused. */
  send: (message: TextMessage) => Promise<{ number: string }>
}

/** No answer, or none that is the provider's: it may have been sent, so it is handed over again with the same key. */
export class SmsDown extends Error {}

/** The provider said no, and will again. `code` is its own word; never the number or the text. */
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
  if (Object.values(values).some((value) => !text.includes(value))) return ['text_differs', 'a value is not in the text']
  return key === '' ? ['key_missing', 'the message has no key'] : undefined
}

/** `138****1234`, `+852****5678`: what of a number may stand in a terminal. */
const masked = (to: string) => {
  const number = to.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, number.startsWith('+') ? 4 : 3)}****${number.slice(-4)}`
}

/**
 * A provider that delivers to the terminal (`print`), for as long as no real one is configured. It is as strict as a real one: what that would
 * refuse, it refuses; a key handed over twice is delivered once.
 */
export const pretendSms = (print: (line: string) => void): Sms => {
  const delivered = new Set<string>()
  return {
    name: 'pretend',
    pretend: true,
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
