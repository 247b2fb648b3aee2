import { type Lang, type Text, fill, langs } from '#contract/words.ts'
import { type Template, templates } from './words.ts'

/** The values of a template. A value that differs by language is a text. */
export type Values = Readonly<Record<string, string | Text>>

/** Returns a value in each language: `eachLang((lang) => nameIn(lang, race.name, race.names))`. */
export const eachLang = (say: (lang: Lang) => string): Text =>
  Object.fromEntries(langs.map((lang) => [lang, say(lang)])) as Text

export const valuesIn = (values: Values, lang: Lang): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : value[lang]]),
  )

/** Returns the text of a message without its signature. */
export const messageBodyOf = (template: Template, values: Values, lang: Lang): string =>
  fill(templates[template][lang], valuesIn(values, lang))

/** Returns a text message as its reader gets it. The signature comes from the settings of the platform. */
export const messageTextOf = (template: Template, values: Values, lang: Lang, signature: string): string =>
  `【${signature}】${messageBodyOf(template, values, lang)}`

/**
 * Returns a mobile number in the form that providers need. A mainland number in normal form has no country code, so it
 * gets +86.
 */
export const e164Of = (mobile: string): string => (mobile.startsWith('+') ? mobile : `+86${mobile}`)

/** Lists the values of a template in the order of their first use, because some providers take values by position. */
export const placed = (template: Template, values: Values, lang: Lang): Record<string, string> => {
  const said = valuesIn(values, lang)
  return Object.fromEntries(
    [...templates[template][lang].matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
      said[name!] === undefined ? [] : [[name!, said[name!]!]],
    ),
  )
}
