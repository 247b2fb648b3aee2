import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bagFrom, withPieces } from './useBag.ts'

test('a bag that somebody wrote by hand is read as lines that can be ordered, or as an empty bag', () => {
  for (const kept of [undefined, '', '{', 'null', '7', '{"a":1}', '[null,1,"x",{"n":1}]', '[{"variantid":1,"n":-3}]'])
    expect(bagFrom(kept)).toEqual([])
  expect(bagFrom('[{"variantid":4,"n":1e9,"price":1}]')).toEqual([{ variantid: 4, n: 100 }])
  fc.assert(
    fc.property(fc.json(), (kept) => {
      for (const { variantid, n } of bagFrom(kept)) expect(Number.isInteger(variantid) && n >= 1 && n <= 100).toBe(true)
    }),
  )
})

test('a variant has one line, and 0 pieces remove it', () => {
  const step = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -2, max: 200 }))
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const bag = steps.reduce<ReturnType<typeof bagFrom>>((held, [id, n]) => withPieces(held, id, n), [])
      expect(new Set(bag.map(({ variantid }) => variantid)).size).toBe(bag.length)
      for (const [id, n] of new Map(steps))
        expect(bag.find((one) => one.variantid === id)?.n ?? 0).toBe(Math.max(0, Math.min(100, n)))
    }),
  )
})
