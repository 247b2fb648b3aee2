import { type Lang, type Text, text } from '#contract/words.ts'

export const legalPages = ['terms', 'privacy'] as const
export type LegalPageName = (typeof legalPages)[number]

/** The settings of the whole platform. A text in another language than Simplified Chinese may be empty. */
export type PlatformSettings = {
  name: Text
  /** The signature of text messages, without its brackets. */
  signature: string
  /** The name that readers of a mail see as its sender. If it is empty, they see the name of the platform. */
  mailSender: Text
  /** The legal texts of the platform, by page. */
  legal: Readonly<Record<LegalPageName, Text>>
  /** The time zone of dates that belong to no race, such as the dates of the staff log. */
  zone: string
  /**
   * The countries whose mobiles get codes, by ISO 3166. With null the setting SMS_COUNTRIES of the server counts. An
   * empty list means every country.
   */
  countries: readonly string[] | null
  /** The price in fen of one part of a text message, so that staff see the price of a message to many people. */
  textPrice: number
}

const nothing: Text = text('', '', '')
export const usualPlatformSettings: PlatformSettings = {
  name: text('起跑线', '起跑線', 'Startline'),
  signature: 'Startline',
  mailSender: nothing,
  legal: { terms: nothing, privacy: nothing },
  zone: 'Asia/Shanghai',
  countries: null,
  textPrice: 5,
}

/** Returns a text of the settings in one language, or in Simplified Chinese if the language has no text. */
export const settingIn = (written: Text, lang: Lang): string => written[lang] || written['zh-cn']

export const senderIn = ({ mailSender, name }: PlatformSettings, lang: Lang): string =>
  settingIn(mailSender, lang) || settingIn(name, lang)

/** Tells whether a text is the name of a time zone that the JavaScript runtime knows. An offset is no such name. */
export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]+(\/[\w+-]+)*$/.test(zone)
  } catch {
    return false
  }
}

/**
 * Tells whether a text can be the signature of text messages. Providers in the mainland take 2 to 16 signs without
 * brackets.
 */
export const isSignature = (signature: string): boolean => /^[^【】[\]{}\p{Cc}]{2,16}$/u.test(signature)

/**
 * Reads the countries that staff typed. Returns null for the setting of the environment, an empty list for every
 * country, and undefined if a word is no code.
 */
export const countriesIn = (typed: string): readonly string[] | null | undefined => {
  const given = typed.trim().toUpperCase()
  if (given === '') return null
  if (given === '*') return []
  const codes = given.split(/[,，\s]+/).filter((one) => one !== '')
  return codes.every((one) => /^[A-Z]{2}$/.test(one)) ? [...new Set(codes)] : undefined
}
export const countriesText = (countries: readonly string[] | null): string =>
  countries === null ? '' : countries.length === 0 ? '*' : countries.join(',')
