import { chinaDay, isDay } from '#contract/days.ts'
import { isMainlandMobile, looksLikeMobile, normalMobile } from '#features/accounts/rules.ts'

/** Checks of identity documents, names and telephone numbers. The form and the server share them. */

export const idtypes = ['idcard', 'hkpass', 'other', 'passport'] as const
export type IdType = (typeof idtypes)[number]
export type Gender = 'male' | 'female'

/**
 * The kind of a document. It tells documents of one idtype apart, and decides which names and telephone numbers are
 * valid.
 */
export type DocumentKind =
  | 'resident'
  | 'residence_permit'
  | 'permanent_resident'
  | 'home_return'
  | 'taiwan'
  | 'passport'
export type WhyNoDocument = 'empty' | 'format' | 'region' | 'date' | 'future' | 'check' | 'too_old' | 'country'

export type Document = {
  idtype: IdType
  kind: DocumentKind
  /** The number as it is stored and shown to its owner: half-width, upper-case, without spaces. */
  idnum: string
  /** The issuing country of a passport by ISO 3166-1 alpha-2; '' for other documents. */
  country: string
  /** The national code (docs/behaviour/documents.md, National codes). */
  national: string
  /**
   * The form by which a look-up finds the number. For a home return permit it is the nine characters that never change.
   */
  lookup: string
  /**
   * The identity of the document: type, country and `lookup`. The country is a part of the identity, because two
   * countries may issue the same number.
   */
  identity: string
  birth?: string
  gender?: Gender
  /** The two-digit province of a resident's card. */
  province?: string
}
export type DocumentVerdict = { ok: true; document: Document } | { ok: false; why: WhyNoDocument }
export type DocumentGiven = { idtype: IdType; idnum: string; country?: string | undefined }

const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
)
const RESIDENCE_PERMITS = new Set(['81', '82', '83'])
/** The forms of passport numbers, exactly as in docs/behaviour/documents.md, Passports. */
const PASSPORTS = [/^[A-Z]{5,17}$/, /^(?!\d+$)[A-Z0-9]{5,17}$/, /^\d{9}$/, /^1[45]\d{7}$/, /^[DEGPS]\d{7,8}$/]
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Converts full-width characters and the ideographic space to half-width characters. */
export const halfWidth = (given: string): string =>
  /[\u3000\uff01-\uff5e]/.test(given)
    ? given
        .replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
        .replaceAll('\u3000', ' ')
    : given

const INVISIBLE = /[\s\u200b-\u200f\u2060\ufeff]+/g

/** Brings a document's number to its normal form: half-width, upper-case, without spaces. */
export const normalIdnum = (given: string): string => halfWidth(given).replace(INVISIBLE, '').toUpperCase()

/** Brings a name to its normal form. Capital and small letters stay as they are printed. */
export const normalName = (given: string): string =>
  halfWidth(given.normalize('NFC'))
    .replace(INVISIBLE, ' ')
    .trim()
    .replace(/\s*[·•‧∙⋅・･．]\s*/g, '·')

export const normalEmail = (given: string): string => halfWidth(given).trim().toLowerCase()

/** Returns the check character that follows 17 digits, by ISO 7064 MOD 11-2. */
export const checkCharacter = (digits: string): string => {
  let sum = 0
  for (let at = 0; at < 17; at++) sum += (digits.charCodeAt(at) - 48) * WEIGHTS[at]!
  return '10X98765432'[sum % 11]!
}

/**
 * Counts the completed years on a day. A person born on 29 February is a year older from 1 March of a common year. Both
 * days have the form `2026-11-21`.
 */
export const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)

/** Returns the age that a person reaches in the calendar year of a day. */
export const ageInYear = (birth: string, day: string): number => Number(day.slice(0, 4)) - Number(birth.slice(0, 4))

const no = (why: WhyNoDocument): DocumentVerdict => ({ ok: false, why })
const yes = (document: Omit<Document, 'identity' | 'country'> & { country?: string }): DocumentVerdict => {
  const country = document.country ?? ''
  return { ok: true, document: { ...document, country, identity: `${document.idtype}:${country}:${document.lookup}` } }
}
const genderOf = (digit: string): Gender => (Number(digit) % 2 === 1 ? 'male' : 'female')
const dashed = (eight: string) => `${eight.slice(0, 4)}-${eight.slice(4, 6)}-${eight.slice(6, 8)}`

