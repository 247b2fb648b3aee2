import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { forgetRates } from '#db/limits/rates.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { certificateSearchbyidnum } from '#features/certificates/contract.ts'
import { saveEvent } from '#features/events/service.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { importResults } from '#features/results/service.ts'
import { RACE, entrant, idnumOf, neighbourOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { posterBygame, posterReport } from './contract.ts'

let world: World
let gameid = 0
let entered = 0
const [child, finisher] = [neighbourOf(90), neighbourOf(91)]

beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    await saveRace(tx, { id: 7, name: '夜跑', city: '杭州', time: now, published_at: now, albumid: 181 }, now)
    await saveEvent(
      tx,
      {
        raceid: 7,
        id: 1,
        name: '半程',
        names: { en: 'Half' },
        type: 'half',
        distance_cm: 2_109_750,
        places: 100,
        start_at: now,
      },
      now,
    )
  })
  await openRace(world)
  await openEvent(world, { price: 0 })
  await giveStandardCertificates(world.parts, { raceid: 7, primary: '#0a7ea4', city: '杭州' })
  const timer = await staffSession(world, [{ raceid: 7, role: 'timer' }])
  const { id: certificateid } = await world.db
    .selectFrom('certificates')
    .select('id')
    .where('raceid', '=', 7)
    .where('kind', '=', 'timing')
    .executeTakeFirstOrThrow()
  gameid = (
    await world.ask(
      consoleGamesSave,
      { raceid: 7, name: '亲子挑战', posterid: 5, certificateid, published: true },
      timer,
    )
  ).id
  await world.ask(
    consoleGamesImport,
    {
      raceid: 7,
      id: gameid,
      text: `编号,姓名,证件号码,比赛项目,成绩\nF1,沈小跑,${child},亲子跑,20:10\nF2,沈小跑,${child},接力,40:20`,
      extra: ['比赛项目'],
    },
    timer,
  )
  const csv = `bib,name,gender,document,gun,net\nH1,沈若溪,女,${finisher},1:40:00,1:39:30\n`
  await importResults(
    { db: world.db, seal: world.parts.seal },
    {
      raceid: 7,
      eventid: 1,
      filename: 'r.csv',
      bytes: Buffer.from(csv),
      publish: true,
      now,
      mapping: { document: 'document' },
    },
  )
})
// The document numbers of the two runners differ only in their last four characters, so their misses count together.
// Each test begins without misses.
beforeEach(() => world.db.deleteFrom('limits').execute())
afterAll(() => world?.close())

test('nothing is shown without a race, for no person, or for a number that is no score id', async () => {
  expect(await world.call(posterBygame, { idnum: child })).toMatchObject({ code: '422', refusal: 'poster_of_whom' })
  expect(await world.call(posterBygame, { raceid: 99, idnum: child })).toMatchObject({
    code: '404',
    refusal: 'race_not_found',
  })
  expect(await world.ask(posterBygame, { raceid: 7, idnum: idnumOf(99) })).toEqual({ data: [] })
  for (const input of [{ id: 123_456_789 }, { id: '7-1111111111111111111111', idnum: child }] as const)
    expect(await world.call(posterReport, input)).toMatchObject(
      'idnum' in input ? { code: '404', refusal: 'poster_not_found' } : { code: '422', refusal: 'poster_needs_number' },
    )
  expect(await world.call(certificateSearchbyidnum, { raceid: 99, idnum: finisher })).toMatchObject({
    code: '404',
    refusal: 'race_not_found',
  })
  expect(await world.ask(certificateSearchbyidnum, { raceid: 7, idnum: idnumOf(98) })).toEqual([])
})

test("a game's runner has one card for each result, with the event of the organiser's own column if there is no other", async () => {
  const { data: cards } = await world.ask(posterBygame, { gameid, idnum: child })
  expect(cards).toMatchObject([
    {
      kind: 'game',
      raceid: 7,
      name: '沈小跑',
      bib: 'F1',
      event: '亲子跑',
      time: '20:10',
      posterid: 5,
      poster: { gameid, albumid: 181 },
    },
    { bib: 'F2', event: '接力' },
  ])
  const report = await world.ask(posterReport, { id: cards[0]!._key })
  expect(report).toMatchObject({
    name: '沈小跑',
    bib: 'F1',
    time: '20:10',
    key: null,
    race: { id: 7, name: '夜跑' },
    more: [['比赛项目', '亲子跑']],
    certificate: { values: { name: '沈小跑', bib: 'F1' }, number: null },
  })
  expect(JSON.stringify(report)).not.toContain(child)
})

