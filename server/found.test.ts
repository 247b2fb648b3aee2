import { eventFacts } from './pages/found.ts'
import { text } from '#contract/words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { usualPlatformSettings } from '#features/platform/settings.rules.ts'
import { lockSettings, savePlatformSettings } from '#features/platform/store.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { addresses } from '#seam/web/paths.ts'
import { buildApps } from '#tools/build.ts'
import { type World, makeWorld } from '../test/world.ts'
import { type SharedFacts, drawSharedPicture, timeOf } from './pages/sharePictures.ts'
import { titleOf } from './pages/titles.ts'

let world: World
const RACE = 2026
const race = (id: number, published_at: Date | null, more: object = {}) => ({
  id,
  name: '澜江马拉松</script>',
  names: { en: 'Lanjiang Marathon' },
  header: '/files/2026/a.jpg',
  city: '澜江市',
  time: world.clock.now(),
  published_at,
  created_at: world.clock.now(),
  ...more,
})
beforeAll(async () => {
  await buildApps({ quiet: true })
  world = await makeWorld({ apps: true })
  const now = world.clock.now()
  const contact = { phone: '0571-1234 5678', wechat: 'lanjiang-run', email: 'a@lanjiang.example' }
  await world.db.transaction().execute(async (tx) => {
    await saveRace(tx, race(RACE, now, { settings: { organiser: contact, icp: '浙ICP备1号' } }), now)
    await saveRace(tx, race(31, null), now)
    await saveRace(tx, race(32, new Date(now.getTime() + 60_000)), now)
    await saveRace(tx, race(33, now, { archived_at: now }), now)
    const event = { raceid: RACE, id: 1, name: '全程', type: 'full', distance_cm: 4_219_500, places: 9, price: 15_050 }
    await saveEvent(tx, event, now)
  })
  const bytes = Buffer.from('bib,name,gun\nA1,Ann,3:10:00\nA2,Bea,3:11:00\n')
  await importResults(world.parts, { raceid: RACE, eventid: 1, filename: 'r.csv', bytes, publish: true, now })
})
afterAll(() => world?.close())

const get = (url: string) => world.app.inject({ method: 'GET', url, headers: { accept: 'text/html,*/*' } })
const bodyOf = async (url: string) => (await get(url)).body
const noindex = '<meta name="robots" content="noindex">'

test('robots.txt names the site map, and the map names only published races', async () => {
  const robots = await get('/robots.txt')
  expect(robots.headers['content-type']).toContain('text/plain')
  expect(robots.body).toContain(`Sitemap: ${world.parts.origin}/sitemap.xml`)
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toContain('application/xml')
  const places = [...map.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at]) => at!.replace(world.parts.origin, ''))
  expect(places).toEqual(['/', '/home?raceid=2026', '/?raceid=2026', '/report?raceid=2026'])
  expect(map.body).toContain(`hreflang="zh-TW" href="${world.parts.origin}/home?raceid=2026&amp;lang=zh-tw"`)
})

test('a page names its one address and its languages, and the language of its link', async () => {
  const at = (path: string) => `href="${world.parts.origin}${path}"`
  const plain = await bodyOf('/home?r=2026&color=ff0000&utm_source=x')
  expect(plain).toContain(`<link rel="canonical" ${at('/home?raceid=2026')}>`)
  for (const [tag, lang] of [
    ['zh-CN', 'zh-cn'],
    ['zh-TW', 'zh-tw'],
    ['en', 'en'],
  ])
    expect(plain).toContain(`hreflang="${tag}" ${at(`/home?raceid=2026&amp;lang=${lang}`)}>`)
  const english = await bodyOf('/home?raceid=2026&lang=en')
  expect(english).toContain(`<link rel="canonical" ${at('/home?raceid=2026&amp;lang=en')}>`)
  expect(await bodyOf('/notice?raceid=2026&noticeid=7&_token=secret')).toContain(
    `<link rel="canonical" ${at('/notice?raceid=2026&amp;noticeid=7')}>`,
  )
})

test('the race is described as a sports event with its offers', async () => {
  for (const page of ['/home?raceid=2026&lang=en', '/?raceid=2026&lang=en']) {
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await bodyOf(page))?.[1]
    expect(JSON.parse(text!)).toMatchObject({
      '@type': 'SportsEvent',
      name: 'Lanjiang Marathon',
      startDate: world.clock.now().toISOString(),
      location: { '@type': 'Place', address: { addressLocality: '澜江市' } },
      offers: [{ '@type': 'Offer', price: '150.50', priceCurrency: 'CNY', name: '全程' }],
    })
  }
  expect(await bodyOf('/report?raceid=2026')).not.toContain('application/ld+json')
})

