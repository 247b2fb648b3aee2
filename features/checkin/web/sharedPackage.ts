import type { RacePackage } from '../contract.ts'

const factNames = ['place', 'bring', 'from_at', 'until_at', 'service', 'lat', 'lon'] as const
export type Collection = Pick<RacePackage, (typeof factNames)[number]>

/**
 * Finds what all packs of a race share: the facts of their collection, and their contents. `facts` is undefined if two
 * packs differ in one of these facts, or if there is only one pack.
 */
export const sharedOf = (
  packs: readonly RacePackage[],
): { facts: Collection | undefined; contents: readonly string[] } => {
  const [first, ...others] = packs
  if (!first || others.length === 0) return { facts: undefined, contents: [] }
  if (!others.every((pack) => factNames.every((name) => pack[name] === first[name])))
    return { facts: undefined, contents: [] }
  return { facts: first, contents: first.contents.filter((one) => others.every((pack) => pack.contents.includes(one))) }
}
