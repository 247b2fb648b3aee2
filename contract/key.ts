/**
 * Reads a race's id from digits in base 36. Undefined if no race can have this id: six such digits may exceed an
 * integer of the database.
 */
export const raceInBase36 = (digits: string): number | undefined => {
  const raceid = Number.parseInt(digits, 36)
  return raceid > 0 && raceid < 2 ** 31 ? raceid : undefined
}

/** The 58 signs of a public key: letters and digits that people do not mix up. */
export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/**
 * Returns the race that a public key names. Undefined if the text is no key. This file is not part of scalars.ts,
 * because every page reads keys and few pages need the schema library.
 */
export const raceOfKey = (key: string): number | undefined => {
  const found = /^([0-9a-z]{1,6})-[1-9A-HJ-NP-Za-km-z]{22}$/.exec(key)
  return found ? raceInBase36(found[1]!) : undefined
}

/** Reads a race's or an event's id from a part of an address. */
export const addressedId = (text: unknown): number | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined
