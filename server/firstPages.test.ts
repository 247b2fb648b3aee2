import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { payWords } from '#features/payments/web/pay.words.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { buildApps } from '#tools/build.ts'
import { alterOneCharacter } from '#test/alter.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
beforeAll(async () => {
  await buildApps({ quiet: true })
  world = await makeWorld({ apps: true })
  const now = world.clock.now()
  const race = {
    id: 2026,
    name: '澜江马拉松',
    city: '澜江市',
    time: now,
    published_at: now,
    created_at: now,
    cover: '/files/2026/cover.jpg',
    header: '/files/2026/header.jpg',
  }
  await world.db.transaction().execute((tx) => saveRace(tx, race, now))
  const event = { raceid: 2026, id: 1, name: '全程', type: 'full' as const, distance_cm: 4_219_500, places: 9 }
  await world.db.transaction().execute((tx) => saveEvent(tx, event, now))
  // The test builds both apps if no build exists, which takes a slow machine more than a minute.
}, 120_000)
afterAll(() => world?.close())

type FirstAnswer = [path: string, input: object, answer: { mobile?: string } | null]
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { body, headers: sent } = await world.app.inject({ method: 'GET', url, headers })
  const first = JSON.parse(/<script type="application\/json" id="first">(.*?)<\/script>/s.exec(body)![1]!) as {
    answers: FirstAnswer[]
    own: FirstAnswer[]
  }
  const answer = (path: string) => [...first.answers, ...first.own].find(([one]) => one === path)?.[2]
  return { body, control: sent['cache-control'], answer }
}

test('a page in the name of a runner has the data that the runner may read, and no cache keeps it', async () => {
  const [one, other] = [await runnerSession(world, '13800000001'), await runnerSession(world, '13800000002')]
  const asOne = await get('/personallist?raceid=2026', { cookie: `startline=${one.token}` })
  expect(asOne.control).toBe('private, no-store')
  expect(asOne.answer('/user/current')?.mobile).toMatch(/0001$/)
  expect(asOne.answer('/registration/my')).toBeDefined()
  const asOther = await get('/personallist?raceid=2026', { cookie: `startline=${other.token}` })
  expect(asOther.answer('/user/current')?.mobile).toMatch(/0002$/)
  const asNobody = await get('/personallist?raceid=2026')
  expect(asNobody.control).toBe('no-cache')
  expect(asNobody.answer('/user/current')).toBeNull()
  expect(asNobody.answer('/registration/my')).toBeUndefined()
  expect(asNobody.body).not.toMatch(/000[12]"/)
})

test('a page that everybody shares holds nothing of its first caller', async () => {
  const { token } = await runnerSession(world, '13800000003')
  const asRunner = await get('/home?raceid=2026', { cookie: `startline=${token}` })
  expect(asRunner.answer('/user/current'), 'the page asks for it itself').toBeUndefined()
  expect(asRunner.answer('/race/home')).toBeDefined()
})

test('a session that has ended, or a token in the link, brings no answer of a runner', async () => {
  const ended = await get('/personallist?raceid=2026', { cookie: 'startline=none-such' })
  expect(ended.answer('/user/current')).toBeUndefined()
  const { token } = await runnerSession(world, '13800000004')
  const linked = await get('/personallist?raceid=2026&_token=another', { cookie: `startline=${token}` })
  expect(linked.answer('/user/current')).toBeUndefined()
})

test('visible pictures are requested before the scripts of a page', async () => {
  for (const [url, src] of [
    ['/', '/files/2026/cover.jpg'],
    ['/home?raceid=2026', '/files/2026/header.jpg'],
  ] as const) {
    const { body } = await get(url)
    const head = body.slice(0, body.indexOf('</head>'))
    const pictures = [...head.matchAll(/<link rel="preload" as="image" href="([^"]*)"/g)]
    expect(
      pictures.map(([, address]) => address!.split('?')[0]),
      url,
    ).toEqual([src])
    expect(pictures[0]!.index, 'before the styles and scripts').toBeLessThan(head.search(/<style|modulepreload/))
    expect(body.slice(body.indexOf('<body'))).not.toContain('rel="preload"')
  }
})

test('the server draws the page from the screen itself, without a control that would do nothing', async () => {
  for (const [url, said] of [
    ['/home?raceid=2026', '澜江马拉松'],
    ['/baoming?raceid=2026', '全程'],
    ['/?raceid=2026', '全程'],
    ['/', '澜江马拉松'],
    ['/personallist', ''],
  ] as const) {
    const { body } = await get(`${url}${url.includes('?') ? '&' : '?'}lang=zh-cn`)
    const drawn = /<div id="root">(.*)<\/div>/s.exec(body)![1]!
    expect(drawn, url).toContain(said)
    expect(drawn, url).toContain('id="main"')
    for (const [control] of drawn.matchAll(/<(?:form|button|input|select|textarea)\b[^>]*>/g))
      expect(control, url).toContain(' inert')
  }
})

test('a page whose link has more parameters than the server knows is left to the app', async () => {
  const { body } = await get('/report?raceid=2026&q=%E6%96%87&lang=en')
  expect(body).not.toContain('id="main"')
  expect((await get('/baoming?raceid=2026&uid=7')).body).not.toContain('uid=7')
})

test('a link that WeChat or a campaign has marked brings the drawn page too', async () => {
  for (const url of [
    '/home?raceid=2026&from=singlemessage&isappinstalled=0',
    '/report?raceid=2026&from=timeline',
    '/?utm_source=news&utm_campaign=spring&gclid=1',
  ])
    expect((await get(`${url}&lang=en`)).body, url).toContain('id="main"')
  const fromPlace = await get('/report?raceid=2026&from=40&lang=en')
  expect(fromPlace.body, 'the list begins at a place').not.toContain('id="main"')
})

test('the key of a registration gives its page, also to a browser without a session', async () => {
  const { token } = await runnerSession(world, '13800000005')
  await openRace(world, { id: 2027 })
  await openEvent(world, { raceid: 2027 })
  const { _key } = await world.ask(registrationSave, { ...entrant(5), raceid: 2027 }, { token })
  for (const path of ['/queryDetail', '/pay']) {
    const asHolder = await get(`${path}?_key=${_key}`)
    expect(asHolder.control).toBe('private, no-store')
    expect(asHolder.answer('/user/current'), 'nobody is logged in').toBeNull()
    expect(asHolder.answer('/registration/show')).toMatchObject({ _key, mine: false })
    expect(asHolder.body, 'the server draws the page').toContain('id="main"')
    if (path === '/pay') expect(asHolder.body, "the order is its owner's alone").toContain(payWords.logIn['zh-cn'])
    const wrong = await get(`${path}?_key=${alterOneCharacter(_key)}`)
    expect(wrong.answer('/registration/show')).toBeUndefined()
    expect(wrong.body).not.toContain(_key)
  }
})
