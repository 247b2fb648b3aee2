/**
 * Decides which shared files of an app become one file. The bundler makes a file for each set of pages, with the
 * modules that exactly these pages use. A page then needs dozens of small files. The grouping joins such files as long
 * as the pages save more by fewer requests than they lose by unused code.
 */

/** One file that the bundler made by itself. */
export type BuildPart = {
  name: string
  bytes: number
  /** Files that this file imports at once. */
  imports: readonly string[]
  /** True if the file may be joined with other files. It is then no page, no dialogue and no part of the start. */
  shared: boolean
  /**
   * The weight of the pages that begin with this file: the more their speed matters, the larger the number. 0 if no
   * page begins with this file.
   */
  weight: number
}

/** The cost of one more file for a visitor, as the number of bytes that arrive in the same time. */
const FILE = 2_500
/** A shared file below this many bytes is joined with another file, even if this costs a little. */
const SMALLEST = 1_200
/**
 * The limits for shared files that load with the shell. Such a file has less than SMALL bytes and serves at least MANY
 * pages, or it has less than TINY bytes and serves at least SOME pages. The icon of a button should neither be a file
 * of its own nor make a page load a file of other parts.
 */
const SMALL = 720
const MANY = 7
const TINY = 400
const SOME = 5

type Cluster = { parts: Set<string>; bytes: number; users: Set<string> }

const reachable = (from: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> => {
  const seen = new Set<string>()
  const follow = (name: string): void => {
    for (const next of imports.get(name) ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        follow(next)
      }
  }
  follow(from)
  return seen
}

/** Returns, for each file, the files that it imports directly or through other files. */
const allBelow = (parts: readonly BuildPart[]): Map<string, Set<string>> => {
  const imports = new Map(parts.map(({ name, imports: all }) => [name, all]))
  return new Map(parts.map(({ name }) => [name, reachable(name, imports)]))
}

/** Returns the files that load with the shell, each with all its imports. */
export const smallParts = (parts: readonly BuildPart[]): Set<string> => {
  const below = allBelow(parts)
  const pages = parts.filter(({ weight }) => weight >= 1)
  const usedBy = (name: string) => pages.filter((page) => below.get(page.name)!.has(name)).length
  const small = new Set(
    parts
      .filter(({ name, shared, bytes }) => {
        const users = shared && bytes < SMALL ? usedBy(name) : 0
        return users >= MANY || (bytes < TINY && users >= SOME)
      })
      .map(({ name }) => name),
  )
  for (const name of small) if ([...below.get(name)!].some((under) => !small.has(under))) small.delete(name)
  return small
}

/**
 * Returns the cost of joining two clusters for pages that use one of them, minus the saving for pages that use both.
 */
const costOf = (one: Cluster, other: Cluster, weights: ReadonlyMap<string, number>): number => {
  let cost = 0
  for (const user of one.users) cost += weights.get(user)! * (other.users.has(user) ? -FILE : other.bytes)
  for (const user of other.users) if (!one.users.has(user)) cost += weights.get(user)! * one.bytes
  return cost
}

/** Returns the cost of the clusters that the pages of `one` would load only because `other` imports them. */
const costOfImports = (
  one: Cluster,
  other: Cluster,
  under: readonly Cluster[],
  weights: ReadonlyMap<string, number>,
) => {
  let cost = 0
  for (const user of one.users)
    if (!other.users.has(user))
      for (const { users, bytes } of under) if (!users.has(user)) cost += weights.get(user)! * (bytes + FILE)
  return cost
}

/**
 * Tells whether two clusters may be joined. If they would import each other through a third cluster, neither could run
 * first.
 */
const staysInOrder = (one: Cluster, other: Cluster, below: ReadonlyMap<string, ReadonlySet<string>>): boolean => {
  const joined = new Set([...one.parts, ...other.parts])
  const leadsBack = (name: string): boolean => [...below.get(name)!].some((under) => joined.has(under))
  for (const name of joined)
    for (const under of below.get(name)!) if (!joined.has(under) && leadsBack(under)) return false
  return true
}

/** Returns clusters in an order in which each cluster comes after the clusters that it imports from. */
const inOrder = (clusters: readonly string[][], parts: readonly BuildPart[]): string[][] => {
  const below = allBelow(parts)
  const left = [...clusters]
  const ordered: string[][] = []
  while (left.length > 0) {
    const free = left.findIndex(
      (files) =>
        !left.some((other) => other !== files && files.some((one) => other.some((each) => below.get(one)!.has(each)))),
    )
    if (free < 0) throw new Error('Files that travel together import each other in a circle')
    ordered.push(...left.splice(free, 1))
  }
  return ordered
}

/** Returns the clusters of shared files, in an order in which no cluster imports from a later cluster. */
export const groupParts = (parts: readonly BuildPart[]): string[][] => {
  const imports = new Map(parts.map(({ name, imports: all }) => [name, all]))
  const weights = new Map(parts.filter(({ weight }) => weight > 0).map(({ name, weight }) => [name, weight]))
  let below = allBelow(parts)
  const usersOf = (names: Iterable<string>) =>
    new Set(
      [...weights.keys()].filter((begin) => [...names].some((name) => begin === name || below.get(begin)!.has(name))),
    )
  let clusters: Cluster[] = parts
    .filter(({ shared }) => shared)
    .map(({ name, bytes }) => ({ parts: new Set([name]), bytes, users: usersOf([name]) }))
  const underOf = ({ parts: all }: Cluster) => {
    const names = new Set([...all].flatMap((name) => [...below.get(name)!]))
    return clusters.filter((each) => [...each.parts].some((name) => names.has(name) && !all.has(name)))
  }
  for (;;) {
    let best: { cost: number; one: Cluster; other: Cluster } | undefined
    const under = new Map(clusters.map((each) => [each, underOf(each)]))
    for (const [at, one] of clusters.entries())
      for (const other of clusters.slice(at + 1)) {
        let cost = costOf(one, other, weights)
        if (best && cost >= best.cost) continue
        cost +=
          costOfImports(one, other, under.get(other)!, weights) + costOfImports(other, one, under.get(one)!, weights)
        const worthJoining = cost < 0 || Math.min(one.bytes, other.bytes) < SMALLEST
        if (worthJoining && (!best || cost < best.cost) && staysInOrder(one, other, below)) best = { cost, one, other }
      }
    if (!best) break
    const { one, other } = best
    const joined = {
      parts: new Set([...one.parts, ...other.parts]),
      bytes: one.bytes + other.bytes,
      users: new Set([...one.users, ...other.users]),
    }
    clusters = [...clusters.filter((each) => each !== one && each !== other), joined]
    // A file that imports one of the joined parts now also depends on all imports of the other part.
    for (const name of joined.parts)
      imports.set(name, [...joined.parts].filter((each) => each !== name).concat(imports.get(name)!))
    below = new Map(parts.map(({ name }) => [name, reachable(name, imports)]))
    for (const name of joined.parts) for (const part of joined.parts) below.get(name)!.delete(part)
    // The pages of each part now also load the imports of the other part.
    clusters = clusters.map((each) => ({ ...each, users: usersOf(each.parts) }))
  }
  return inOrder(
    clusters.map(({ parts: all }) => [...all].toSorted()),
    parts,
  )
}
