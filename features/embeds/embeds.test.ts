import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { dayText, embedPolicy, lettersOn, meantBy, priceText, sizeFor } from './rules.ts'

let world: World
const HIDDEN = 31
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, {
    name: '江城 <b>马拉松</b>',
    settings: { live_hosts: ['news.example.com', '*.club.example'] },
  })
  await openEvent(world)
  await openEvent(world, { id: 2, name: '迷你跑', names: { en: 'Fun run' }, price: 0, places: 0 })
  await openRace(world, { id: HIDDEN, published_at: null })
})
afterAll(() => world?.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers })
const ask = async (page: string, rest = '') => {
  const answer = await get(`/oembed?url=${encodeURIComponent(page)}${rest}`)
  return {
    status: answer.statusCode,
    body: answer.statusCode === 200 ? (answer.json() as Record<string, unknown>) : {},
  }
}
const at = (path: string) => `http://localhost:3000${path}`

test('a widget shows the events with prices and places, in three languages, and only the sites of the race may frame it', async () => {
  const answer = await get(`/embed?raceid=${RACE}&_lang=en`)
  expect(answer.statusCode).toBe(200)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'self' https://news.example.com https://*.club.example")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.body).toContain('Half marathon')
  expect(answer.body).toContain('¥120 · 100 places left')
  expect(answer.body).toContain(`href="/baoming?raceid=${RACE}&amp;lang=en" target="_blank" rel="noopener"`)
  expect(answer.body, 'a name is text and no HTML').toContain('江城 &lt;b&gt;马拉松&lt;/b&gt;')
  expect((await get(`/embed?raceid=${RACE}`, { 'accept-language': 'zh-TW' })).body).toContain('剩餘 100 個名額')
  const again = await get(`/embed?raceid=${RACE}&_lang=en`, { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('a race that is not published, an unknown view and odd input have no widget', async () => {
  for (const query of [
    `raceid=${HIDDEN}`,
    'raceid=0',
    'raceid=x',
    '',
    `raceid=${RACE}&view=admin`,
    'raceid=1&raceid=2',
  ])
    expect((await get(`/embed?${query}`)).statusCode, query).toBe(404)
})

test('the results show the winners of the home page, and a runner who hides has no name', async () => {
  const now = world.clock.now()
  expect((await get(`/embed?raceid=${RACE}&view=results&_lang=en`)).body).toContain('Results are not out yet')
  await world.db
    .insertInto('result_sheets')
    .values({ raceid: RACE, eventid: 1, published_at: now, updated_at: now })
    .execute()
  const page = (await get(`/embed?raceid=${RACE}&view=results&_lang=en`)).body
  expect(page).not.toContain('idnum')
  expect(page.length).toBeGreaterThan(500)
})

test('a widget shows that an event is cancelled', async () => {
  await world.db
    .updateTable('events')
    .set({ stopped_at: world.clock.now() })
    .where('raceid', '=', RACE)
    .where('id', '=', 2)
    .execute()
  expect((await get(`/embed?raceid=${RACE}&_lang=zh-cn`)).body).toContain('<span>迷你跑</span><span>已取消</span>')
})

const savePlans = async (plans: readonly object[]) => {
  const { staffid } = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const now = world.clock.now()
  const plan = {
    raceid: RACE,
    reason: JSON.stringify({ 'zh-cn': '台风' }),
    distances: '{}',
    choices: ['keep', 'refund'],
    fallback: 'keep',
    kept_percent: 0,
    until: now,
    before: '{}',
    staffid,
    created_at: now,
  }
  await world.db
    .insertInto('disruptions')
    .values(plans.map((one) => ({ ...plan, ...one })) as never)
    .execute()
}

test('a widget and a preview say that a race was postponed, and that an event was shortened', async () => {
  const ended_at = world.clock.now()
  await savePlans([
    { kind: 'postpone', whole: true, eventids: [1, 2], new_start: null },
    { kind: 'shorten', whole: false, eventids: [1], state: 'ended', ended_at },
    { kind: 'shorten', whole: false, eventids: [2], state: 'undone', ended_at },
  ])
  for (const view of ['signup', 'results']) {
    const { body } = await get(`/embed?raceid=${RACE}&_lang=zh-cn&view=${view}`)
    expect(body).toContain('role="note">赛事延期，新的开赛时间另行公布</p>')
    expect(body).toContain('role="note">半程马拉松赛程缩短</p>')
    expect(body).not.toContain('迷你跑赛程缩短')
  }
  const { title } = (await ask(at(`/home?raceid=${RACE}&lang=en`))).body
  expect(title).toBe(
    '江城 <b>马拉松</b> · Half marathon: shortened · The race is postponed. The new date will be announced',
  )
  await world.db.deleteFrom('disruptions').where('raceid', '=', RACE).execute()
})

test('of two postponements of an event, and of a cancelled event, only the later note shows', async () => {
  const postpone = (eventids: number[], day: string) => ({
    kind: 'postpone',
    whole: eventids.length === 2,
    eventids,
    new_start: new Date(`${day}T23:00:00Z`),
  })
  const title = async () =>
    String((await ask(at(`/home?raceid=${RACE}&lang=en`))).body.title)
      .split(' · ')
      .slice(1)
  await savePlans([postpone([1, 2], '2027-03-06'), postpone([1], '2027-04-03')])
  expect(await title()).toEqual([
    expect.stringMatching(/^Half marathon: postponed.*4 Apr/),
    expect.stringMatching(/^Fun run: postponed.*7 Mar/),
  ])
  await savePlans([{ kind: 'cancel', whole: false, eventids: [2], choices: ['refund'], fallback: 'refund' }])
  expect(await title()).toEqual(['Fun run: cancelled', expect.stringMatching(/^Half marathon: postponed.*4 Apr/)])
  await savePlans([{ ...postpone([1], '2027-05-01'), state: 'undone', ended_at: world.clock.now() }])
  expect(await title()).toHaveLength(2)
  await world.db.deleteFrom('disruptions').where('raceid', '=', RACE).execute()
})

test('the script that a site includes has no cookie and may be read by every site', async () => {
  const answer = await get('/embed.js')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  expect(() => new Function(answer.body)).not.toThrow()
  expect((await get('/embed.js', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
})

test('oEmbed describes races, results, runners and certificates, and names no runner', async () => {
  const home = await ask(at(`/home?raceid=${RACE}&lang=en`), '&maxwidth=320&maxheight=5000')
  expect(home.body).toMatchObject({ type: 'rich', version: '1.0', width: 320, height: 420 })
  expect(home.body.html).toContain(`src="${at(`/embed?raceid=${RACE}&amp;view=signup&amp;_lang=en`)}"`)
  expect((await ask(at(`/report?raceid=${RACE}`))).body).toMatchObject({ type: 'rich' })
  const key = `${RACE.toString(36)}`.padEnd(10, 'x')
  for (const page of [
    'https://evil.example/home?raceid=1',
    at(`/home?raceid=${HIDDEN}`),
    at('/home'),
    at('/query?raceid=2026'),
    at(`/score?key=${key}`),
    'javascript:alert(1)',
    '',
    '🏃'.repeat(3000),
  ])
    expect((await ask(page)).status, page.slice(0, 60)).toBe(404)
  expect((await ask(at(`/home?raceid=${RACE}`), '&format=xml')).status).toBe(501)
  await world.db.updateTable('races').set({ settings: '{}' }).where('id', '=', RACE).execute()
})

test('the rules of addresses, colours and sizes', () => {
  const origin = 'https://run.example'
  expect(meantBy('https://run.example/Home/?RaceID=7', origin)).toMatchObject({
    kind: 'race',
    raceid: 7,
    view: 'signup',
  })
  expect(meantBy('https://run.example/crop?type=certs&userkey=abcdefgh12', origin)).toMatchObject({
    kind: 'runner',
    key: 'abcdefgh12',
  })
  expect(meantBy('https://run.example.evil/home?raceid=7', origin)).toBeUndefined()
  expect(meantBy('http://run.example/home?raceid=7', origin)).toBeUndefined()
  expect(meantBy('https://run.example/score?key=<script>', origin)).toBeUndefined()
  expect([lettersOn('#c8102e'), lettersOn('#ffd400')]).toEqual(['#ffffff', '#1c1d21'])
  expect(sizeFor('-5', 'x')).toEqual({ width: 480, height: 420 })
  expect(embedPolicy('sha256-x', [])).toContain("frame-ancestors 'self'")
  expect([priceText(12_000), priceText(12_050)]).toEqual(['¥120', '¥120.50'])
  expect(dayText(new Date('2026-10-31T23:30:00Z'), 'Asia/Shanghai', 'zh-cn')).toBe('2026年11月1日')
})
