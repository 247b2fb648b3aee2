import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { resultListWords, scoreWords } from '#features/results/web/report/score.words.ts'
import { buildApps } from '#tools/build.ts'
import { type World, makeWorld } from '../test/world.ts'
import { barred } from './banner.ts'
import { langOfPage } from './shell.ts'

let world: World
beforeAll(async () => {
  await buildApps({ quiet: true })
  world = await makeWorld({ apps: true })
  const now = world.clock.now()
  const race = {
    id: 2026,
    name: '澜江马拉松</script><b>',
    names: { en: 'Lanjiang Marathon' },
    header: '/files/2026/a.jpg',
    city: '澜江市',
    time: now,
    skins: { primary: '#1264c8' },
    published_at: now,
    created_at: now,
  }
  await world.db.transaction().execute((tx) => saveRace(tx, race, now))
})
afterAll(() => world?.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers })
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the service worker can install: the server answers every file that it keeps at first', async () => {
  const worker = (await get('/sw.js')).body
  const kept = [...worker.matchAll(/url:"([^"]+)"/g)].map(([, url]) => url!)
  expect(kept).toContain('index.html')
  for (const url of kept) expect((await get(`/${url}`)).statusCode, url).toBe(200)
})

test("a race's page arrives with its name, language, colours, picture and first answers", async () => {
  const answer = await get('/home?raceid=2026&lang=en')
  const html = answer.body
  expect(answer.statusCode).toBe(200)
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('<title>Lanjiang Marathon</title>')
  expect(html).toContain('--c-accent:#1264c8')
  expect(html, 'what a messaging app shows of a page that is sent on').toContain(
    '<meta property="og:title" content="Lanjiang Marathon"/>',
  )
  expect(html).toContain(
    `<meta property="og:image" content="${world.parts.origin}/shared.jpg?raceid=2026&amp;lang=en"/>`,
  )
  expect(html).toContain('<h1')
  expect(String(answer.headers.link)).toContain('/files/2026/a.jpg')
  const first = JSON.parse(/<script type="application\/json" id="first">(.*?)<\/script>/s.exec(html)![1]!) as {
    lang: string
    raceid: number
    answers: [string, object, { race?: { name: string } }][]
    own: [string, object, null][]
  }
  expect(first).toMatchObject({ lang: 'en', raceid: 2026 })
  expect(first.answers.map(([path]) => path)).toEqual([
    '/race/show',
    '/race/home',
    '/ballot/list',
    '/disruption/now',
    '/safety/now',
  ])
  expect(first.own, 'nobody is logged in').toEqual([['/user/current', {}, null]])
})

test("a result's page by its key has the result for callers without a log-in, in the words of the screen", async () => {
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) =>
      saveEvent(tx, { raceid: 2026, id: 1, name: '全程', type: 'full', distance_cm: 4_219_500, places: 9 }, now),
    )
  await importResults(world.parts, {
    raceid: 2026,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from('bib,name,gun\nA1,Ann,3:10:00\n'),
    publish: true,
    now,
  })
  const { _key } = await world.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', 2026)
    .executeTakeFirstOrThrow()
  const answersOf = (html: string) =>
    (
      JSON.parse(/<script type="application\/json" id="first">(.*?)<\/script>/s.exec(html)![1]!) as {
        own: [string, object, { report?: { bib: string } } | null][]
      }
    ).own
  const { body } = await get(`/score?key=${_key}&lang=en`)
  expect(answersOf(body).find(([path]) => path === '/timing/query')).toMatchObject([
    '/timing/query',
    { id: _key },
    { report: { bib: 'A1', name: 'Ann' } },
  ])
  expect(body).toContain(`>${scoreWords.title.en}</h1>`)
  expect(
    [...body.matchAll(/<meta (?!property="og:(?:image|url)")[^>]*content="([^"]*)"/g)].some(([, said]) =>
      /Ann|A1/.test(said!),
    ),
    'a card says nothing of a runner',
  ).toBe(false)
  const own = await get(`/score?key=${_key}&lang=en`, { cookie: 'startline=abc' })
  expect(
    answersOf(own.body).map(([path]) => path),
    'a runner sees more of the own result',
  ).toEqual([])
  for (const page of ['/score', '/report'] as const)
    for (const lang of langs)
      expect(barred[page]![lang]).toBe((page === '/score' ? scoreWords : resultListWords).title[lang])
})

test('the policy names every style of the page and lets no script of the page run', async () => {
  const answer = await get('/query?raceid=2026')
  const policy = String(answer.headers['content-security-policy'])
  const styles = [...answer.body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css!)
  expect(styles).toHaveLength(2)
  for (const css of styles) expect(policy).toContain(hash(css))
  expect(policy).toContain("script-src 'self';")
  for (const [whole] of answer.body.matchAll(/<script[^>]*>/g))
    expect(whole).toMatch(/src=|type="application\/(ld\+)?json"/)
  expect(answer.body).not.toContain('</script><b>')
})

