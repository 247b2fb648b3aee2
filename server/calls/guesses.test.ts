import { expect, test } from 'vitest'
import { forgetRates } from '#db/limits/rates.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { nobody } from '#seam/server/handle.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const bare = (address: string) => ({ address, who: nobody, device: null })
const browser = (address: string, id: string, known = false) => ({ address, who: nobody, device: { id, known } })

test('a caller who misses too often waits, alone and for ten minutes from the first miss', () => {
  forgetRates()
  const keys = allowanceOf({ own: 3, network: 3 }, 600)
  for (let n = 0; n < 3; n++) expect(keys.count(bare('203.0.113.1'), at(n))).toBe(0)
  expect(keys.count(bare('203.0.113.1'), at(3))).toBe(597)
  expect(keys.count(bare('203.0.113.2'), at(3))).toBe(0)
  expect(keys.count(bare('203.0.113.1'), at(600)), 'it begins anew').toBe(0)
})

test('a neighbour uses up nothing of a browser, of a known browser or of a session', () => {
  forgetRates()
  const keys = allowanceOf({ own: 3, network: 5 }, 600)
  for (let n = 0; n < 50; n++) keys.count(bare('203.0.113.1'), at(0))
  for (const asker of [
    browser('203.0.113.1', 'new'),
    browser('203.0.113.1', 'known', true),
    { ...bare('203.0.113.1'), who: { ...nobody, uid: 7 } },
  ]) {
    for (let n = 0; n < 3; n++) expect(keys.count(asker, at(1))).toBe(0)
    expect(keys.count(asker, at(1)), 'and is exempt from none').toBe(600)
  }
})

test('a heavier miss counts more, and kinds are counted apart', () => {
  forgetRates()
  const pixels = allowanceOf({ own: 10, network: 10 }, 60)
  expect(pixels.count(bare('203.0.113.1'), at(0), { much: 10 })).toBe(0)
  expect(pixels.count(bare('203.0.113.1'), at(0), { much: 1 })).toBe(60)
  expect(pixels.count(bare('203.0.113.1'), at(0), { what: 'other' })).toBe(0)
})