test("nobody learns the owner of a result by counting: a game's score id needs the number, a session of its own, or the key", async () => {
  const {
    data: [card],
  } = await world.ask(posterBygame, { gameid, idnum: child })
  const { id, _key } = card!
  const stranger = await runnerSession(world)
  for (const as of [{}, stranger]) {
    const refused = await world.call(posterReport, { id }, as)
    expect(refused).toMatchObject({ code: '422', refusal: 'poster_needs_number' })
    expect(JSON.stringify(refused)).not.toMatch(/沈小跑|F1|7-/)
    expect(await world.call(posterReport, { id: id + 1000 }, as), 'as one that is not there').toMatchObject({
      code: refused.code,
      refusal: refused.refusal,
      msg: refused.msg,
    })
  }
  expect(await world.call(posterReport, { id, idnum: finisher })).toMatchObject({ refusal: 'poster_not_found' })
  expect(await world.ask(posterReport, { id, idnum: child })).toMatchObject({ name: '沈小跑', _key })
  const found = await world.ask(posterReport, { id: _key })
  expect(found).toMatchObject({ id, bib: 'F1', hallkey: _key })
  expect(new URL(found.link).search, 'what is printed on its poster').toBe(`?type=poster&key=${_key}&raceid=7`)

  // The account that signed the person up for the race.
  const parent = await runnerSession(world)
  const { idnum_ix } = await world.db
    .selectFrom('game_runners')
    .select('idnum_ix')
    .where('raceid', '=', 7)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const now = world.clock.now()
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 7,
      _key: keyFrom(7, crypto.getRandomValues(new Uint8Array(22))),
      eventid: 1,
      uid: parent.uid,
      state: 'normal',
      name: '沈小跑',
      gender: 'male',
      idtype: 'id',
      idnum: Buffer.from('sealed'),
      idnum_mask: '*',
      idnum_ix: idnum_ix!,
      document_ix: idnum_ix!,
      created_at: now,
      updated_at: now,
    })
    .execute()
  expect(await world.ask(posterReport, { id }, parent)).toMatchObject({ name: '沈小跑' })
  expect(await world.call(posterReport, { id }, stranger)).toMatchObject({ refusal: 'poster_needs_number' })
})

test('guessing numbers for a score id ends in the picture check', async () => {
  world.clock.advance(901_000)
  const {
    data: [card],
  } = await world.ask(posterBygame, { gameid, idnum: child })
  for (let at = 0; at < 2; at++)
    expect(await world.call(posterReport, { id: card!.id, idnum: neighbourOf(60 + at) })).toMatchObject({
      refusal: 'poster_not_found',
    })
  expect(await world.call(posterReport, { id: card!.id, idnum: child })).toMatchObject({ refusal: 'picture_needed' })
  world.clock.advance(901_000)
  forgetRates()
})

test("without a game the race's own results are found too, and a hidden name stays hidden", async () => {
  const {
    data: [card],
  } = await world.ask(posterBygame, { raceid: 7, idnum: finisher })
  expect(card).toMatchObject({
    kind: 'result',
    name: '沈若溪',
    gender: 'female',
    bib: 'H1',
    time: '01:40:00',
    nettime: '01:39:30',
  })
  expect(await world.ask(posterReport, { id: card!.id })).toMatchObject({
    kind: 'result',
    position: 1,
    gender: 'female',
    key: expect.stringMatching(/^7-/) as string,
    certificate: null,
  })
  expect(await world.ask(certificateSearchbyidnum, { raceid: 7, idnum: finisher })).toMatchObject([
    { kind: 'timing', bib: 'H1', scoreid: card!.id, time: '01:40:00' },
  ])
  await world.db.updateTable('results').set({ hide_name: true }).where('raceid', '=', 7).execute()
  expect(await world.ask(posterReport, { id: card!.id })).toMatchObject({ name: null, bib: 'H1' })
})

test('a finisher whose number only the registration has is found too', async () => {
  const n = ++entered
  const { _key } = await world.ask(registrationSave, entrant(n), await runnerSession(world))
  await world.db
    .updateTable('registrations')
    .set({ bib: `R${n}` })
    .where('raceid', '=', RACE)
    .where('_key', '=', _key)
    .execute()
  expect(await world.ask(posterBygame, { raceid: RACE, idnum: idnumOf(n) }), 'before the race').toEqual({ data: [] })
  const now = world.clock.now()
  await importResults(
    { db: world.db, seal: world.parts.seal },
    {
      raceid: RACE,
      eventid: 1,
      filename: 'r.csv',
      bytes: Buffer.from(`bib,name,gun,net\nR${n},沈跑跑,1:40:00,1:39:30\n`),
      publish: true,
      now,
    },
  )
  expect((await world.ask(posterBygame, { raceid: RACE, idnum: idnumOf(n) })).data).toMatchObject([
    { kind: 'result', bib: `R${n}` },
  ])
})

test("a race may let the code of its posters lead to the root of the host, whatever the page's protocol", async () => {
  const {
    data: [card],
  } = await world.ask(posterBygame, { raceid: 7, idnum: finisher })
  const linkOf = async () => (await world.ask(posterReport, { id: card!.id })).link
  const query = `type=poster&scoreid=${card!.id}&raceid=7`
  expect(await linkOf()).toBe(`${world.parts.origin}/score?${query}`)
  const race = await world.db.selectFrom('races').selectAll().where('id', '=', 7).executeTakeFirstOrThrow()
  const settings = { ...(race.settings as object), score_link: 'root' }
  await world.db.transaction().execute((tx) => saveRace(tx, { ...race, settings }, world.clock.now()))
  world.clock.advance(60_000)
  expect(await linkOf()).toBe(`//${new URL(world.parts.origin).host}/?${query}`)
})
