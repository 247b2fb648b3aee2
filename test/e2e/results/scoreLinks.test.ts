import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { posterReport } from '#features/posters/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, importRace226 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await importRace226(stage.world)
})
afterAll(() => stage?.close())

const keyOf = (bytes = crypto.getRandomValues(new Uint8Array(22))) => keyFrom(226, bytes)
const setRace = async (settings: object) => {
  const { db, clock } = stage.world
  const race = await db.selectFrom('races').selectAll().where('id', '=', 226).executeTakeFirstOrThrow()
  await db
    .transaction()
    .execute((tx) => saveRace(tx, { ...race, settings: { ...(race.settings as object), ...settings } }, clock.now()))
}
const resultOf = (bib: string) =>
  stage.world.db
    .selectFrom('results')
    .select(['id', '_key'])
    .where('raceid', '=', 226)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()
const accentOf = ({ page }: Visitor) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--c-accent').trim())

test('a person without a result is told so on a page that is opened directly, and so is a person without a registration', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  const said = page.getByRole('status').filter({ hasText: '您还没有成绩信息~' })
  await page.goto(`${stage.origin}/score?key=${keyOf()}`, { waitUntil: 'commit' })
  await said.waitFor()
  await page.waitForURL(/\/query\?.*types=score/)
  // A link to the certificate of a registration has a sentence of its own and leads to the look-up of registrations.
  // The page does not ask for the certificate of an unknown key.
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') paths.push(new URL(request.url()).pathname)
  })
  await page.goto(`${stage.origin}/score?type=reg&key=${keyOf()}&raceid=226`, { waitUntil: 'commit' })
  await page.getByRole('status').filter({ hasText: '未找到相应的报名信息' }).waitFor()
  await page.waitForURL(/\/query\?.*types=reg/)
  expect(paths.filter((path) => /registration\/show|certificate\/show/.test(path))).toEqual(['/registration/show'])
  await page.goto(`${stage.origin}/score?type=reg&raceid=226`, { waitUntil: 'commit' })
  await page.getByRole('status').filter({ hasText: '未找到相应的报名信息' }).waitFor()
  await phone.context.close()
})

test("the page asks for a registration's certificate after the registration; if there are several, the runner chooses", async () => {
  const { world } = stage
  const now = world.clock.now()
  const { uid } = await runnerSession(world)
  const key = keyOf()
  const sealed = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 226,
      _key: key,
      eventid: 1,
      uid,
      state: 'normal',
      name: '林小满',
      gender: 'female',
      idtype: 'idcard',
      idnum: sealed,
      idnum_mask: '*',
      idnum_ix: sealed,
      document_ix: sealed,
      pay_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const html = (said: string) =>
    `<div style="width:640px;height:900px"><p style="margin:60px;font-size:40px">${said} %姓名%</p><table><tr><td>%05%</td></tr></table><img src="%qr%" width="160"></div>`
  for (const name of ['参赛证书', '志愿证书'])
    await world.db
      .transaction()
      .execute((tx) =>
        saveCertificate(
          tx,
          226,
          { eventid: 1, kind: 'reg', name, html: html(name), width: 640, height: 900, bg: null, published_at: now },
          now,
        ),
      )
  for (const [size, lang] of [
    ['phone', 'zh-cn'],
    ['desktop', 'en'],
  ] as const) {
    // The story uses the page's own clock. The fake clock is a script, and the frame that draws HTML certificates
    // refuses scripts with an error.
    const visitor = await stage.visit(size, lang, { clock: false })
    const { page } = visitor
    const paths: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/registration\/show|certificate\/show/.test(pathname)) paths.push(pathname)
    })
    await visitor.open(`/score?type=reg&key=${key}&raceid=226`)
    await page.getByRole('button', { name: lang === 'en' ? 'View full screen' : '查看大图' }).waitFor()
    expect(paths).toEqual(['/registration/show', '/certificate/show'])
    const [newer, older] = [
      page.getByRole('button', { name: '志愿证书' }),
      page.getByRole('button', { name: '参赛证书', exact: true }),
    ]
    expect(await newer.getAttribute('aria-pressed')).toBe('true')
    // The frame that draws HTML certificates writes no errors.
    await noFaults(visitor, `s1-several-${size}`)
    await older.click()
    await page.locator('button[aria-pressed="true"]', { hasText: '参赛证书' }).waitFor()
    await page.getByRole('button', { name: lang === 'en' ? 'View full screen' : '查看大图' }).waitFor()
    await noFaults(visitor, `s2-chosen-${size}`)
    await visitor.context.close()
  }
})

test("a race's pink shows from the first paint, in every mode of the score page and on the crop page, and nowhere else", async () => {
  await setRace({ page_theme: 'pink' })
  const { id, _key } = await resultOf('A1002')
  const phone = await stage.visit('phone', 'zh-cn')
  for (const address of [
    `/score?key=${_key}&raceid=226`,
    `/score?type=poster&scoreid=${id}&raceid=226`,
    `/crop?type=poster&scoreid=${id}&raceid=226`,
  ]) {
    const drawn = await (await phone.page.request.get(stage.origin + address)).text()
    expect(drawn, address).toContain('--c-accent:#d6336c')
    await phone.open(address)
    expect(await accentOf(phone), address).toBe('#d6336c')
  }
  // A link may lack the race. The page knows the race after it has loaded the result.
  await phone.open(`/score?type=poster&scoreid=${id}`)
  await expect.poll(() => accentOf(phone)).toBe('#d6336c')
  await phone.open('/home?raceid=226')
  expect(await accentOf(phone)).toBe('#0a7ea4')
  await setRace({ page_theme: null })
  await phone.context.close()
})