test('a search engine lists no page of one person, no unknown page, and no result of a runner who hides', async () => {
  for (const url of ['/pay?raceid=2026', '/me', '/nowhere', '/home?raceid=31', '/home?raceid=4040', '/console'])
    expect([url, (await bodyOf(url)).includes(noindex)]).toEqual([url, true])
  for (const url of ['/', '/home?raceid=2026', '/baoming?raceid=2026', '/report?raceid=2026'])
    expect([url, (await bodyOf(url)).includes(noindex)]).toEqual([url, false])
  const keys = await world.db.selectFrom('results').select('_key').where('raceid', '=', RACE).execute()
  const [first, second] = keys.map(({ _key }) => `/score?key=${_key}`)
  await world.db.updateTable('results').set({ hide_name: true }).where('_key', '=', keys[0]!._key).execute()
  expect((await bodyOf(first!)).includes(noindex), 'hidden').toBe(true)
  expect((await bodyOf(second!)).includes(noindex), 'open').toBe(false)
  expect((await bodyOf('/score?raceid=2026')).includes(noindex), 'no result').toBe(true)
})

test('a race that is not published appears nowhere', async () => {
  for (const id of [31, 32])
    for (const page of ['/home', '/', '/report', '/baoming']) {
      const answer = await get(`${page}?raceid=${id}&lang=en`)
      expect([page, answer.statusCode, answer.body.includes('Lanjiang')]).toEqual([page, 404, false])
    }
})

const nameThePlatform = async (): Promise<void> => {
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    await lockSettings(tx, now)
    await savePlatformSettings(
      tx,
      { ...usualPlatformSettings, name: text('鹭江体育', '鷺江體育', 'Lujiang Sports') },
      now,
    )
  })
}

test('a title names the page and the race in the language of the page', async () => {
  const title = async (url: string) => /<title>(.*?)<\/title>/s.exec(await bodyOf(url))?.[1]
  expect(await title('/baoming?raceid=2026')).toBe('报名 · 澜江马拉松&lt;/script&gt;')
  expect(await title('/baoming?raceid=2026&lang=en')).toBe('Sign up · Lanjiang Marathon')
  expect(await title('/report?raceid=2026&lang=zh-tw')).toBe('成績 · 澜江马拉松&lt;/script&gt;')
  expect(await title('/home?raceid=2026&lang=en')).toBe('Lanjiang Marathon')
  expect(await title('/?lang=en')).toBe('All races · Startline')
  expect(titleOf('/$', 'en', undefined, 'Startline')).toBe('Startline')
  expect(await title('/legal?lang=zh-tw')).toBe('使用者條款 · 起跑線')
  await nameThePlatform()
  expect(await title('/legal?lang=en&color=123456')).toBe('Terms of use · Lujiang Sports')
  const front = await bodyOf('/?lang=en&color=123456')
  expect(front).toContain('"name":"Lujiang Sports"')
  expect(front).toContain('property="og:site_name" content="Lujiang Sports"')
  for (const lang of ['zh-cn', 'zh-tw', 'en'] as const) {
    const untitled = Object.values(addresses).filter((at) => titleOf(at.toLowerCase(), lang, '') === '')
    expect(untitled).toEqual([addresses.home])
  }
})

test('the app is installed under the name of the platform in each language, with existing icons', async () => {
  await nameThePlatform()
  for (const [lang, name, shortcut, desk] of [
    ['zh-cn', '鹭江体育', '我的报名', '领物台'],
    ['zh-tw', '鷺江體育', '我的報名', '領物台'],
    ['en', 'Lujiang Sports', 'My entries', 'Pick-up desk'],
  ]) {
    const installed = (await get(`/console/2026/desk.webmanifest?lang=${lang}`)).json()
    expect(installed.name).toBe(`${name} · ${desk}`)
    expect(await bodyOf(`/?lang=${lang}`)).toContain(`href="/manifest.webmanifest?lang=${lang}"`)
    const answer = await get(`/manifest.webmanifest?lang=${lang}`)
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const manifest = answer.json()
    expect([manifest.name, manifest.short_name]).toEqual([name, name])
    expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toContain(shortcut)
    for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
      const icon = await get(src)
      expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, type])
      if (type !== 'image/png') continue
      const bytes = icon.rawPayload
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  }
  expect((await get('/favicon.ico')).rawPayload.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
  expect((await get('/apple-touch-icon.png')).statusCode).toBe(200)
})

test("each page of a race says how to reach the organisers before its app's files have loaded", async () => {
  for (const page of ['/home', '/baoming', '/report']) {
    const html = await bodyOf(`${page}?raceid=2026`)
    for (const part of ['href="tel:057112345678"', 'lanjiang-run', 'mailto:a@lanjiang.example', '浙ICP备1号'])
      expect([page, part, html.includes(part)]).toEqual([page, part, true])
  }
})

