import { createHash } from 'node:crypto'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { saveEvent } from '#features/events/service.ts'
import { readRace, saveRace } from '#features/races/service.ts'
import { deviceCookies, runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  appWechatQrcode,
  storBase64,
  userQrcode,
  watermaskFetch,
  wechatMiniQrcode,
  wechatMiniQrdata,
  wechatTicket,
} from './contract.ts'
import { removeEndedBriefs } from './jobs.ts'
import { keyIn, pageOfOurs, raceOfLink, readScene, usesMini } from './rules.ts'

let world: World
const key = keyFrom(7, Buffer.from('a finisher of race 7, made up'))
const origin = 'http://localhost:3000'
const openRace = async (settings: object) => {
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveRace(tx, { id: 7, name: '夜跑', city: '杭州', time: now, published_at: now, settings }, now))
}
beforeAll(async () => {
  world = await makeWorld()
  await openRace({})
})
afterAll(() => world?.close())

const fetched = async (url: string) => {
  const { statusCode, headers, rawPayload } = await world.app.inject({ method: 'GET', url })
  return { statusCode, headers, rawPayload }
}
/** Reads the text of a code as a phone does. */
const said = async (url: string): Promise<string> => {
  const { data, info } = await sharp((await fetched(url)).rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

test('no code of nothing, of no race, or for another site; no invented scene', async () => {
  expect(await world.call(wechatMiniQrcode, { raceid: 7 })).toMatchObject({ code: '422', refusal: 'code_of_what' })
  expect(await world.call(wechatMiniQrcode, { data: { link: '/query' } })).toMatchObject({
    code: '422',
    refusal: 'code_of_which_race',
  })
  expect(await world.call(wechatMiniQrcode, { raceid: 8, data: { link: '/query' } })).toMatchObject({
    code: '404',
    refusal: 'race_not_found',
  })
  for (const link of [
    'https://elsewhere.example/',
    '//elsewhere.example/score',
    'javascript:alert(1)',
    'http://user@localhost:3000/',
    `${origin}.elsewhere.example/`,
  ])
    expect(await world.call(wechatMiniQrcode, { raceid: 7, data: { link } }), link).toMatchObject({
      refusal: 'code_link_elsewhere',
    })
  expect(
    await world.call(wechatMiniQrcode, { raceid: 7, data: { link: '/query' }, app: 'other' as never }),
  ).toMatchObject({ code: '422', data: { fields: { app: expect.any(String) as string } } })
  expect(await world.call(wechatMiniQrcode, { raceid: 7, scene: '中文' })).toMatchObject({ code: '422' })
  expect(
    await world.call(wechatMiniQrcode, { raceid: 7, data: { link: '/query' }, page: 'pages/not/published' }),
  ).toMatchObject({ code: '422', refusal: 'code_page_unknown' })
  for (const scene of ['nothing', `9,${key}`])
    expect(await world.call(wechatMiniQrdata, { scene }), scene).toMatchObject({ code: '404', refusal: 'code_unknown' })
  expect(await world.call(userQrcode, { key: keyFrom(8, Buffer.alloc(22)) })).toMatchObject({
    refusal: 'race_not_found',
  })
  expect(await world.call(appWechatQrcode, { raceid: 8 })).toMatchObject({ refusal: 'race_not_found' })
  expect(await world.call(watermaskFetch, { raceid: 8 })).toMatchObject({ refusal: 'race_not_found' })
  expect(await world.call(wechatTicket, { url: 'https://elsewhere.example/' })).toMatchObject({
    code: '422',
    refusal: 'page_elsewhere',
  })
})

test("a mini-program's code is made once, says what it was made for, and never changes", async () => {
  const input = { data: { link: `//localhost:3000/score?key=${key}&idnum=11010519491231002X`, v: 2 } }
  const [one, again] = await Promise.all([world.ask(wechatMiniQrcode, input), world.ask(wechatMiniQrcode, input)])
  expect(one).toEqual(again)
  expect(one.scene).toMatch(/^7-[1-9A-HJ-NP-Za-km-z]{22}$/)
  const picture = await fetched(one.url)
  expect([picture.statusCode, picture.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const leads = await said(one.url)
  expect(leads).toBe(`${origin}/pretend/miniprogram?page=pages%2Fwebview%2Fwebview&scene=${one.scene}`)
  expect((await fetched(leads.slice(origin.length))).headers.location).toBe(`${origin}/score?key=${key}`)
  // A code on a wall must not hold the number of a document.
  expect(await world.ask(wechatMiniQrdata, { scene: encodeURIComponent(one.scene) })).toEqual({
    scene: one.scene,
    raceid: 7,
    link: `${origin}/score?key=${key}`,
    v: 2,
    key: null,
  })
  expect((await world.ask(wechatMiniQrcode, { ...input, app: 'tnf100' })).scene).not.toBe(one.scene)
})

test('a code has the scene of race and key unchanged', async () => {
  const scene = `7,${key}`
  const { url, scene: carried } = await world.ask(wechatMiniQrcode, { scene })
  expect(carried).toBe(scene)
  expect(await said(url)).toContain(new URLSearchParams({ scene }).toString())
  expect(await world.ask(wechatMiniQrdata, { scene })).toEqual({
    scene,
    raceid: 7,
    link: `${origin}/score?raceid=7&key=${key}`,
    v: null,
    key,
  })
})

test("a runner's code is an ordinary code; if the race says so it is a mini-program's code, and the fixed picture if that fails", async () => {
  expect(await world.ask(userQrcode, { key })).toEqual({
    url: `/codes/${key}.png`,
    kind: 'web',
    link: `${origin}/score?raceid=7&key=${key}`,
  })
  expect(await said(`/codes/${key}.png`)).toBe(`${origin}/score?raceid=7&key=${key}`)
  await openRace({ poster_qr: 'mini', qr_app: 'danma' })
  expect(await world.ask(userQrcode, { key })).toMatchObject({
    kind: 'mini',
    url: expect.stringMatching(/^\/files\/7\/[0-9a-f]{32}\.jpg$/) as string,
  })
  const { danma } = world.parts.integrations.miniPrograms
  world.parts.integrations.miniPrograms.danma = { ...danma!, codeOf: () => Promise.reject(new Error('silent')) }
  const other = keyFrom(7, Buffer.from('another finisher of race 7'))
  expect(await world.ask(userQrcode, { key: other })).toMatchObject({ kind: 'fallback', url: '/codes/7.png' })
  expect(await world.call(wechatMiniQrcode, { scene: other })).toMatchObject({ code: '500', refusal: 'code_not_made' })
  world.parts.integrations.miniPrograms.danma = danma
  expect(await said('/codes/7.png')).toBe(`${origin}/home?raceid=7`)
  expect((await fetched('/codes/7.png')).headers['cache-control']).toContain('immutable')
  for (const name of ['7', 'x.png', '99999999999.png', '7.svg'])
    expect((await fetched(`/codes/${name}`)).statusCode, name).toBe(404)
})

test("the official account's code lasts 30 days, and is then made again", async () => {
  const one = await world.ask(appWechatQrcode, { raceid: 7 })
  expect(await said(one.url)).toBe(`${origin}/pretend/miniprogram?account=7_race`)
  expect(new Date(one.expires_at).getTime() - world.clock.now().getTime()).toBe(30 * 86_400_000)
  expect(await world.ask(appWechatQrcode, { raceid: 7 })).toEqual(one)
  world.clock.advance(29 * 86_400_000)
  expect((await world.ask(appWechatQrcode, { raceid: 7 })).expires_at).not.toBe(one.expires_at)
})

test('a page of ours is signed with a ticket that the server keeps until its end and gives to nobody', async () => {
  const url = `${origin}/score?key=${key}`
  const signed = await world.ask(wechatTicket, { url: `${url}#top` })
  const ticket = await world.parts.integrations.messagingApp.pageTicket()
  const text = `jsapi_ticket=${ticket}&noncestr=${signed.nonceStr}&timestamp=${signed.timestamp}&url=${url}`
  expect(signed).toMatchObject({
    appId: world.parts.integrations.messagingApp.appid,
    signature: createHash('sha1').update(text).digest('hex'),
    timestamp: world.clock.now().getTime() / 1000,
  })
  expect(JSON.stringify(signed)).not.toContain(ticket)
  world.parts.integrations.sandbox.messagingapp!.endTokens()
  expect(await world.parts.integrations.messagingApp.pageTicket()).toBe(ticket)
  world.clock.advance(2 * 3_600_000)
  expect(await world.parts.integrations.messagingApp.pageTicket()).not.toBe(ticket)
})

test('watermarks are the pictures that the organisers set', async () => {
  const mark = {
    name: '角标',
    names: { en: 'Corner' },
    url: `/files/7/${'a'.repeat(32)}.png`,
    width: 200,
    height: 80,
    at: 'top-left',
  }
  await openRace({ watermasks: [mark] })
  expect(await world.ask(watermaskFetch, { raceid: 7 })).toEqual({ items: [mark] })
  expect(await world.ask(watermaskFetch, { raceid: 7 }, { lang: 'en' })).toMatchObject({ items: [{ name: 'Corner' }] })
  expect((await readRace(world.db, 7, world.clock.now()))?.name).toBe('夜跑')
})

test('a drawn picture is kept for two hours: no page, no script, no large file; then it is removed', async () => {
  const bytes = await sharp({ create: { width: 320, height: 450, channels: 3, background: '#0a7ea4' } })
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer()
  const file = bytes.toString('base64')
  expect(await world.call(storBase64, { key: 'user', file })).toMatchObject({
    code: '422',
    refusal: 'code_of_which_race',
  })
  expect(await world.call(storBase64, { raceid: 8, key: 'user', file })).toMatchObject({ refusal: 'race_not_found' })
  expect(await world.call(storBase64, { raceid: 7, key: 'user', file }), 'of nobody').toMatchObject({
    code: '422',
    refusal: 'page_needed',
  })
  expect(await world.call(storBase64, { key: keyFrom(7, new Uint8Array(22)), file }), 'a made-up key').toMatchObject({
    refusal: 'page_needed',
  })
  const runners = keyFrom(7, crypto.getRandomValues(new Uint8Array(22)))
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveEvent(tx, { raceid: 7, id: 1, name: '10公里', type: '10km', places: 10 }, now))
  await world.db
    .insertInto('results')
    .values({
      raceid: 7,
      eventid: 1,
      _key: runners,
      bib: 'A1',
      outcome: 'finished',
      created_at: world.clock.now(),
      updated_at: world.clock.now(),
    })
    .execute()
  expect(
    await world.call(storBase64, { key: `certi202311:${runners}`, file }),
    "a page of the partner's has no cookie of ours",
  ).toMatchObject({ code: '200' })
  expect(await world.call(storBase64, { raceid: 7, key: keyFrom(8, new Uint8Array(22)), file })).toMatchObject({
    refusal: 'page_needed',
  })
  const runner = await runnerSession(world)
  for (const wrong of [
    '<script>alert(1)</script>',
    Buffer.from('<html>GIF').toString('base64'),
    Buffer.from('GIF89a<script>alert(1)</script>').toString('base64'),
  ])
    expect(await world.call(storBase64, { raceid: 7, key: 'user', file: wrong }, runner), wrong).toMatchObject({
      code: '422',
      refusal: expect.stringMatching(/^(not_a_picture|drawing_too_large)$/) as string,
    })
  const wide = sharp({ create: { width: 7040, height: 7040, channels: 3, background: '#fff' } })
  expect(
    await world.call(
      storBase64,
      { raceid: 7, key: 'user', file: (await wide.png().toBuffer()).toString('base64') },
      runner,
    ),
    'few bytes, many pixels',
  ).toMatchObject({ refusal: 'drawing_too_large', msg: '图片太大了，最多 2400 万像素' })
  // The call names the picture as the device does. The test sends blanks in place of plus signs, because a form may
  // change plus signs into blanks.
  const kept = await world.ask(
    storBase64,
    {
      key: `certificate-timing-${key}-1-1-x`,
      file: `data:image/jpeg;base64,${file.replaceAll('+', ' ')}`,
    },
    runner,
  )
  expect(kept).toMatchObject({
    path: expect.stringMatching(/^\/brief\/7\/[0-9a-f]{32}\.jpg$/) as string,
    width: 320,
    height: 450,
  })
  const shown = await fetched(kept.path)
  expect([shown.statusCode, shown.headers['content-type'], shown.headers['x-robots-tag']]).toEqual([
    200,
    'image/jpeg',
    'noindex',
  ])
  expect(shown.rawPayload.includes('somebody')).toBe(false)
  expect((await fetched(kept.path.replace('/7/', '/8/'))).statusCode).toBe(404)
  world.clock.advance(2 * 3_600_000 + 1)
  expect((await fetched(kept.path)).statusCode).toBe(404)
  await removeEndedBriefs({ ...world.parts, now: world.clock.now() })
  expect(await world.parts.integrations.files.read(kept.path.slice(1))).toBeUndefined()
  expect(await world.db.selectFrom('brief_pictures').selectAll().execute()).toEqual([])
})

test('the values that the rules read', () => {
  expect(pageOfOurs('/score?key=1&_token=secret#x', [origin])).toBe('/score?key=1#x')
  expect(pageOfOurs('\\\\elsewhere.example', [origin])).toBeUndefined()
  expect([raceOfLink('/home?raceid=226'), raceOfLink(`/score?key=${key}`), raceOfLink('/query')]).toEqual([
    226,
    7,
    undefined,
  ])
  expect([readScene(key), readScene(`7_${key}`), readScene(`8_${key}`), readScene(`${key}x`)]).toEqual([
    { raceid: 7, key },
    { raceid: 7, key },
    undefined,
    undefined,
  ])
  expect([keyIn(`certi202303-reg-${key}-5`), keyIn('user')]).toEqual([key, undefined])
  expect([
    usesMini({ poster_qr: 'web', poster_qr_only: [] }, 1),
    usesMini({ poster_qr: 'mini', poster_qr_only: [] }),
    usesMini({ poster_qr: 'mini', poster_qr_only: [2] }, 1),
    usesMini({ poster_qr: 'mini', poster_qr_only: [2] }, 2),
  ]).toEqual([false, true, false, true])
})

test('at a finish line behind one address, all pictures are kept', async () => {
  world.clock.advance(601_000)
  const small = (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7ea4' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const shell = await deviceCookies(world, 40)
  const by = (cookie: string) => async () =>
    (
      await world.app.inject({
        method: 'POST',
        url: '/stor/base64',
        payload: { raceid: 7, key: 'user', file: small },
        headers: { cookie },
      })
    ).json<{ code: string; refusal?: string }>()
  const all = await Promise.all(shell.flatMap((cookie) => Array.from({ length: 10 }, by(cookie))))
  expect(all.filter(({ code }) => code !== '200')).toEqual([])
  // All these calls come from one device, so the limit of a device applies even to small pictures.
  const many = await Promise.all(Array.from({ length: 400 }, by(shell[0]!)))
  expect(many.some(({ refusal }) => refusal === 'too_often')).toBe(true)
  expect(await by(shell[1]!)(), 'its neighbours go on').toMatchObject({ code: '200' })
})
