import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleFilesSave } from '#features/files/contract.ts'
import { apiHelperRaces } from '#features/finder/contract.ts'
import { consoleNoticesSave } from '#features/notices/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { raceShow } from '#features/races/contract.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { buildApp } from './app.ts'
import { forLog } from './calls/answers.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ apps: true })
})
afterAll(() => world?.close())

const json = (path: string, payload: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': 'application/json', ...headers } })

test('a write for a race that does not exist is refused, and is no fault of the server', async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const notice = { raceid: 77_777, kind: 'notice', title: '领物须知', content: '' } as const
  expect(await world.call(consoleNoticesSave, notice, { ...owner, lang: 'en' })).toEqual({
    code: '404',
    msg: "We couldn't find this race",
    data: null,
    refusal: 'race_not_found',
  })
})

describe('text that no keyboard sends is refused with a sentence', () => {
  test.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800b'],
  ])('%s, at its field', async (_, search) => {
    const answered = await json(apiHelperRaces.path, JSON.stringify({ search, _lang: 'en' }))
    expect(answered.statusCode).toBe(200)
    expect(answered.json()).toMatchObject({
      code: '422',
      refusal: 'field_wrong',
      data: { fields: { search: "We couldn't recognise this" } },
    })
  })
  test('rare characters and emoji are accepted', async () => {
    expect(await world.call(apiHelperRaces, { search: '䶮𬱖😀\u202e' })).toMatchObject({ code: '200' })
  })
  test.each([
    ['an object that is no number and no text', '{"raceid":{"toString":1,"valueOf":1}}', '422'],
    ['lists without end in each other', `{"raceid":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '422'],
    ['a number beyond every race', '{"raceid":1e30}', '422'],
    ['a list for the body', '[1]', '422'],
  ])('%s', async (_, body, code) => {
    const answered = await json(raceShow.path, body)
    expect(answered.statusCode).toBeLessThan(500)
    expect(answered.json()).toMatchObject({ code, msg: expect.stringMatching(/\p{Script=Han}/u) })
  })
  test.each(['//', '///query?raceid=2026', '/console//'])('the address %s leads to a page', async (url) => {
    expect((await world.app.inject({ method: 'GET', url })).statusCode).not.toBe(500)
  })
  test.each(['/%ff?idnum=330102199001011234', '/%'])('the address %s is refused and not repeated', async (url) => {
    const answered = await world.app.inject({ method: 'GET', url, headers: { 'accept-language': 'en' } })
    expect(answered.statusCode).toBe(400)
    expect(answered.json()).toEqual({
      code: '422',
      msg: "We couldn't read the request",
      data: null,
      refusal: 'body_malformed',
    })
  })
})

test.each(['/%ff?idnum=330102199001011234', '/%', '/console/%ff', `/${'a'.repeat(3000)}%`])(
  'a browser gets a page for the broken address %s',
  async (url) => {
    for (const [lang, tag] of [
      ['en', 'en'],
      ['zh-TW', 'zh-TW'],
    ]) {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': lang! }
      const answered = await world.app.inject({ method: 'GET', url, headers })
      expect(answered.statusCode).toBe(404)
      expect(answered.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answered.headers['content-security-policy']).toContain("script-src 'self'")
      expect(answered.body).toContain(`<html lang="${tag}">`)
      expect(answered.body).not.toContain('330102199001011234')
    }
  },
)

describe('an upload', () => {
  const parts = (...given: string[]) => `${given.map((part) => `--edge\r\n${part}`).join('\r\n')}\r\n--edge--\r\n`
  const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`
  const file = (bytes: string) => `content-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${bytes}`
  const send = (payload: string) =>
    world.app.inject({
      method: 'POST',
      url: consoleFilesSave.path,
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=edge', 'accept-language': 'en' },
    })
  const tooLarge = 'x'.repeat(31 * 1024 * 1024)

  test('of a stranger is refused before any of its files is read', async () => {
    expect((await send(parts(field('raceid', '7'), file(tooLarge)))).json()).toMatchObject({ code: '401' })
    expect((await send(parts(field('_token', 'made-up'), field('raceid', '7'), file(tooLarge)))).json()).toMatchObject({
      code: '10001',
    })
  })
  test('that is too large, or broken, is refused with a sentence', async () => {
    const { token } = await staffSession(world, [{ raceid: 7, role: 'editor' }])
    const large = await send(parts(field('_token', token), field('raceid', '7'), file(tooLarge)))
    expect([large.statusCode, large.json()]).toMatchObject([413, { refusal: 'body_too_large' }])
    for (const broken of ['--edge', '', parts(file('x')).slice(0, -12)]) {
      const answered = await send(broken)
      expect(answered.statusCode).toBeLessThan(500)
    }
    expect((await send('--edge')).json()).toMatchObject({
      code: '422',
      msg: "We couldn't read the request",
      refusal: 'body_malformed',
    })
  })
  test('keeps the readable part of a file name: no sign that a database refuses or that turns its letters round', async () => {
    await world.db
      .transaction()
      .execute((tx) => saveRace(tx, { id: 7, name: '夜跑', time: world.clock.now() }, world.clock.now()))
    const { token } = await staffSession(world, [{ raceid: 7, role: 'editor' }])
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const head = parts(
      field('_token', token),
      field('raceid', '7'),
      'content-disposition: form-data; name="file"; filename*=UTF-8\'\'a%00%E2%80%AEb%1B.gif\r\ncontent-type: ' +
        'image/gif\r\n\r\n',
    ).slice(0, -12)
    const payload = Buffer.concat([Buffer.from(head), gif, Buffer.from('\r\n--edge--\r\n')])
    const kept = await world.app.inject({
      method: 'POST',
      url: consoleFilesSave.path,
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })
    expect(kept.json()).toMatchObject({ code: '200' })
    expect(await world.db.selectFrom('files').select('name').where('raceid', '=', 7).execute()).toEqual([
      { name: 'ab.gif' },
    ])
  })
})

test('a browser takes no answer for another type, and only https is used', async () => {
  expect((await json(raceShow.path, '{}')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const secure = await buildApp(world.parts, { apps: false, secureCookies: true })
  expect((await secure.inject({ method: 'GET', url: '/up' })).headers['strict-transport-security']).toMatch(
    /^max-age=\d{7,}/,
  )
  await secure.close()
})

test('limits count the address that the machine before us saw, whatever the caller says', async () => {
  const addressSeen = async (trustProxy: false | 1) => {
    const app = await buildApp(world.parts, { apps: false, trustProxy })
    app.get('/seen', (request) => ({ ip: request.ip }))
    const seen = await app.inject({
      method: 'GET',
      url: '/seen',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' },
    })
    await app.close()
    return seen.json()
  }
  expect(await addressSeen(1)).toEqual({ ip: '203.0.113.9' })
  expect(await addressSeen(false)).toEqual({ ip: '10.0.0.1' })
})

test('the log reports a failure without the failed value', async () => {
  const error = await sql`select ${'330102199001011234x'}::bigint`.execute(world.db).catch((thrown: unknown) => thrown)
  const written = JSON.stringify(forLog(error))
  expect(written).toContain('22P02')
  expect(written).toContain('    at ')
  expect(written).not.toContain('330102199001011234x')
  expect(JSON.stringify(forLog('330102199001011234'))).not.toContain('330102')
  const several = forLog(new AggregateError([error, new Error('x')], '2 pieces of work failed'))
  expect(several.message).toContain('2 pieces of work failed, the first with: ')
  expect(JSON.stringify(several)).not.toContain('330102')
})

describe("the shopping partner's host", () => {
  test('an ended log-in is answered behind an address that tried thousands of tokens, within two seconds', async () => {
    const ask = (token: string) =>
      world.app.inject({
        method: 'POST',
        url: '/user/current',
        remoteAddress: '203.0.113.77',
        payload: { _token: token.padEnd(43, 'x') },
      })
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 100 }, (_, at) => ask(`guess${n * 100 + at}`)))
    const began = performance.now()
    // The partner's page sends no cookie.
    expect((await ask('ended')).json()).toMatchObject({ code: '10001' })
    expect(performance.now() - began).toBeLessThan(2000)
    const many = await Promise.all(Array.from({ length: 300 }, (_, at) => ask(`more${at}`)))
    expect(many.filter((answer) => answer.json().refusal === 'too_often').length).toBeGreaterThanOrEqual(50)
  })
  test('lets our own pages read its answers, and nobody else', async () => {
    const app = await buildApp(world.parts, { apps: true, partnerOrigin: 'https://partner.example' })
    const ask = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: raceShow.path,
        payload: 'raceid=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    expect(
      (await ask({ host: 'partner.example', origin: world.parts.origin })).headers['access-control-allow-origin'],
    ).toBe(world.parts.origin)
    expect(
      (await ask({ host: 'partner.example', origin: 'https://elsewhere.example' })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined()
    expect(
      (await ask({ host: 'localhost', origin: world.parts.origin })).headers['access-control-allow-origin'],
    ).toBeUndefined()
    // Before an upload with a progress bar, the browser sends an OPTIONS request.
    const before = await app.inject({
      method: 'OPTIONS',
      url: '/stor/upload',
      headers: {
        host: 'partner.example',
        origin: world.parts.origin,
        'access-control-request-method': 'POST',
      },
    })
    expect([before.statusCode, before.headers['access-control-allow-origin']]).toEqual([204, world.parts.origin])
    const page = await app.inject({ method: 'GET', url: '/query?app=jd' })
    expect(page.headers['content-security-policy']).toContain("connect-src 'self' blob: data: https://partner.example")
    expect(page.body).toContain('"partner":"https://partner.example"')
    await app.close()
  })
})