test('a value that must not be stored does not come back in a page', async () => {
  const { body } = await get('/query?raceid=2026&idnum=110101199003074557&_token=secret-token&uid=77')
  expect(body).not.toContain('110101199003074557')
  expect(body).not.toContain('secret-token')
})

test('an unknown GET gets the runner app, below /console the console; files are kept for ever', async () => {
  const runner = await get('/no/such/page')
  expect([runner.statusCode, (await get('/query')).statusCode, (await get('/Query/')).statusCode]).toEqual([
    404, 200, 200,
  ])
  expect(runner.headers['content-type']).toContain('text/html')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(runner.body)![1]!
  const file = await get(script, { 'accept-encoding': 'br' })
  expect(file.headers['cache-control']).toContain('immutable')
  expect(file.headers['content-encoding']).toBe('br')
  expect((await get('/console/staff')).body).toContain('/console/assets/')
  const console = ['/console', '/console/staff', '/console/2026/events', '/console/no/page', '/console/0/events']
  expect(await Promise.all(console.map(async (url) => (await get(url)).statusCode))).toEqual([200, 200, 200, 404, 404])
  expect((await get('/assets/not-there.js')).statusCode).toBe(404)
})

test('a page of an unknown race is a 404 with the runner app', async () => {
  for (const url of [
    '/?raceid=4040',
    '/home?raceid=4040',
    '/query?raceid=4040',
    '/?raceid=99999999999999',
    '/home?r=abc',
  ]) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toMatch(/src="\/assets\/[^"]+\.js"/)
  }
  expect((await get('/?raceid=2026')).statusCode).toBe(200)
})

test('an address of a call takes no other method than its own', async () => {
  const statusOf = async (method: string, url: string) => {
    const { statusCode, headers, body } = await world.app.inject({ method: method as 'GET', url })
    return [statusCode, headers.allow, ...(body.startsWith('{') ? [JSON.parse(body).refusal] : [])]
  }
  const post = [405, 'POST', 'method_not_allowed']
  expect(await statusOf('GET', '/registration/save')).toEqual(post)
  expect(await statusOf('GET', '/console/events/save')).toEqual(post)
  expect(await statusOf('HEAD', '/registration/save')).toEqual([405, 'POST'])
  const reads = [405, 'GET, HEAD', 'method_not_allowed']
  for (const url of ['/up', '/ready', '/files/2026/a.jpg', '/timing/live'])
    expect(await statusOf('POST', url)).toEqual(reads)
  expect((await get('/query')).headers['server-timing']).toMatch(/^now;desc="\d{13}"$/)
  for (const url of ['/', '/query?raceid=2026', '/console/log']) expect(await statusOf('POST', url)).toEqual(reads)
  expect(await statusOf('POST', '/no/such/call')).toEqual([200, undefined, 'no_such_endpoint'])
  const both = [405, 'GET, HEAD, POST', 'method_not_allowed']
  for (const method of ['QUERY', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE'])
    for (const url of ['/up', '/registration/save', '/query', '/no/such/page']) {
      if (method === 'PROPFIND' && url === '/query') continue
      expect([method, url, ...(await statusOf(method, url))]).toEqual([method, url, ...both])
    }
})

test('the OpenAPI document is served compressed, and sent again only after it has changed', async () => {
  const answer = await get('/openapi.json', { 'accept-encoding': 'br, gzip' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  expect(answer.headers.etag).toMatch(/^(W\/)?"/)
  const again = await get('/openapi.json', {
    'accept-encoding': 'br, gzip',
    'if-none-match': String(answer.headers.etag),
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const plain = await get('/openapi.json')
  expect(plain.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Startline' } })
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(plain.json())
  expect((await get('/icon.svg', { 'accept-encoding': 'gzip' })).headers['content-type']).toBe('image/svg+xml')
})

test("the colour of a link overrides the race's colour; an invalid colour does not", async () => {
  expect((await get('/home?raceid=2026&color=ff0000')).body).toContain('--c-accent:#ff0000')
  expect((await get('/home?raceid=2026&color=red;}')).body).toContain('--c-accent:#1264c8')
})

test('the language comes from the link, then the remembered choice, then the browser', () => {
  expect(langOfPage('en-US', 'lang=zh-tw', 'zh-CN')).toBe('en')
  expect(langOfPage(undefined, 'a=b; lang=zh-tw', 'en')).toBe('zh-tw')
  expect(langOfPage(undefined, undefined, 'zh-HK,zh;q=0.9')).toBe('zh-tw')
  expect(langOfPage(undefined, undefined, undefined)).toBe('zh-cn')
})
