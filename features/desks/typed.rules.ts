import { raceOfKey } from '#contract/key.ts'

/** The ways in which a desk may read one typed or scanned text. Each is null if the text cannot mean it. */
export type TypedAtDesk = {
  key: string | null
  bib: string | null
  chip: string | null
  number: string | null
  mobile: string | null
  end: string | null
  name: string | null
  /** The tag of a bag, in the form in which the desk keeps it. */
  tag: string | null
}
const none: TypedAtDesk = {
  key: null,
  bib: null,
  chip: null,
  number: null,
  mobile: null,
  end: null,
  name: null,
  tag: null,
}
const KEY = /(?:^|[?&#/=])([0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22})(?=$|[&#/?])/

/**
 * Reads the text of the desk's one field. A QR code holds a key, alone or in an address. A scanner may end with a line
 * break, and a keyboard may type wide characters. Any other address means nothing, so a wrong code finds nobody.
 */
export const readTyped = (given: string): TypedAtDesk => {
  const text = given
    .normalize('NFKC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 300)
  const key = KEY.exec(text)?.[1]
  if (key !== undefined) return { ...none, key }
  if (text === '' || /^[a-z]+:\/\//i.test(text)) return none
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase()
  const isCode = /^[A-Z0-9]+$/.test(plain)
  return {
    key: null,
    bib: isCode && plain.length <= 13 && /\d$/.test(plain) ? text.replaceAll(/\s/g, '').toUpperCase() : null,
    chip: isCode && plain.length >= 4 && plain.length <= 40 ? text.replaceAll(/\s/g, '').toUpperCase() : null,
    number: isCode && plain.length >= 6 && plain.length <= 30 && /\d{4}/.test(plain) ? plain : null,
    mobile: /^\+?\d{7,15}$/.test(plain) ? plain : null,
    end: /^\d{3}[\dX]$/.test(plain) ? plain : null,
    name: /\p{L}/u.test(text) && text.length <= 60 ? text : null,
    tag: text.length <= 40 ? bagTag(text) : null,
  }
}

/** Tells whether a scanned text is a code of another race. This desk does not have the runners of that race. */
export const isOfOtherRace = (given: string, raceid: number): boolean => {
  const { key } = readTyped(given)
  return key !== null && raceOfKey(key) !== raceid
}

/** Brings a code into the form in which desks keep it: plain capitals without spaces. Null if there is no code. */
const keptCode = (given: string | undefined): string | null =>
  given?.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase() || null
/** Reads a bib of the stack as a person types it or a scanner sends it. */
export const stackBib = keptCode
/** Reads the tag of a bag. A person may type it in small letters, in wide characters or with spaces. */
export const bagTag = keptCode
