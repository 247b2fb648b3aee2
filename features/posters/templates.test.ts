import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { openCanvasRenderer } from '#features/certificates/render/canvasRenderer.service.ts'
import { saveEvent } from '#features/events/service.ts'
import { keepFile, readKept } from '#features/files/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consolePostersList,
  consolePostersOrder,
  consolePostersRemove,
  consolePostersSave,
} from './console.contract.ts'
import { posterDetail, posterMy, posterReport, postersC, registrationPoster } from './contract.ts'
import type { PosterDesign } from './design.contract.ts'
import { posterSheetOf } from './rules.ts'

let world: World
let editor: { token: string }
let frame = ''
let cover = ''
let mine: { token: string; uid: number }
const keys = { paid: '', unpaid: '', left: '' }

const text = (offsety: number) => ({
  fontsize: 60,
  offsetx: 40,
  offsety,
  size: 500,
  color: '#102030',
  align: 'left' as const,
  rotate: 0,
})
const design = (patch: Partial<PosterDesign> = {}): PosterDesign => ({
  background: { width: 500, height: 500, offsetx: 50, offsety: 50 },
  watermask: { url: frame, width: 600, height: 900 },
  cover,
  text: { name: text(600), time: text(700) },
  qrcode: { width: 200, offsetx: 380, offsety: 680 },
  nopic: false,
  ...patch,
})
const draft = (patch: Record<string, unknown> = {}) => ({
  raceid: 7,
  use: 'result' as const,
  name: '冲线',
  design: design(),
  published: true,
  ...patch,
})
const keep = async (raceid: number, bytes: Buffer) => {
  const kept = await keepFile(world.parts, { raceid, name: 'p.png', bytes })
  if (typeof kept === 'string') throw new Error(kept)
  return kept.path
}
const register = async (patch: object) => {
  const key = keyFrom(7, crypto.getRandomValues(new Uint8Array(22)))
  const sealed = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
  const now = world.clock.now()
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 7,
      _key: key,
      eventid: 1,
      uid: mine.uid,
      state: 'normal',
      name: '赵报名',
      gender: 'female',
      idtype: 'id',
      idnum: sealed,
      idnum_mask: '*',
      idnum_ix: sealed,
      document_ix: sealed,
      bib: 'B9',
      created_at: now,
      updated_at: now,
      ...patch,
    })
    .execute()
  return key
}

beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    for (const id of [7, 8])
      await saveRace(
        tx,
        {
          id,
          name: '江城马拉松',
          names: { en: 'Jiangcheng Marathon' },
          city: '江城',
          time: now,
          published_at: now,
          albumid: 149,
        },
        now,
      )
    for (const id of [1, 2])
      await saveEvent(
        tx,
        { raceid: 7, id, name: `组别${id}`, type: 'half', distance_cm: 2_109_750, places: 100, start_at: now },
        now,
      )
  })
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  mine = await runnerSession(world)
  // One picture is a frame with a transparent window, the other is a plain picture.
  const window = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><mask id="w"><rect width="600" height="900" fill="#fff"/><rect x="50" y="50" width="500" height="500" fill="#000"/></mask><rect width="600" height="900" fill="#1c6dd0" mask="url(#w)"/></svg>',
  )
  frame = await keep(7, await sharp(window).png().toBuffer())
  cover = await keep(
    7,
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ffcc00' } })
      .png()
      .toBuffer(),
  )
  keys.paid = await register({ pay_at: now })
  keys.unpaid = await register({ name: '钱未缴', bib: null })
  keys.left = await register({ refundid: 5, pay_at: now, bib: null })
  await importResults(world.parts, {
    raceid: 7,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from('bib,name,gun,net\nA1,李䶮,1:40:00,1:39:30\nA2,王退赛,DNF,\n'),
    publish: true,
    now,
  } as never)
})
afterAll(() => world?.close())

const scoreOf = async (bib: string) =>
  await world.db
    .selectFrom('results')
    .select(['id', '_key'])
    .where('raceid', '=', 7)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()