test('a result under the publicity rule shows its words; beside the splits the page explains why the first is shorter than its time', async () => {
  const { _key } = await resultOf('A1001')
  await stage.world.db.updateTable('result_sheets').set({ split_clock: 'gun' }).where('raceid', '=', 226).execute()
  stage.world.clock.advance(60_000)
  for (const [size, lang, note] of [
    ['phone', 'zh-cn', '累计用时从鸣枪算起；第一段从您越过起点线算起，因此少 0:38'],
    ['desktop', 'en', 'Times run from the gun. The first section starts when you crossed the start line, 0:38 later'],
  ] as const) {
    const visitor = await stage.visit(size, lang)
    await visitor.open(`/score?key=${_key}&raceid=226`)
    await visitor.page.getByText(note).waitFor()
    await visitor.page.getByRole('img', { name: /周启明/ }).waitFor()
    await noFaults(visitor, `s3-splits-${size}`)
    await visitor.context.close()
  }
  await setRace({ report_rules: { rules: { rule: { key: '全部枪排名', value: '1', tips: '成绩公示中' } } } })
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/score?key=${_key}&raceid=226&client=unknown1&address=center`)
  await phone.page.getByText('成绩公示中').waitFor()
  expect(await phone.page.getByRole('button', { name: '投屏' }).count(), 'not cast').toBe(0)
  await setRace({ cast_under_rule: true })
  stage.world.clock.advance(60_000)
  await phone.open(`/score?key=${_key}&raceid=226&client=unknown1&address=center`)
  const unknown = phone.page.getByText('这块屏幕或打印机已停用，请重新扫码')
  await unknown.first().waitFor()
  expect(await unknown.count(), 'said once').toBe(1)
  await phone.context.close()
})

test('a code that does not name a person asks for a log-in on each of these pages', async () => {
  const { id, _key } = await resultOf('A1002')
  const phone = await stage.visit('phone', 'zh-cn')
  const codes = ['10001', '401', '403'] as const
  for (const [at, [address, path]] of [
    [`/score?id=${id}&raceid=226`, '/timing/query'],
    [`/score?type=poster&scoreid=${id}&raceid=226`, '/poster/report'],
    [`/score?type=reg&key=${_key}`, '/registration/show'],
    [`/crop?type=poster&scoreid=${id}&raceid=226`, '/poster/report'],
    [`/scorelist?type=poster&raceid=226&idnum=110101199001011234`, '/poster/bygame'],
    [`/notice?noticeid=1&raceid=226`, '/notice/detail'],
  ].entries()) {
    const calls = (url: URL) => url.pathname === path
    await phone.page.route(calls, (route) =>
      route.fulfill({ json: { code: codes[at % 3], msg: '请先登录', refusal: 'not_logged_in', data: null } }),
    )
    await phone.page.goto(stage.origin + address!, { waitUntil: 'commit' })
    await expect.poll(() => phone.page.getByRole('dialog').count(), { message: address }).toBe(1)
    await phone.page.unroute(calls)
  }
  await phone.context.close()
})

test("a game's only result opens from the list by its key, with the hall's client; the root address leads there too", async () => {
  const { world, origin } = stage
  const staff = await staffSession(world, [{ raceid: 226, role: 'timer' }])
  const { id } = await world.ask(consoleGamesSave, { raceid: 226, name: '亲子挑战', published: true }, staff)
  const idnum = idcardOf('110101', '20150307', '021')
  const text = `编号,姓名,证件号码,项目,成绩\nF1,沈小跑,${idnum},亲子跑,20:10`
  await world.ask(consoleGamesImport, { raceid: 226, id, text }, staff)
  const { _key } = await world.db
    .selectFrom('game_runners')
    .select('_key')
    .where('raceid', '=', 226)
    .executeTakeFirstOrThrow()
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  const hall = 'client=abcdefgh&address=center&certificateid=7'
  await phone.open(`/scorelist?type=poster&raceid=226&gameid=${id}&idnum=${idnum}&${hall}`)
  await page.getByRole('heading', { name: '沈小跑' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    type: 'poster',
    key: _key,
    gameid: String(id),
    client: 'abcdefgh',
    address: 'center',
    certificateid: '7',
  })
  expect(page.url()).not.toContain(idnum)
  await phone.open(`/?type=poster&key=${_key}&raceid=226`)
  await page.getByRole('heading', { name: '沈小跑' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/score')
  // A stranger who tries one id after another learns nothing. The page leads to the look-up by number.
  const stranger = await stage.visit('phone', 'zh-cn')
  const scoreid = Number((await world.ask(posterReport, { id: _key })).id)
  await stranger.page.goto(`${origin}/score?type=poster&scoreid=${scoreid}&raceid=226`, { waitUntil: 'commit' })
  await stranger.page.getByText('请用证件号码查询后再查看这条成绩').first().waitFor()
  expect(await stranger.page.getByText('沈小跑').count()).toBe(0)
  await stranger.context.close()
  await phone.context.close()
})
