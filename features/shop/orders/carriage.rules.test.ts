import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriageOf } from './carriage.rules.ts'

const zone = { provinces: ['42'], first_grams: 1_000, first: 800, step_grams: 500, step: 200 }
const carriage = {
  open: true,
  free_from: 30_000,
  zones: [
    zone,
    { ...zone, provinces: [], first: 1_200, step: 400 },
    { ...zone, provinces: ['65', '54'], first: 2_500 },
  ],
}

test('postage depends on province and weight, and is free from a price on', () => {
  const of = (province: string, grams: number, paid = 10_000) => carriageOf(carriage, province, { grams, paid })
  expect([of('42', 1), of('42', 1_000), of('42', 1_001), of('42', 1_500), of('42', 1_501)]).toEqual([
    800, 800, 1_000, 1_000, 1_200,
  ])
  expect([of('11', 900), of('65', 900), of('42', 5_000, 30_000), of('42', 1, 29_999)]).toEqual([1_200, 2_500, 0, 800])
  expect(carriageOf({ ...carriage, open: false }, '42', { grams: 1, paid: 0 })).toBeUndefined()
  expect(carriageOf({ ...carriage, zones: [zone] }, '11', { grams: 1, paid: 99_999 })).toBeUndefined()
})

test('a heavier parcel never costs less, and every price is whole fen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 1e6 }), (one, more) => {
      const of = (grams: number) => carriageOf(carriage, '11', { grams, paid: 0 })!
      expect(Number.isInteger(of(one)) && of(one) >= 0 && of(one + more) >= of(one)).toBe(true)
    }),
  )
})
