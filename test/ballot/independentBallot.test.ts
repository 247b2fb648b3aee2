import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOfBytes } from '#contract/written.ts'
import {
  NoOutcome,
  drawBallot,
  outcomeHash,
  ballotOutcomeText,
  seedOf,
  sourceBytes,
} from '#features/ballot/draw/draw.rules.ts'
import {
  type BallotRules,
  type ListedEntry,
  entryIdOf,
  ballotListText,
  readBallotList,
} from '#features/ballot/list/list.rules.ts'
import { drawAgain } from './independentBallot.ts'

/**
 * One person or one group. `direct` is true if the members get places without a draw. `people` holds the weights of
 * each member by segment.
 */
type Party = { direct: boolean; people: number[][] }

const hex = (length: number) => fc.uint8Array({ minLength: length / 2, maxLength: length / 2 }).map(hexOfBytes)
type From = { source: BallotRules['source']; said: string }
const anySource: fc.Arbitrary<From> = fc.oneof(
  fc.record<From>({
    source: hex(64).chain((chain) => fc.nat().map((round) => ({ kind: 'beacon' as const, chain, round }))),
    said: hex(64),
  }),
  fc.record<From>({
    source: fc.constant<BallotRules['source']>({ kind: 'number', says: '收盘指数，两位小数' }),
    said: fc.oneof(
      fc.string({ maxLength: 12, unit: 'grapheme' }),
      fc.constantFrom(' 3988.21\n', '\u3000第 7 期\u00a0', '\ufeff12', '\t'),
    ),
  }),
)
const anyBallot = fc.integer({ min: 1, max: 5 }).chain((segments) => {
  const weights = fc
    .tuple(
      fc.array(fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 6 })), {
        minLength: segments - 1,
        maxLength: segments - 1,
      }),
      fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(200)),
    )
    .map(([first, last]) => [...first, last])
  const party: fc.Arbitrary<Party> = fc.record({
    direct: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
    people: fc.oneof(
      { weight: 3, arbitrary: fc.array(weights, { minLength: 1, maxLength: 1 }) },
      fc.array(weights, { minLength: 2, maxLength: 7 }),
    ),
  })
  return fc.record({
    places: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 60 })),
    quotas: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: segments - 1, maxLength: segments - 1 }),
    groups: fc.constantFrom('skip' as const, 'stop' as const),
    parties: fc.array(party, { maxLength: 30 }),
    from: anySource,
  })
})

const ballotOf = ({
  places,
  quotas,
  groups,
  parties,
  from,
}: {
  places: number
  quotas: number[]
  groups: 'skip' | 'stop'
  parties: Party[]
  from: From
}) => {
  const rules: BallotRules = {
    race: 2026,
    event: 1,
    places,
    segments: [...quotas.map((quota, at) => ({ name: `s${at}`, places: quota })), { name: 'open' }],
    groups,
    source: from.source,
  }
  const entries: ListedEntry[] = []
  for (const [at, { direct, people }] of parties.entries())
    for (const weights of people)
      entries.push({
        id: entryIdOf(`salt ${entries.length}`, 'key'),
        group: direct || people.length === 1 ? null : entryIdOf(`group ${at}`, 'key'),
        weights: direct ? 'direct' : weights,
      })
  return { text: ballotListText(rules, entries), kind: from.source.kind, said: from.said }
}

test('a second implementation, from docs/ballot.md alone, draws the same: every byte of the outcome', () => {
  const seen = { drawn: 0, none: 0, groups: 0, stops: 0 }
  fc.assert(
    fc.property(anyBallot, (made) => {
      const { text, kind, said } = ballotOf(made)
      const again = drawAgain(text, said)
      const list = readBallotList(new TextEncoder().encode(text))
      const seed = seedOf(list.hash, sourceBytes(kind, said))
      if (again === null) {
        seen.none++
        return void expect(() => drawBallot(list, seed)).toThrow(NoOutcome)
      }
      const outcome = ballotOutcomeText(list, seed, drawBallot(list, seed))
      expect({ list: hexOfBytes(list.hash), seed: hexOfBytes(seed), outcome, hash: outcomeHash(outcome) }).toEqual({
        list: again.listHash,
        seed: again.seed,
        outcome: again.outcome,
        hash: again.outcomeHash,
      })
      seen.drawn++
      if (list.groupIds.length > 0) seen.groups++
      if (made.groups === 'stop') seen.stops++
    }),
    {
      numRuns: 400,
      seed: 20261121,
      examples: [
        [
          {
            places: 0,
            quotas: [],
            groups: 'skip',
            parties: [],
            from: { source: { kind: 'number', says: 'x' }, said: '1' },
          },
        ],
      ],
    },
  )
  // The random cases cover each kind of outcome more than ten times.
  expect(Math.min(seen.drawn, seen.none, seen.groups, seen.stops)).toBeGreaterThan(10)
})

test('the example of docs/ballot.md is right in both', () => {
  const page = readFileSync(new URL('../../docs/ballot.md', import.meta.url), 'utf8')
  const example = page.slice(page.indexOf('## An example'))
  const [list, source, outcome] = [...example.matchAll(/```\n([^`]*)```/g)].map(([, text]) => text!) as [
    string,
    string,
    string,
  ]
  const [listHash, seed, hash] = [...example.matchAll(/`([0-9a-f]{64})`/g)].map(([, found]) => found!)
  expect(drawAgain(list, source)).toEqual({ listHash, seed, outcome, outcomeHash: hash })
  const read = readBallotList(new TextEncoder().encode(list))
  const made = seedOf(read.hash, sourceBytes('number', source))
  expect(ballotOutcomeText(read, made, drawBallot(read, made))).toBe(outcome)
})
