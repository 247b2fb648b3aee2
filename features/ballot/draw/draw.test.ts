import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DIRECT,
  DRAWN,
  NoOutcome,
  WAITS,
  drawBallot,
  outcomeHash,
  ballotOutcomeText,
  seedOf,
  sourceBytes,
} from './draw.rules.ts'
import {
  BadList,
  type BallotRules,
  type ListedEntry,
  entryIdOf,
  ballotListText,
  readBallotList,
} from '../list/list.rules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const rulesOf = (change: Partial<BallotRules> = {}): BallotRules => ({
  race: 2026,
  event: 1,
  places: 3,
  segments: [{ name: 'open' }],
  groups: 'skip',
  source: { kind: 'number', says: 'x' },
  ...change,
})
const id = (n: number) => entryIdOf(String(n), 'key')
const entry = (n: number, weights: ListedEntry['weights'] = [1], group: string | null = null): ListedEntry => ({
  id: id(n),
  group,
  weights,
})
const drawn = (rules: BallotRules, entries: readonly ListedEntry[], source = 'public number') => {
  const list = readBallotList(bytes(ballotListText(rules, entries)))
  const seed = seedOf(list.hash, sourceBytes('number', source))
  const outcome = drawBallot(list, seed)
  return { list, seed, outcome, hash: outcomeHash(ballotOutcomeText(list, seed, outcome)) }
}

describe('a list that breaks a rule is refused with its line', () => {
  const good = ballotListText(rulesOf(), [entry(1), entry(2)])
  const [, , first, second] = good.split('\n')
  test.each([
    ['another method', good.replace('startline-ballot 1', 'startline-ballot 2'), 'line 1'],
    ['rules that are no JSON', good.replace('{', '['), 'line 2'],
    [
      'a last segment with places',
      ballotListText(rulesOf({ segments: [{ name: 'open', places: 3 }] }), [entry(1)]),
      'line 2',
    ],
    [
      'ids in another order',
      [...good.split('\n').slice(0, 2), second, first, ''].join('\n'),
      'line 4: ids are not in ascending order',
    ],
    ['an id twice', [...good.split('\n').slice(0, 2), first, first, ''].join('\n'), 'line 4'],
    ['a weight too large', ballotListText(rulesOf(), [entry(1, [201])]), 'line 3: a weight'],
    ['a weight with a leading zero', good.replace(/- 1\n/, '- 01\n'), 'line 3'],
    ['a weight too many', ballotListText(rulesOf(), [entry(1, [1, 1])]), 'line 3'],
    [
      'nobody in the last segment',
      ballotListText(rulesOf({ segments: [{ name: 'a', places: 1 }, { name: 'open' }] }), [entry(1, [1, 0])]),
      'line 3: everybody',
    ],
    [
      'a direct entry in a group',
      ballotListText(rulesOf(), [entry(1, 'direct', id(9)), entry(2, [1], id(9))]),
      'direct',
    ],
    ['a group of one', ballotListText(rulesOf(), [entry(1, [1], id(9))]), 'the group'],
    ['no end of the last line', good.slice(0, -1), 'line 4'],
    ['lines that end as on Windows', good.replaceAll('\n', '\r\n'), 'line 1'],
  ])('%s', (_, text, says) => {
    expect(() => readBallotList(bytes(text))).toThrow(BadList)
    expect(() => readBallotList(bytes(text))).toThrow(says)
  })
})

test('more direct entries than places have no outcome', () => {
  expect(() => drawn(rulesOf({ places: 1 }), [entry(1, 'direct'), entry(2, 'direct')])).toThrow(NoOutcome)
})