const checkIdcard = (idnum: string, now: Date): DocumentVerdict => {
  const same = { idtype: 'idcard', idnum, lookup: idnum, national: nationalOf('idcard', idnum) } as const
  if (/^[A-Z]{3}\d{12}$/.test(idnum))
    return PROVINCES.has(idnum.slice(3, 5)) ? yes({ ...same, kind: 'permanent_resident' }) : no('region')
  if (/^\d{15}$/.test(idnum)) return checkOldIdcard(idnum)
  if (!/^\d{17}[\dX]$/.test(idnum)) return no('format')
  const foreign = idnum.startsWith('9')
  // A foreign resident's number has the issuing province after the 9.
  const province = foreign ? idnum.slice(1, 3) : idnum.slice(0, 2)
  if (!PROVINCES.has(province)) return no('region')
  const birth = dashed(idnum.slice(6, 14))
  if (!/^(19|20)/.test(birth) || !isDay(birth)) return no('date')
  if (birth > chinaDay(now)) return no('future')
  if (checkCharacter(idnum) !== idnum[17]) return no('check')
  const kind: DocumentKind = foreign
    ? 'permanent_resident'
    : RESIDENCE_PERMITS.has(province)
      ? 'residence_permit'
      : 'resident'
  return yes({ ...same, kind, birth, gender: genderOf(idnum[16]!), ...(foreign ? {} : { province }) })
}

/**
 * Checks a first-generation number (15 digits). Results of old races have such numbers, so the check recognises them.
 * Sign-up does not accept them.
 */
const checkOldIdcard = (idnum: string): DocumentVerdict => {
  if (!PROVINCES.has(idnum.slice(0, 2))) return no('region')
  return isDay(dashed(`19${idnum.slice(6, 12)}`)) ? no('too_old') : no('date')
}

/**
 * Reads birth and gender from a valid 15-digit number, for results of old races. Returns undefined for any other text.
 */
export const oldIdcard = (given: string): { birth: string; gender: Gender } | undefined => {
  const idnum = normalIdnum(given)
  const verdict = /^\d{15}$/.test(idnum) ? checkOldIdcard(idnum) : undefined
  if (!verdict || verdict.ok || verdict.why !== 'too_old') return undefined
  return { birth: dashed(`19${idnum.slice(6, 12)}`), gender: genderOf(idnum[14]!) }
}

/** Checks an identity document. `now` limits the birth date. The check cannot tell whose document it is. */
export const checkDocument = (given: DocumentGiven, now: Date): DocumentVerdict => {
  const idnum = normalIdnum(given.idnum)
  if (idnum === '') return no('empty')
  const national = nationalOf(given.idtype, idnum, given.country)
  switch (given.idtype) {
    case 'idcard':
      return checkIdcard(idnum, now)
    case 'hkpass':
      if (!/^[HM](\d{8}|\d{10})$/.test(idnum)) return no('format')
      return yes({ idtype: 'hkpass', kind: 'home_return', idnum, national, lookup: idnum.slice(0, 9) })
    case 'other':
      if (!/^\d{8}$/.test(idnum)) return no('format')
      return yes({ idtype: 'other', kind: 'taiwan', idnum, national, lookup: idnum })
    case 'passport': {
      if (!PASSPORTS.some((pattern) => pattern.test(idnum))) return no('format')
      const country = (given.country ?? '').toUpperCase()
      if (!/^[A-Z]{2}$/.test(country)) return no('country')
      return yes({ idtype: 'passport', kind: 'passport', idnum, national, country, lookup: idnum })
    }
  }
}

const CHINESE_PASSPORTS = /^(E\d{8}|E[A-Z]\d{7}|G\d{8}|[DPS]\d{7,8}|[DPS]E\d{7}|1[45]\d{7})$/
/**
 * Returns the hint beside the number of a passport, or undefined if the number needs no hint. `unlikely` means that
 * Chinese passports have no numbers like this one. It may contain a typing error, but sign-up accepts it. `digits`
 * means that the number has only digits, from 5 to 15 but not 9. Some countries issue such numbers. Sign-up accepts
 * them only with the letters of the country before the digits.
 */
