import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleWalkinsEnter } from '#features/walkins/contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleInvitationsGenerate, consoleInvitationsSave, consoleInvitationsStop } from '../contract.ts'
import { placesLedger } from './contract.ts'

let world: World
let director: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const ledger = async () => (await world.ask(placesLedger, { raceid: RACE })).events[0]!

test('an unpublished or unknown race has no ledger', async () => {
  expect(await world.call(placesLedger, { raceid: 987_654 })).toMatchObject({ refusal: 'race_not_found' })
})

test('the ledger answers everybody with an ETag', async () => {
  const first = await world.app.inject({ method: 'GET', url: `/places/ledger?raceid=${RACE}` })
  expect(first.json()).toMatchObject({ code: '200', data: { least: 90 } })
  const again = await world.app.inject({
    method: 'GET',
    url: `/places/ledger?raceid=${RACE}`,
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('codes set places aside; a code that changes only the price does not, and neither does a stopped code', async () => {
  const { places, share } = await ledger()
  expect(share).toBe(100)
  const code = (given: object) => world.ask(consoleInvitationsSave, { raceid: RACE, label: '名额', ...given }, director)
  await code({ uses: 3, source: 'public' })
  expect((await ledger()).reserved).toBe(0)
  const sponsor = await code({ uses: 4, source: 'sponsor' })
  expect(sponsor.source).toBe('sponsor')
  await world.ask(
    consoleInvitationsGenerate,
    { raceid: RACE, label: '公益', count: 5, uses: 1, source: 'charity' },
    director,
  )
  expect((await ledger()).reserved).toBe(Math.min(places, 9))
  expect(
    await world.call(consoleInvitationsSave, { raceid: RACE, label: 'x', source: 'draw' } as never, director),
  ).toMatchObject({
    code: '422',
  })
  await world.ask(consoleInvitationsStop, { raceid: RACE, id: sponsor.id }, director)
  expect((await ledger()).reserved).toBe(Math.min(places, 5))
})

test('the figures are those of a full count: first come, by a code, and entered by staff', async () => {
  const { code } = await world.ask(
    consoleInvitationsSave,
    { raceid: RACE, label: '精英', uses: 5, price: 0, direct: '1', source: 'elite' },
    director,
  )
  for (const [n, change] of [
    [1, {}],
    [2, {}],
    [3, { invite: code }],
  ] as const)
    await world.ask(registrationSave, entrant(n, change), await runnerSession(world))
  await world.ask(
    consoleWalkinsEnter,
    {
      raceid: RACE,
      eventid: 1,
      idtype: 'idcard',
      idnum: idnumOf(4),
      name: '程现场',
      mobile: '13700000004',
      agreed: '1',
      pay: 'cash',
      clothes: 'M',
    },
    director,
  )
  const { held, sources, share, places } = await ledger()
  expect(sources).toEqual([
    { source: 'first_come', n: 2 },
    { source: 'elite', n: 1 },
    { source: 'by_hand', n: 1 },
  ])
  const rows = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', RACE)
    .where('place_held', '=', true)
    .execute()
  expect(held).toBe(rows.length)
  expect(share).toBe(Math.floor(((places - 2) * 1000) / places) / 10)
})
