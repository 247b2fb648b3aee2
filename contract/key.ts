/** The race that a number begins with. Six digits of base 36 hold more than an integer of the database does. */
export const raceInBase36 = (digits: string): number | undefined => {
  const raceid = Number.parseInt(digits, 36)
  return raceid > 0 && raceid < 2 ** 31 ? raceid : undefined
}

/**
 * The race that a public key names; undefined where the text is no key. It stands apart from the scalars because every
 * page reads keys and few pages need the schema library.
 */
export const raceOfKey = (key: string): number | undefined => {
  const found = /^([0-9a-z]{1,6})-[1-9A-HJ-NP-Za-km-z]{22}$/.exec(key)
  return found ? raceInBase36(found[1]!) : undefined
}
