import { expect, test } from 'vitest'
import type { RacePackage } from '../contract.ts'
import { sharedOf } from './sharedPackage.ts'

const pack = (id: number, contents: string[], more: Partial<RacePackage> = {}): RacePackage => ({
  id,
  eventid: id,
  event: null,
  name: `pack ${id}`,
  contents,
  place: 'Expo hall 3',
  bring: 'Passport',
  from_at: '2026-03-01T01:00:00.000Z',
  until_at: null,
  service: 'pickup',
  lat: 30,
  lon: 120,
  mine: [],
  ...more,
})

test('the facts and contents of all packs are shown once', () => {
  expect(sharedOf([pack(1, ['bib', 'shirt', 'gel']), pack(2, ['shirt', 'bib'])])).toMatchObject({
    facts: { place: 'Expo hall 3', service: 'pickup' },
    contents: ['bib', 'shirt'],
  })
})

test('one pack, or a pack with another place, time or service, shares nothing', () => {
  expect(sharedOf([])).toEqual({ facts: undefined, contents: [] })
  expect(sharedOf([pack(1, ['bib'])])).toEqual({ facts: undefined, contents: [] })
  for (const other of [{ place: 'Hotel' }, { from_at: null }, { service: 'other' }, { lat: 31 }, { bring: '' }])
    expect(sharedOf([pack(1, ['bib']), pack(2, ['bib'], other)])).toEqual({ facts: undefined, contents: [] })
})
