import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Due, numberBibs } from '../rules.ts'
import { type BibWish, wishOf, wishedNumbers } from './wishes.rules.ts'

const birthday = (digits: string): BibWish => ({ kind: 'birthday', digits })
const phone = (digits: string): BibWish => ({ kind: 'phone', digits })
const span = (from: number, to: number, width = 4) => ({ from, to, width })

test('a wish is read from the birth or the mobile; without them there is no wish', () => {
  const person = { birth: '1990-03-07', mobile: '+86 138-0000-4219' }
  expect(wishOf('birthday', person)).toEqual(birthday('0307'))
  expect(wishOf('phone', person)).toEqual(phone('4219'))
  for (const wish of ['none', '', null, 'constructor']) expect(wishOf(wish, person)).toBeUndefined()
  expect(wishOf('birthday', { birth: null, mobile: null })).toBeUndefined()
  expect(wishOf('birthday', { birth: '', mobile: '13800004219' })).toBeUndefined()
  expect(wishOf('phone', { birth: '1990-03-07', mobile: '12' })).toBeUndefined()
})

test.each<[ReturnType<typeof span>, BibWish, number[]]>([
  [span(1, 9999), birthday('0307'), [307]],
  [span(1, 9999, 1), birthday('0307'), [307]],
  [span(1, 9999), birthday('1123'), [1123]],
  [span(1, 999, 3), birthday('1123'), []],
  [span(1, 999, 3), birthday('0307'), [307]],
  [span(10_001, 39_999, 5), birthday('0307'), [10_307, 20_307, 30_307]],
  [span(1, 9999), phone('4219'), [4219]],
  [span(1, 999, 3), phone('4219'), [219]],
  [span(1, 9999), phone('0012'), [12]],
  // Printed without leading zeros, bib 12 does not show the four digits of the mobile.
  [span(1, 9999, 1), phone('0012'), []],
  [span(1, 99_999, 1), phone('0012'), [10_012, 20_012, 30_012, 40_012, 50_012, 60_012, 70_012, 80_012, 90_012]],
  [span(1, 9999), phone('0000'), []],
  [span(5000, 5001), phone('4219'), []],
  [span(4219, 4219), phone('4219'), [4219]],
])('numbers of %j for %j', (range, wish, found) => {
  expect(wishedNumbers(range, wish)).toEqual(found)
})

const runner = (id: number, change: Partial<Due> = {}): Due => ({
  id,
  eventid: 1,
  name: `跑者${id}`,
  gender: null,
  zone: null,
  seconds: null,
  created_at: new Date(id * 1000),
  bib: null,
  prefix_bib: null,
  ...change,
})
const range = { eventid: 1, prefix: 'A', from: 1, to: 9999, width: 4, order: 'name' as const }
const free = { avoid: [], reserved: [], taken: new Set<string>() }
const give = (due: Due[], wishes: [number, BibWish][], kept: object = {}) =>
  numberBibs([range], due, { ...free, ...kept }, new Map(), new Map(wishes))[0]!

describe('numbering with wishes', () => {
  test('wishes are met first, and the earlier sign-up wins in every order of the range', () => {
    const done = give(
      [runner(1, { name: '乙' }), runner(2, { name: '甲' }), runner(3)],
      [
        [2, birthday('0001')],
        [1, phone('0001')],
      ],
    )
    expect(done.given).toEqual([
      { id: 1, prefix: 'A', bib: '0001' },
      { id: 2, prefix: 'A', bib: '0002' },
      { id: 3, prefix: 'A', bib: '0003' },
    ])
    expect(done).toMatchObject({ wished: 2, met: 1, short: 0 })
  })
  test('a number that is taken, reserved or left out for its digits meets no wish', () => {
    for (const kept of [{ taken: new Set(['A4219']) }, { reserved: [[4000, 4999]] }, { avoid: ['4'] }]) {
      const done = give([runner(1)], [[1, phone('4219')]], kept)
      expect(done).toMatchObject({ wished: 1, met: 0 })
      expect(done.given).toHaveLength(1)
    }
  })
  test('a guest gets the kept number, and a runner with a number keeps it', () => {
    const own = new Map([[1, { prefix: 'A', bib: '0008' }]])
    const due = [runner(1), runner(2, { bib: '0009', prefix_bib: 'A' })]
    const wishes = new Map([
      [1, phone('4219')],
      [2, phone('4219')],
    ])
    expect(numberBibs([range], due, free, own, wishes)[0]).toMatchObject({
      given: [{ id: 1, bib: '0008' }],
      vips: 1,
      wished: 0,
      met: 0,
    })
  })
  test('nobody gets a number twice, everybody gets a number, and each possible wish is met', () => {
    const digits = fc.integer({ min: 0, max: 130 }).map((n) => String(n).padStart(4, '0'))
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.record({ kind: fc.constantFrom('birthday' as const, 'phone' as const), digits })), {
          maxLength: 60,
        }),
        (asked) => {
          const due = asked.map((_, at) => runner(at + 1))
          const done = give(
            due,
            asked.flatMap((wish, at): [number, BibWish][] => (wish ? [[at + 1, wish]] : [])),
          )
          expect(done.given.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(due.map(({ id }) => id))
          expect(new Set(done.given.map(({ bib }) => bib)).size).toBe(due.length)
          const numberOf = new Map(done.given.map(({ id, bib }) => [id, Number(bib)]))
          for (const [at, wish] of asked.entries()) {
            if (!wish) continue
            const wanted = wishedNumbers(range, wish)
            // Two runners wish for the same number, and the runner who signed up first gets it. The other runner gets
            // another number.
            if (!wanted.includes(numberOf.get(at + 1)!))
              for (const n of wanted) expect([...numberOf].some(([id, given]) => given === n && id < at + 1)).toBe(true)
          }
        },
      ),
    )
  })
})