test("only staff with the right write templates, only with the race's pictures, and never over another change", async () => {
  expect(await world.call(consolePostersList, { raceid: 7 })).toMatchObject({ code: '401' })
  const timer = await staffSession(world, [{ raceid: 7, role: 'timer' }])
  for (const [endpoint, input] of [
    [consolePostersList, { raceid: 7 }],
    [consolePostersSave, draft()],
    [consolePostersOrder, { raceid: 7, ids: [1] }],
    [consolePostersRemove, { raceid: 7, id: 1 }],
  ] as const)
    expect(await world.call(endpoint, input as never, timer), endpoint.path).toMatchObject({ code: '403' })
  expect(await world.call(consolePostersSave, draft({ raceid: 8 }), editor)).toMatchObject({ code: '403' })
  expect(await world.call(consolePostersSave, draft({ id: 4711 }), editor)).toMatchObject({ refusal: 'poster_unknown' })
  expect(await world.call(consolePostersSave, draft({ eventid: 99 }), editor)).toMatchObject({
    refusal: 'event_unknown',
  })
  const elsewhere = await keep(
    8,
    await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer(),
  )
  expect(await world.call(consolePostersSave, draft({ design: design({ cover: elsewhere }) }), editor)).toMatchObject({
    refusal: 'poster_picture_unknown',
  })
  expect(
    await world.call(
      consolePostersSave,
      draft({ design: design({ watermask: { url: 'https://elsewhere.example/a.png', width: 600, height: 900 } }) }),
      editor,
    ),
  ).toMatchObject({ code: '422', data: { fields: { 'design.watermask.url': expect.any(String) as string } } })
  expect(
    await world.call(
      consolePostersSave,
      draft({ design: design({ watermask: { url: frame, width: 1281, height: 900 } }) }),
      editor,
    ),
    'wider than 1280',
  ).toMatchObject({ code: '422' })
  expect(await world.call(consolePostersRemove, { raceid: 7, id: 4711 }, editor)).toMatchObject({
    refusal: 'poster_unknown',
  })

  const made = await world.ask(consolePostersSave, draft({ published: false }), editor)
  expect(made).toMatchObject({
    version: 1,
    published: false,
    preview: expect.stringMatching(/^\/files\/7\//) as string,
  })
  expect(await world.ask(postersC, { raceid: 7 }), "a draft is nobody's").toEqual([])
  expect(await world.call(posterDetail, { id: made.id })).toMatchObject({ code: '404', refusal: 'poster_unknown' })
  world.clock.advance(1500)
  const shown = await world.ask(consolePostersSave, draft({ id: made.id, updated_at: made.updated_at }), editor)
  expect(shown).toMatchObject({ version: 1, published: true })
  expect(
    await world.call(consolePostersSave, draft({ id: made.id, updated_at: made.updated_at }), editor),
  ).toMatchObject({ code: '409', refusal: 'poster_changed_meanwhile' })
  expect(
    await world.ask(consolePostersSave, draft({ id: made.id, design: design({ qrcode: null }) }), editor),
  ).toMatchObject({ version: 2 })
  expect(await world.ask(consolePostersSave, draft({ id: made.id }), editor)).toMatchObject({ version: 3 })
  const logged = await world.db.selectFrom('log').select('what').where('raceid', '=', 7).execute()
  expect(logged.map(({ what }) => what)).toEqual(expect.arrayContaining(['poster written', 'poster changed']))
})

test("the template file has every property, in the organiser's order; a poster is found by its id alone", async () => {
  expect(await world.call(postersC, { raceid: 99 })).toMatchObject({ refusal: 'race_not_found' })
  const [first] = await world.ask(postersC, { raceid: 7 })
  const second = await world.ask(
    consolePostersSave,
    draft({ name: '单项', names: { en: 'One event' }, eventid: 2 }),
    editor,
  )
  expect(first).toMatchObject({
    background: { width: 500, height: 500, offsetx: 50, offsety: 50 },
    watermask: { url: frame, width: 600, height: 900 },
    cover,
    text: { name: { fontsize: 60, offsetx: 40, offsety: 600, size: 500, color: '#102030', align: 'left', rotate: 0 } },
    qrcode: { width: 200, offsetx: 380, offsety: 680 },
    nopic: false,
    eventid: null,
  })
  expect(await world.call(consolePostersOrder, { raceid: 7, ids: [second.id] }, editor)).toMatchObject({
    refusal: 'poster_order_incomplete',
  })
  await world.ask(consolePostersOrder, { raceid: 7, ids: [second.id, first!.id] }, editor)
  expect((await world.ask(postersC, { raceid: 7 })).map(({ id }) => id)).toEqual([second.id, first!.id])
  expect(await world.ask(posterDetail, { id: second.id })).toMatchObject({
    name: '单项',
    race: { id: 7, name: '江城马拉松', albumid: 149, settings: { poster_qr: 'web' } },
  })
  expect(
    [
      (await world.ask(posterDetail, { id: second.id }, { lang: 'en' })).name,
      (await world.ask(posterDetail, { id: second.id }, { lang: 'zh-tw' })).name,
      (await world.ask(postersC, { raceid: 7 }, { lang: 'en' })).map(({ name }) => name),
    ],
    "in the reader's language where the organiser gave it",
  ).toEqual(['One event', '单项', ['One event', '冲线']])
  expect(await world.ask(consolePostersList, { raceid: 7 }, { ...editor, lang: 'en' })).toMatchObject({
    items: [
      { name: '单项', names: { en: 'One event' } },
      { name: '冲线', names: {} },
    ],
  })
  world.clock.advance(1500)
  const { id, _key } = await scoreOf('A1')
  const report = await world.ask(posterReport, { id }, { lang: 'en' })
  expect(report, 'a poster of another event is not offered').toMatchObject({
    posterid: first!.id,
    values: {
      name: '李䶮',
      bib: 'A1',
      time: '1:40:00',
      nettime: '1:39:30',
      position: '1',
      race: 'Jiangcheng Marathon',
    },
    link: expect.stringContaining(`scoreid=${id}`) as string,
  })
  expect(await world.ask(posterReport, { id: _key })).toMatchObject({ id, kind: 'result' })
  expect(
    await world.ask(posterReport, { id: (await scoreOf('A2')).id }),
    'who did not finish has no poster of the finish',
  ).toMatchObject({ posterid: null })
})

test('before the race a registration has its own posters: paid runners theirs, runners who left none; the code leads to the race', async () => {
  expect(await world.call(registrationPoster, { id: 'no key' })).toMatchObject({
    code: '404',
    refusal: 'registration_not_found',
  })
  expect(await world.call(registrationPoster, { id: keys.paid })).toMatchObject({ code: '404', refusal: 'poster_none' })
  const reg = await world.ask(consolePostersSave, draft({ name: '我要跑', use: 'reg' }), editor)
  expect(
    (await world.ask(registrationPoster, { id: keys.paid })).posters.map(({ id }) => id),
    'the paid have those of the registered until there are others',
  ).toEqual([reg.id])
  const paid = await world.ask(consolePostersSave, draft({ name: '已支付', use: 'paid', eventid: 1 }), editor)
  const events = await world.db
    .selectFrom('events')
    .select(['id', 'poster_reg', 'poster_paid'])
    .where('raceid', '=', 7)
    .orderBy('id')
    .execute()
  expect(events, 'the events answer them').toEqual([
    { id: 1, poster_reg: reg.id, poster_paid: paid.id },
    { id: 2, poster_reg: reg.id, poster_paid: null },
  ])
  const answer = await world.ask(registrationPoster, { id: keys.paid })
  expect(answer).toMatchObject({
    posterid: paid.id,
    registration: { name: '赵报名', bib: 'B9', eventid: 1 },
    values: { name: '赵报名', bib: 'B9', event: '组别1' },
    link: 'http://localhost:3000/home?raceid=7',
  })
  expect(answer.link).not.toContain(keys.paid)
  expect(await world.ask(registrationPoster, { id: keys.unpaid })).toMatchObject({ posterid: reg.id })
  expect(await world.call(registrationPoster, { id: keys.left })).toMatchObject({ refusal: 'poster_none' })
  await world.db
    .updateTable('registrations')
    .set({ hide_name: true })
    .where('raceid', '=', 7)
    .where('_key', '=', keys.paid)
    .execute()
  expect(await world.ask(registrationPoster, { id: keys.paid })).toMatchObject({ values: { name: '' } })
  expect(await world.ask(registrationPoster, { id: keys.paid }, mine), 'not from its own account').toMatchObject({
    values: { name: '赵报名' },
  })
  await world.db.updateTable('registrations').set({ hide_name: false }).where('raceid', '=', 7).execute()
  expect(await world.ask(consolePostersRemove, { raceid: 7, id: paid.id }, editor)).toEqual({ id: paid.id })
  expect(
    await world.db
      .selectFrom('events')
      .select('poster_paid')
      .where('raceid', '=', 7)
      .where('id', '=', 1)
      .executeTakeFirst(),
  ).toEqual({ poster_paid: null })
})

test("one's own posters: of the registration before the race, of the result afterwards", async () => {
  expect(await world.call(posterMy, {})).toMatchObject({ code: '401' })
  expect(await world.ask(posterMy, {}, await runnerSession(world))).toEqual({ items: [], after: null })
  const before = await world.ask(posterMy, { limit: 1 }, mine)
  expect(before.after).not.toBeNull()
  const all = await world.ask(posterMy, {}, mine)
  expect(all.items.map(({ key, use }) => [key, use]).sort()).toEqual(
    [
      [keys.paid, 'paid'],
      [keys.unpaid, 'reg'],
    ].sort(),
  )
  const { id, _key } = await scoreOf('A1')
  const { id: registrationid } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', 7)
    .where('_key', '=', keys.paid)
    .executeTakeFirstOrThrow()
  await world.db.updateTable('results').set({ registrationid }).where('raceid', '=', 7).where('id', '=', id).execute()
  expect((await world.ask(posterMy, {}, mine)).items.find(({ scoreid }) => scoreid === id)).toMatchObject({
    use: 'result',
    key: _key,
    bib: 'A1',
    posters: 1,
  })
})

test("the server paints with the app's painter: photo or cover in its window, names of every kind, and a readable code", async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff Alex'
  const link = 'http://localhost:3000/score?type=poster&scoreid=12345&raceid=7'
  const sheet = posterSheetOf(design(), { photo: false })
  expect(sheet.needs).toBe(true)
  const renderer = await openCanvasRenderer(sheet, (path) => readKept(world.parts, path))
  const pixel = async (jpeg: Buffer, x: number, y: number) => [
    ...(await sharp(jpeg).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ]
  for (const name of ['李䶮𬱖', long, 'محمد صلاح', '']) {
    const jpeg = await renderer.print({ name, time: '1:40:00' }, link)
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 1800 })
    expect(await readCode(jpeg)).toBe(link)
    const inked = await sharp(
      await sharp(jpeg).extract({ left: 60, top: 1200, width: 1060, height: 150 }).png().toBuffer(),
    ).stats()
    // A name gives dark letters on the blue band. Without a name there are no dark letters.
    expect(inked.channels[2]!.min < 120, name).toBe(name !== '')
  }
  const jpeg = await renderer.print({ name: '李', time: '' }, link)
  expect((await pixel(jpeg, 600, 600))[0], 'the cover shows through the window').toBeGreaterThan(240)
  expect((await pixel(jpeg, 20, 20))[2], 'the frame lies over it').toBeGreaterThan(180)
  expect(posterSheetOf(design(), { photo: true }).boxes.slice(0, 2)).toMatchObject([
    { kind: 'photo', x: 50, width: 500 },
    { kind: 'image', picture: frame },
  ])
  expect(
    posterSheetOf(design({ watermask: { url: cover.replace('.png', '.jpg'), width: 600, height: 900 } }), {
      photo: true,
    }),
    'a picture without a window lies under the photo',
  ).toMatchObject({
    bg: cover.replace('.png', '.jpg'),
    boxes: [{ kind: 'photo' }, { kind: 'text' }, { kind: 'text' }, { kind: 'qr' }],
  })
  const without = posterSheetOf(design({ nopic: true }), { photo: true })
  expect(without.boxes[0]).toMatchObject({ kind: 'image', picture: cover })
  expect(
    posterSheetOf(design(), { photo: true, code: { picture: '/codes/7.png', round: false } }).boxes.at(-1),
  ).toMatchObject({ kind: 'image', picture: '/codes/7.png', width: 200, height: 200, radius: 0 })
  expect(
    posterSheetOf(design(), { photo: true, code: { picture: '/codes/7.png', round: true } }).boxes.at(-1),
  ).toMatchObject({ radius: 100 })
})
