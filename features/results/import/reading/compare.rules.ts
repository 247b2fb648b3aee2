import { basisFor, rankField } from '../../ranking/ranking.rules.ts'
import { type Basis, type Believed, type Ranking, type Ranks, agegroupKey, agegroupOf } from '../../rules.ts'
import type { Problem, ReadResult } from './row.rules.ts'

const kinds = ['overall', 'gender', 'agegroup'] as const
export type Kind = (typeof kinds)[number]
/**
 * How published places compare with computed ones. `exact`: the same place. `within`: the same, or another place among
 * those who share one recorded time, where the publisher knew a fraction of a second that the file no longer has.
 * `differs`: indexes of all others.
 */
export type Agreement = { given: number; exact: number; within: number; differs: number[] }

const groupOf = (kind: Kind, { field, gender, agegroup }: Believed): string =>
  kind === 'overall'
    ? field
    : kind === 'gender'
      ? `${field}\n${gender}`
      : `${field}\n${agegroupKey(gender ?? 'X', agegroup ?? '')}`

export const compareRanks = (
  results: readonly Pick<ReadResult, 'published'>[],
  believed: readonly Believed[],
  ranks: readonly Ranks[],
  basis: Basis,
): Record<Kind, Agreement> => {
  const compare = (kind: Kind): Agreement => {
    if (!results.some(({ published }) => published[kind])) return { given: 0, exact: 0, within: 0, differs: [] }
    const sharing = new Map<string, number>()
    const keyOf = (at: number, place: number) => `${groupOf(kind, believed[at]!)}\n${place}`
    for (const [at, one] of ranks.entries()) {
      const place = one[basis][kind]
      if (place !== null) sharing.set(keyOf(at, place), (sharing.get(keyOf(at, place)) ?? 0) + 1)
    }
    const agreement: Agreement = { given: 0, exact: 0, within: 0, differs: [] }
    for (const [at, { published }] of results.entries()) {
      const given = published[kind]
      if (!given) continue
      agreement.given++
      const place = ranks[at]![basis][kind]
      if (place === given.rank) agreement.exact++
      if (place !== null && given.rank >= place && given.rank < place + sharing.get(keyOf(at, place))!)
        agreement.within++
      else agreement.differs.push(at)
    }
    return agreement
  }
  return { overall: compare('overall'), gender: compare('gender'), agegroup: compare('agegroup') }
}

/**
 * What ranking believes of the rows of a file: age groups from the file, or from ages where it has none at all;
 * published places break ties of equal fractions.
 */
export const believe = (results: readonly ReadResult[], ranking: Ranking): Believed[] => {
  const grouped = results.some(({ agegroup }) => agegroup !== null)
  return results.map((one) => ({
    field: one.field,
    gender: one.gender,
    agegroup: grouped ? one.agegroup : agegroupOf(one, ranking),
    outcome: one.outcome,
    gun_ms: one.gun_ms,
    net_ms: one.net_ms,
    tiebreak: one.published.overall?.rank ?? null,
  }))
}

/** A file ranked on its own, and how its published places stand to that. */
export const rankReading = (results: readonly ReadResult[], ranking: Ranking) => {
  const believed = believe(results, ranking)
  const basis = basisFor(believed, ranking)
  const ranked = rankField(believed, ranking)
  return { believed, basis, ...ranked, agreement: compareRanks(results, believed, ranked.ranks, basis) }
}

/** One line per row whose published place is none that its time can have. */
export const rankProblems = (
  results: readonly ReadResult[],
  ranks: readonly Ranks[],
  basis: Basis,
  agreement: Record<Kind, Agreement>,
): Problem[] =>
  kinds.flatMap((kind) =>
    agreement[kind].differs.map((at): Problem => {
      const { line, bib, published } = results[at]!
      return {
        line,
        bib,
        severity: 'doubtful',
        word: 'rank_differs',
        column: kind,
        given: String(published[kind]!.rank),
        read: String(ranks[at]![basis][kind] ?? '-'),
      }
    }),
  )
