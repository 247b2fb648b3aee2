/**
 * The race that a public key names, or undefined where it is no key. Apart from the scalars: every page reads a key,
 * few want the schema library.
 */
export const raceOfKey = (key: string): number | undefined => {
  const found = /^([0-9a-z]{1,6})-[1-9A-HJ-NP-Za-km-z]{22}$/.exec(key)
  return found ? Number.parseInt(found[1]!, 36) : undefined
}
