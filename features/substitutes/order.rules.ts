/** Rules that give the cases an order. The cases that most likely are substitutes come first. */

export type OrderedCase = {
  id: number
  eventid: number
  kind: 'together' | 'pace' | 'photo' | 'gender' | 'person'
  bib: string
  other_bib: string
  mean: number | null
  points: number | null
  ratio: number | null
  late: number | null
}

/** Finds the bibs of each pair's group. Two pairs of one event with a common bib belong to one group. */
const groupsOf = (cases: readonly OrderedCase[]): Map<number, string[]> => {
  const pairs = cases.filter(({ kind }) => kind === 'together')
  const parents = new Map<string, string>()
  const rootOf = (at: string): string => {
    const parent = parents.get(at) ?? at
    return parent === at ? at : rootOf(parent)
  }
  const [one, other] = [
    ({ eventid, bib }: OrderedCase) => `${eventid}/${bib}`,
    ({ eventid, other_bib }: OrderedCase) => `${eventid}/${other_bib}`,
  ]
  for (const pair of pairs) parents.set(rootOf(one(pair)), rootOf(other(pair)))
  const groups = Map.groupBy(pairs, (pair) => rootOf(one(pair)))
  return new Map(
    [...groups.values()].flatMap((members) => {
      const bibs = [...new Set(members.flatMap(({ bib, other_bib }) => [bib, other_bib]))]
      return members.map(({ id }) => [id, bibs] as const)
    }),
  )
}

/**
 * The rank of each kind of case. A report by a person comes first, then the rule of photos, then equal times, then a
 * fast time.
 */
const ranks = { gender: 0, person: 0, photo: 1, together: 2, pace: 3 } as const
/**
 * The rank of pairs that belong to a group of three or more. Nobody carries three bibs, so the runners of a group
 * probably ran side by side.
 */
const RANK_OF_GROUP = 4

/**
 * Orders cases: by kind, then by the strength of their figures. Pairs of a group of three or more come last, group by
 * group, the smallest group first.
 */
export const casesInOrder = <Case extends OrderedCase>(cases: readonly Case[]): (Case & { group: string[] })[] => {
  const groups = groupsOf(cases)
  const grouped = cases.map((one) => {
    const bibs = groups.get(one.id) ?? []
    return { ...one, group: bibs.length > 2 ? bibs : [] }
  })
  const first = new Map<string, number>()
  for (const { id, group } of grouped)
    if (group.length > 0) first.set(group.join(' '), Math.min(id, first.get(group.join(' ')) ?? id))
  const keyOf = ({ id, kind, mean, points, ratio, late, group }: (typeof grouped)[number]): number[] =>
    group.length > 0
      ? [RANK_OF_GROUP, group.length, first.get(group.join(' '))!, mean ?? 0, id]
      : [ranks[kind], mean ?? ratio ?? -Math.abs(late ?? 0), -(points ?? 0), id]
  return grouped
    .map((one) => ({ one, key: keyOf(one) }))
    .toSorted((a, b) => {
      const at = a.key.findIndex((part, nth) => part !== b.key[nth])
      return at < 0 ? 0 : a.key[at]! - (b.key[at] ?? 0)
    })
    .map(({ one }) => one)
}