export const passportHint = (given: string, country: string): 'unlikely' | 'digits' | undefined => {
  const idnum = normalIdnum(given)
  if (/^\d{5,15}$/.test(idnum) && idnum.length !== 9) return 'digits'
  const known = PASSPORTS.some((pattern) => pattern.test(idnum))
  return known && country.toUpperCase() === 'CN' && !CHINESE_PASSPORTS.test(idnum) ? 'unlikely' : undefined
}

/** Returns the national code (docs/behaviour/documents.md, National codes). */
export const nationalOf = (idtype: IdType, idnum: string, country?: string): string => {
  if (idtype === 'idcard') return '001'
  if (idtype === 'hkpass') return idnum.startsWith('M') ? '001082' : '001081'
  if (idtype === 'other') return '001071'
  return country?.toUpperCase() === 'CN' ? '001' : '0'
}

/**
 * Returns every value under which a typed number may be stored: the number itself, and for a home return permit the
 * number without its reissue digits.
 */
export const lookupsOf = (given: string): string[] => {
  const idnum = normalIdnum(given)
  return /^[HM]\d{10}$/.test(idnum) ? [idnum, idnum.slice(0, 9)] : [idnum]
}

/**
 * Returns the part before the last four characters of a number, or a number of at most eight characters as a whole. For
 * a resident this part contains the county and the birthday.
 */
export const restOf = (number: string): string => (number.length > 8 ? number.slice(0, -4) : number)
/**
 * Tells whether a number can belong to a person. A resident's number with a wrong check character is a typing error.
 */
export const mayBeNumber = (number: string): boolean =>
  !/^\d{17}[\dX]$/.test(number) || checkCharacter(number.slice(0, 17)) === number.at(-1)

/** Masks a number as `3301**********1234`. */
export const maskIdnum = (idnum: string): string => {
  const [head, tail] = idnum.length >= 15 ? [4, 4] : idnum.length >= 8 ? [2, 2] : [1, 1]
  return idnum.slice(0, head) + '*'.repeat(Math.max(idnum.length - head - tail, 1)) + idnum.slice(-tail)
}

const HAN_NAME = /^[\p{Script=Han}\ue000-\uf8ff]+$/u
const LATIN_NAME = /^[\p{Script=Latin}\p{M}][\p{Script=Latin}\p{M} .,'’/()-]*$/u
const lengthOf = (given: string): number => [...given].length

/**
 * Tells whether a name has 2–6 Chinese characters. Each code point counts as one character, also a rare one such as 䶮.
 * With middle dots between its parts the name may have up to 20 characters, the dots included.
 */
export const isChineseName = (name: string): boolean => {
  if (!name.includes('·')) return HAN_NAME.test(name) && lengthOf(name) >= 2 && lengthOf(name) <= 6
  return name.split('·').every((part) => HAN_NAME.test(part)) && lengthOf(name) <= 20
}
export const NAME_MOST = 60
/** Tells whether a name is longer than any document prints. */
export const isLongName = (given: string): boolean => lengthOf(normalName(given)) > NAME_MOST
/** Tells whether a name is in Latin letters as a passport prints it. */
export const isLatinName = (name: string): boolean => LATIN_NAME.test(name) && lengthOf(name) >= 2 && !isLongName(name)

/**
 * Tells whether a name is valid for the document. Every document may have a Chinese name. Passports and documents of
 * permanent residents may also have a name in Latin letters as printed.
 */
export const isName = (given: string, kind: DocumentKind): boolean => {
  const name = normalName(given)
  return isChineseName(name) || (takesLatinName(kind) && isLatinName(name))
}
export const takesLatinName = (kind: DocumentKind): boolean => kind === 'passport' || kind === 'permanent_resident'
export const isEnglishName = (given: string): boolean =>
  /^[A-Za-z][A-Za-z .,'-]{0,58}[A-Za-z.]$/.test(normalName(given))

/**
 * Tells whether a telephone number is valid for the document. Residents need a number of 11 digits that begins with 1.
 * Other people may have any number in the form of E.164. The server also checks with a library.
 */
export const isMobileFor = (given: string, kind: DocumentKind): boolean => {
  const mobile = normalMobile(given)
  return kind === 'resident' ? isMainlandMobile(mobile) : looksLikeMobile(mobile)
}

export const isEmail = (given: string): boolean =>
  given.length <= 254 && /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(normalEmail(given))
