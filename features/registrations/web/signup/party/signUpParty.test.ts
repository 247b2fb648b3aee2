import { expect, test } from 'vitest'
import type { RaceEvent } from '#features/events/contract.ts'
import { checkCharacter } from '#features/people/rules.ts'
import { type Draft, emptyDraft } from '../draft.ts'
import { chargeIn } from '../prices/charges.ts'
import { keptFrom, nextPerson, partyFrom, standsTwice, wrongsByPerson } from './signUpParty.ts'

const now = new Date('2026-03-01T04:00:00Z')
const card = (order: string) => {
  const digits = `33010619900512${order}`
  return digits + checkCharacter(digits)
}
const mother: Draft = {
  ...emptyDraft,
  key: 'p1',
  eventid: '7',
  idnum: card('002'),
  name: '林晓岚',
  mobile: '139 0000 2026',
  province: '浙江省',
  emername: '林建国',
  clothes: 'M',
  invite: 'CLUB',
  agreed: { terms: '1' },
}

test('a whole party comes back from the device as it was, and an empty one is one person', () => {
  const party = [mother, { ...emptyDraft, key: 'p2', name: '高小满', quiz: { pain: 'stop' } }]
  expect(partyFrom(JSON.parse(JSON.stringify(keptFrom(party))))).toEqual(party)
  expect(partyFrom({})).toEqual([emptyDraft])
})

test('for the next person of a family the form asks who it is, and not again for home and emergency contact', () => {
  const next = nextPerson([mother])
  expect(next).toMatchObject({
    key: 'p2',
    eventid: '7',
    mobile: '139 0000 2026',
    province: '浙江省',
    emername: '林建国',
    idnum: '',
    name: '',
    clothes: '',
    invite: '',
    agreed: {},
  })
  expect(nextPerson([mother, { ...next, key: 'p5' }]).key).toBe('p6')
})

test('a document twice is reported at the second person, in any letters; unfinished numbers are not compared', () => {
  const twin = { ...mother, key: 'p2', idnum: mother.idnum.toLowerCase() }
  expect(standsTwice([mother, twin], 'p2', now)).toBe(true)
  expect(standsTwice([mother, twin], 'p1', now)).toBe(false)
  expect(standsTwice([mother, { ...twin, idnum: card('003') }], 'p2', now)).toBe(false)
  expect(
    standsTwice(
      [
        { ...emptyDraft, key: 'p1' },
        { ...emptyDraft, key: 'p2' },
      ],
      'p2',
      now,
    ),
  ).toBe(false)
  const saved = { ...emptyDraft, person: 'k-1' }
  expect(
    standsTwice(
      [
        { ...saved, key: 'p1' },
        { ...saved, key: 'p2' },
      ],
      'p2',
      now,
    ),
  ).toBe(true)
})

test('a sentence of the server finds its person, of one and of several', () => {
  const party = [mother, { ...emptyDraft, key: 'p7' }]
  expect(wrongsByPerson({ '1.idnum': 'a', '0.quiz.bib': 'b', 'friends.1.mobile': 'c' }, party)).toEqual({
    'p7 idnum': 'a',
    'p1 quiz.bib': 'b',
    'p7 mobile': 'c',
  })
  expect(wrongsByPerson({ idnum: 'a', 'consents.terms': 'b' }, [mother])).toEqual({
    'p1 idnum': 'a',
    'p1 consents.terms': 'b',
  })
})

test('a code lowers the price of its own event and never raises one', () => {
  const event = {
    id: 7,
    fee: 20_000,
    prices: [],
    addons: [],
    state: 'normal',
    signup: 'open',
  } as unknown as RaceEvent
  expect(chargeIn(event, undefined).amount).toBe(20_000)
  expect(chargeIn(event, { price: 5_000, eventid: null }).amount).toBe(5_000)
  expect(chargeIn(event, { price: 0, eventid: 7 }).amount).toBe(0)
  expect(chargeIn(event, { price: 0, eventid: 8 }).amount).toBe(20_000)
  expect(chargeIn(event, { price: 30_000, eventid: null }).amount).toBe(20_000)
  expect(chargeIn(event, { price: null, eventid: null }).amount).toBe(20_000)
})