const anyBallot = fc
  .record({
    places: fc.integer({ min: 0, max: 30 }),
    first: fc.integer({ min: 0, max: 20 }),
    groups: fc.constantFrom('skip' as const, 'stop' as const),
    people: fc.array(
      fc.record({
        direct: fc.integer({ min: 0, max: 19 }),
        local: fc.integer({ min: 0, max: 3 }),
        weight: fc.integer({ min: 1, max: 5 }),
        together: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 25 },
    ),
    source: fc.string({ minLength: 1, maxLength: 20 }),
  })
  .map(({ places, first, groups, people, source }) => {
    const entries: ListedEntry[] = []
    for (const [at, { direct, local, weight, together }] of people.entries())
      if (direct === 0) entries.push(entry(entries.length, 'direct'))
      else
        for (let mate = 0; mate < together; mate++)
          entries.push(entry(entries.length, [local, weight], together > 1 ? entryIdOf(`group ${at}`, 'g') : null))
    return {
      rules: rulesOf({ places, segments: [{ name: 'local', places: first }, { name: 'open' }], groups }),
      entries,
      source,
    }
  })

test('for random ballots: never more than the places, all direct entries, whole groups, segments within their quota, codes 1 to n', () => {
  fc.assert(
    fc.property(anyBallot, ({ rules, entries, source }) => {
      const direct = entries.filter(({ weights }) => weights === 'direct').length
      if (direct > rules.places) return void expect(() => drawn(rules, entries, source)).toThrow(NoOutcome)
      const { list, outcome, hash } = drawn(rules, entries, source)
      expect(outcome.drawn + outcome.direct).toBeLessThanOrEqual(rules.places)
      expect(outcome.drawn + outcome.direct + outcome.waiting).toBe(entries.length)
      expect([...outcome.fate].filter((fate) => fate === DIRECT)).toHaveLength(direct)
      expect(
        [...outcome.fate.keys()].filter((n) => outcome.fate[n] === DRAWN && outcome.segment[n] === 0).length,
      ).toBeLessThanOrEqual(rules.segments[0]!.places!)
      expect([...outcome.code].filter((code) => code > 0).sort((a, b) => a - b)).toEqual(
        Array.from({ length: outcome.waiting }, (_, at) => at + 1),
      )
      for (let n = 0; n < list.count; n++) {
        expect(outcome.fate[n] === WAITS).toBe(outcome.code[n]! > 0)
        if (list.group[n]! < 0) continue
        for (let mate = 0; mate < list.count; mate++)
          if (list.group[mate] === list.group[n])
            expect([outcome.fate[mate], outcome.segment[mate]]).toEqual([outcome.fate[n], outcome.segment[n]])
      }
      // With `skip`, places stay free only if no waiting unit would fit.
      const left = rules.places - outcome.drawn - outcome.direct
      const smallest = Math.min(
        ...[...outcome.fate.keys()]
          .filter((n) => outcome.fate[n] === WAITS)
          .map((n) => (list.group[n]! < 0 ? 1 : [...list.group].filter((one) => one === list.group[n]).length)),
      )
      if (rules.groups === 'skip') expect(smallest).toBeGreaterThan(left)
      expect(drawn(rules, [...entries].reverse(), source).hash, 'whatever order the entries came in').toBe(hash)
    }),
    { numRuns: 200, seed: 20261121 },
  )
})

test('with one changed entry, weight or byte of the source, the outcome is different', () => {
  const entries = Array.from({ length: 40 }, (_, n) => entry(n, [1 + (n % 2)]))
  const first = drawn(rulesOf({ places: 20 }), entries)
  expect(drawn(rulesOf({ places: 20 }), entries).hash).toBe(first.hash)
  for (const other of [
    drawn(rulesOf({ places: 20 }), entries.slice(1)),
    drawn(rulesOf({ places: 20 }), entries.with(3, entry(3, [1]))),
    drawn(rulesOf({ places: 20 }), entries, 'public numbes'),
    drawn(rulesOf({ places: 21 }), entries),
  ])
    expect(other.hash).not.toBe(first.hash)
})

describe('chances, over ten thousand draws', () => {
  const chiSquare = (seen: readonly number[], expected: readonly number[]) =>
    seen.reduce((sum, count, at) => sum + (count - expected[at]!) ** 2 / expected[at]!, 0)
  const DRAWS = 10_000

  test('the first place agrees with the weights (5 % level, 3 degrees of freedom: below 7.815)', () => {
    const weights = [1, 2, 3, 4]
    const list = readBallotList(
      bytes(
        ballotListText(
          rulesOf({ places: 1 }),
          weights.map((weight, n) => entry(n, [weight])),
        ),
      ),
    )
    const byId = weights.map((_, n) => id(n)).sort()
    const seen = weights.map(() => 0)
    for (let run = 0; run < DRAWS; run++) {
      const { fate } = drawBallot(list, seedOf(list.hash, sourceBytes('number', `run ${run}`)))
      const winner = byId[[...fate].indexOf(DRAWN)]!
      seen[weights.findIndex((_, n) => id(n) === winner)]!++
    }
    expect(
      chiSquare(
        seen,
        weights.map((weight) => (weight / 10) * DRAWS),
      ),
    ).toBeLessThan(7.815)
  })

  test('second places agree with a draw among the remaining entries (5 % level, 2 degrees of freedom: below 5.991)', () => {
    const weights = [1, 2, 5]
    const list = readBallotList(
      bytes(
        ballotListText(
          rulesOf({ places: 2 }),
          weights.map((weight, n) => entry(n, [weight])),
        ),
      ),
    )
    const byId = weights.map((_, n) => id(n)).sort()
    const without = weights.map(() => 0)
    for (let run = 0; run < DRAWS; run++) {
      const { fate } = drawBallot(list, seedOf(list.hash, sourceBytes('number', `again ${run}`)))
      const loser = byId[[...fate].indexOf(WAITS)]!
      without[weights.findIndex((_, n) => id(n) === loser)]!++
    }
    // Computes the probability that one of the three units comes last, as the sum over all orders with this unit last.
    const last = (n: number) => {
      const [a, b] = [0, 1, 2].filter((other) => other !== n).map((other) => weights[other]!) as [number, number]
      return (a / 8) * (b / (8 - a)) + (b / 8) * (a / (8 - b))
    }
    expect(
      chiSquare(
        without,
        [0, 1, 2].map((n) => last(n) * DRAWS),
      ),
    ).toBeLessThan(5.991)
  })
})
