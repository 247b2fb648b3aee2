import type { Ballot } from '../contract.ts'
import type { RecomputeFinding } from './recomputing.ts'

/** `none` means that nothing is published yet, or that nothing could be checked. */
export type BallotVerdict = 'agrees' | 'differs' | 'none'
export const checkNames = ['list', 'rules', 'signature', 'seed', 'outcome', 'file', 'counts'] as const
export type CheckName = (typeof checkNames)[number]
export type BallotCheck = { name: CheckName; verdict: BallotVerdict; published: string | null; computed: string | null }

const verdictOf = (published: string | null, computed: string | null): BallotVerdict =>
  published === null ? 'none' : published === computed ? 'agrees' : 'differs'
/** Returns a value in which the names of each object are sorted. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, of]) => of !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, of]) => [name, inOrder(of)]),
        )
      : value
type Rules = Pick<Ballot['declared'], 'places' | 'segments' | 'weights' | 'direct' | 'together' | 'groups'>
/**
 * Returns the rules that decide the draw, as text to compare. The function leaves out rules that are declared in words
 * only.
 */
const rulesText = ({ places, segments, weights, direct, together, groups }: Partial<Rules>): string =>
  JSON.stringify(
    inOrder({
      places,
      segments: segments?.map(({ name, places: most, who }) => ({ name, places: most, who })),
      weights,
      direct,
      together,
      groups,
    }),
  )
const countsText = (counts: Record<string, number>, names: readonly string[]): string =>
  names.map((name) => `${name} ${counts[name] ?? 0}`).join(', ')

/** Compares the published facts of a draw with the facts that this device computed. */
export const checksOf = (ballot: Ballot, found: RecomputeFinding): BallotCheck[] => {
  const check = (name: CheckName, published: string | null, computed: string | null): BallotCheck => ({
    name,
    published,
    computed,
    verdict: verdictOf(published, computed),
  })
  const names = ['direct', ...found.rules.segments.map(({ name }) => name), 'wait']
  const signed: BallotCheck[] =
    found.rules.source.kind === 'beacon' && ballot.signature !== null
      ? [
          {
            name: 'signature',
            verdict: found.signed === null ? 'none' : found.signed ? 'agrees' : 'differs',
            published: null,
            computed: null,
          },
        ]
      : []
  const file: BallotCheck[] =
    found.others === null
      ? []
      : [
          {
            name: 'file',
            verdict: found.others === 0 ? 'agrees' : 'differs',
            published: null,
            computed: String(found.others),
          },
        ]
  return [
    check('list', ballot.list_hash, found.listHash),
    check('rules', rulesText(ballot.declared), rulesText(found.rules as unknown as Partial<Rules>)),
    ...signed,
    check('seed', ballot.seed, found.seed),
    check('outcome', ballot.outcome_hash, found.outcomeHash),
    ...file,
    ...(ballot.outcome_hash === null
      ? []
      : [check('counts', countsText(ballot.counts, names), found.counts ? countsText(found.counts, names) : null)]),
  ]
}
export const allAgree = (checks: readonly BallotCheck[]): boolean =>
  checks.every(({ verdict }) => verdict !== 'differs') && checks.some(({ verdict }) => verdict === 'agrees')