test('a shared link has a picture of its race, and the large time of an open result', async () => {
  const { default: sharp } = await import('sharp')
  const image = (html: string) =>
    /property="og:image" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&').replace(world.parts.origin, '')
  const keys = await world.db.selectFrom('results').select(['_key', 'hide_name']).where('raceid', '=', RACE).execute()
  const open = keys.find(({ hide_name }) => !hide_name)!._key
  const hidden = keys.find(({ hide_name }) => hide_name)!._key
  const shared = {
    finder: image(await bodyOf('/?lang=en')),
    race: image(await bodyOf('/home?raceid=2026&lang=en')),
    open: image(await bodyOf(`/score?key=${open}&lang=en`)),
    hidden: image(await bodyOf(`/score?key=${hidden}&lang=en`)),
  }
  expect(shared).toEqual({
    finder: '/shared.jpg?lang=en',
    race: '/shared.jpg?raceid=2026&lang=en',
    open: `/shared.jpg?key=${open}&lang=en`,
    hidden: '/shared.jpg?raceid=2026&lang=en',
  })
  const pictures = await Promise.all(
    [shared.finder!, shared.race!, shared.open!, `/shared.jpg?key=${hidden}&lang=en`].map(get),
  )
  for (const { statusCode, headers, rawPayload } of pictures) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  }
  const many = await Promise.all(['zh-cn', 'zh-tw'].map((lang) => get(`/shared.jpg?raceid=2026&lang=${lang}`)))
  expect(
    many.map(({ statusCode }) => statusCode),
    'pictures wait for their turn',
  ).toEqual([200, 200])
  const [, ofRace, ofOpen, ofHidden] = pictures.map(({ rawPayload }) => rawPayload)
  expect(ofHidden!.equals(ofRace!), 'a hidden runner has the picture of the race').toBe(true)
  expect(ofOpen!.equals(ofRace!)).toBe(false)
  for (const url of ['/shared.jpg?raceid=31', '/shared.jpg?raceid=x', '/shared.jpg?key=abc', '/shared.jpg?raceid=4040'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
})

test('a picture holds the time of the clock that decides, and nothing of a runner who hides or did not finish', () => {
  const report = { outcome: 'finished', hidden: { name: false, age: false }, basis: 'net', places: [] }
  const settings = { gun_time_below_rank: null, hide_event_name: false }
  const answer = (more: object, race: object = {}) =>
    ({
      report: { ...report, time: '03:10:00', nettime: '03:09:30', ...more },
      event: { name: '全程', race: { settings: { ...settings, ...race } } },
      publicity: null,
    }) as unknown as Parameters<typeof timeOf>[0]
  expect(timeOf(answer({}), 'en')).toEqual({ event: '全程', clock: 'Net time', time: '3:09:30' })
  expect(timeOf(answer({ basis: 'gun' }), 'zh-cn')).toMatchObject({ clock: '枪成绩', time: '3:10:00' })
  expect(timeOf(answer({ nettime: null }), 'en')).toMatchObject({ time: '3:10:00' })
  expect(timeOf(answer({}, { hide_event_name: true }), 'en')).toMatchObject({ event: '' })
  for (const hides of [
    { hidden: { name: true, age: false } },
    { hidden: { name: false, age: true } },
    { outcome: 'dnf' },
  ])
    expect(timeOf(answer(hides), 'en')).toBeUndefined()
})

test('a picture is drawn from a name with signs and from a long name', async () => {
  const facts: SharedFacts = { title: '100%title% <b>&', line: '%time%', primary: '#ffee00', header: null }
  for (const title of [facts.title, '长'.repeat(200), '🏃‍♀️'])
    expect((await drawSharedPicture(world.parts, { ...facts, title })).length).toBeGreaterThan(5_000)
})

test('every page of the app has its outline or its drawn content in its first answer, with a race and without', async () => {
  const empty: string[] = []
  for (const page of [...Object.values(addresses), '/nowhere'])
    for (const search of ['', `?raceid=2026`]) {
      const root = /<div id="root">(.*?)<script type="application/s.exec(await bodyOf(page + search))?.[1] ?? ''
      const outlined = /aria-busy="true"/.test(root) && root.includes('class="bone')
      if (!outlined && !/<main|<h1/.test(root)) empty.push(page + search)
    }
  expect(empty).toEqual([])
  expect(await bodyOf('/login?raceid=2026'), 'the title of the page').toMatch(/<h1[^>]*>登录<\/h1>/)
  expect(await bodyOf('/console')).not.toContain('aria-busy')
})

test('search engines learn that all events of a race are cancelled', () => {
  const statusOf = (...cancelled: boolean[]) =>
    eventFacts(
      {
        pathname: '/home',
        lang: 'en',
        spoken: false,
        named: new URLSearchParams(),
        answers: [
          ['/race/show', {}, { id: 7, name: 'Night Run', settings: {}, header: null, cover: null }],
          ['/race/events', {}, cancelled.map((one) => ({ name: '10 km', price: 0, signup: 'over', cancelled: one }))],
        ],
      } as never,
      'http://localhost',
    )
  expect(statusOf(true, true)).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  expect(statusOf(true, false)).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled' })
})
