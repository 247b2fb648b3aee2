/** The race that a number begins with. Six digits of base 36 hold more than an integer of the database does. */
export const raceInBase36 = (digits: string): number | undefined => {
  const raceid = Number.parseInt(digits, 36)
  return raceid > 0 && raceid < 2 ** 31 ? raceid : undefined
}

/**
 * The race that a public key names, or undefined where it is no key. Apart from the scalars: every page reads a key,
 * few want the schema library.
 */
export const raceOfKey = (key: string): number | undefined => {
  const found = /^([0-9a-z]{1,6})-[1-9A-HJ-NP-Za-km-z]{22}$/.exec(key)
  return found ? raceInBase36(found[1]!) : undefined
}
