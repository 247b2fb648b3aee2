import { type Lang, langs } from '#contract/words.ts'
import type { PassLink } from '../links.rules.ts'

/** The pass that a serial names. `lang` and `own` come from the link by which a person saved the pass. */
export type SavedPass = Omit<PassLink, 'until'>

export const passSerial = ({
  subject,
  raceid,
  id,
  turn,
}: Pick<SavedPass, 'subject' | 'raceid' | 'id' | 'turn'>): string =>
  subject === 'ticket' ? `t-${raceid}-${id}-${turn}` : `r-${raceid}-${id}`

/** Reads the serial of a pass. Returns undefined for a text that is no serial. */
export const readSerial = (text: string): Pick<SavedPass, 'subject' | 'raceid' | 'id' | 'turn'> | undefined => {
  const ticket = /^t-(\d{1,10})-(\d{1,15})-(\d{1,9})$/.exec(text)
  const registration = /^r-(\d{1,10})-(\d{1,15})$/.exec(text)
  const [, raceid, id, turn] = (ticket ?? registration ?? []).map(Number)
  if (raceid === undefined || id === undefined || raceid >= 2 ** 31) return undefined
  return ticket ? { subject: 'ticket', raceid, id, turn: turn! } : { subject: 'registration', raceid, id, turn: 0 }
}

export const signedPartOfToken = (serial: string, lang: Lang, own: boolean): string => `${serial} ${lang} ${own}`
export const tokenText = (lang: Lang, own: boolean, signature: string): string =>
  `${langs.indexOf(lang)}${own ? 1 : 0}${signature}`
/**
 * Reads the token in the header of a phone. Returns undefined if there is no token. Does not check the signature.
 */
export const readToken = (header: string | undefined): { lang: Lang; own: boolean; signature: string } | undefined => {
  const found = /^ApplePass ([0-2])([01])([\w-]{22})$/.exec(header ?? '')
  return found ? { lang: langs[Number(found[1])]!, own: found[2] === '1', signature: found[3]! } : undefined
}

/**
 * Reads the tag of a phone, which is a moment in milliseconds. The phone asks for changes after this moment. Returns
 * null if the text is no such tag.
 */
export const readTag = (text: unknown): Date | null => {
  const ms = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(ms) && ms < 8.64e15 ? new Date(ms) : null
}
/** Tells whether a version of a pass is newer than the version on a phone. The header of HTTP has whole seconds. */
export const isNewer = (changed: Date, since: string | undefined): boolean => {
  const known = Date.parse(since ?? '')
  return !Number.isFinite(known) || Math.floor(changed.getTime() / 1000) > Math.floor(known / 1000)
}
