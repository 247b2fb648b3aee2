import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { raceScope } from '#db/sealing/seal.ts'
import { saveEvent } from '#features/events/service.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { versionsOf } from '#features/registrations/signup/signup.rules.ts'
import { enlistVolunteer } from '#features/volunteers/service.ts'
import { codeSentTo, runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf } from '../browser/race.ts'

const raceid = 77
const runnerNumber = idcardOf('330106', '19900512', '001')
const sisterNumber = idcardOf('330106', '19940218', '002')
const volunteerNumber = idcardOf('330106', '19950315', '003')
const childNumber = idcardOf('330106', '20160602', '005')
const mobile = '13900007701'
const volunteerMobile = '13900007702'
let stage: Stage
let gameid = 0
let runner: { token: string }

beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: raceid,
        name: '江城马拉松',
        names: { en: 'Jiangcheng Marathon', 'zh-tw': '江城馬拉松' },
        city: '江城',
        province: '浙江省',
        time: days(60),
        skins: { primary: '#0a7ea4' },
        menu: [{ key: 'query', page: '/query' }],
        settings: {},
        published_at: days(-9),
        created_at: now,
      },
      now,
    )
    const event = {
      raceid,
      state: 'normal',
      price: 0,
      places: 50,
      signup_from: days(-7),
      signup_until: days(20),
      start_at: days(60),
      created_at: now,
    } as const
    await saveEvent(
      tx,
      {
        ...event,
        id: 1,
        name: '半程马拉松',
        names: { en: 'Half marathon' },
        type: 'half',
        distance_cm: 2_109_750,
        colour: '#1d6fb8',
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...event,
        id: 2,
        name: '10公里',
        names: { en: '10 km', 'zh-tw': '10公里' },
        type: '10km',
        distance_cm: 1_000_000,
        colour: '#2f9e44',
      },
      now,
    )
  })
  runner = await runnerSession(world, mobile)
  const { terms, sensitive, publication } = versionsOf()
  for (const [idnum, name, eventid] of [
    [runnerNumber, '沈跑跑', 2],
    [sisterNumber, '沈小妹', 1],
  ] as const)
    await world.ask(
      registrationSave,
      {
        raceid,
        eventid,
        idtype: 'idcard',
        idnum,
        name,
        mobile,
        emername: '陆家人',
        emertel: '13800007701',
        clothes: 'M',
        consents: { terms, sensitive, publication },
      },
      runner,
    )
  await world.db
    .updateTable('registrations')
    .set({ bib: '1207', prefix_bib: 'B', enname: 'Shen Run' })
    .where('raceid', '=', raceid)
    .where('name', '=', '沈跑跑')
    .execute()
  const list = `参赛号,姓名,证件号码,枪成绩,净成绩\nB1207,沈跑跑,${runnerNumber},0:50:10,0:49:59\nC9,lowercase runner,,0:55:00,0:54:00`
  await importResults(world.parts, {
    raceid,
    eventid: 2,
    filename: 'r.csv',
    bytes: Buffer.from(list),
    publish: true,
    now,
  })
  await world.parts.seal.prepare(raceScope(raceid))
  await world.db.transaction().execute((tx) =>
    enlistVolunteer(
      tx,
      world.parts.seal,
      raceid,
      {
        name: '何帮帮',
        idnum: volunteerNumber,
        mobile: volunteerMobile,
        post: '15公里补给站',
        team: '三组',
        place: '望江路口',
        starts_at: days(60),
        ends_at: new Date(days(60).getTime() + 5 * 3_600_000),
        leader: '唐组长',
        leader_mobile: '13600000001',
        notes: '带雨衣',
        state: 'confirmed',
      },
      now,
    ),
  )
  const timer = await staffSession(world, [{ raceid, role: 'timer' }])
  gameid = (await world.ask(consoleGamesSave, { raceid, name: '亲子挑战', published: true }, timer)).id
  await world.ask(
    consoleGamesImport,
    {
      raceid,
      id: gameid,
      text: `编号,姓名,证件号码,项目,成绩,组合\nF1,沈小跑,${childNumber},亲子跑,20:10,沈家`,
      extra: ['组合'],
    },
    timer,
  )
})
afterAll(() => stage?.close())
// One test's misses are not another's.
beforeEach(() => stage.world.db.deleteFrom('limits').execute())

const ask = async ({ page }: Visitor, value: string, button = '查询') => {
  await page.getByRole('search').getByRole('textbox').first().fill(value)
  await page.getByRole('search').getByRole('button', { name: button, exact: true }).click()
}
const keyPattern = /_key=25-[1-9A-HJ-NP-Za-km-z]{22}/

test('each type finds its runner once: the card says what the table says and leads where the table leads', async () => {
  const phone = await stage.visit('phone')
  const { page } = phone
  const wanted = [
    {
      type: 'reg',
      title: '查询报名',
      number: runnerNumber,
      card: ['10公里', '沈跑跑', 'B1207', '报名成功', '报名费'],
      way: /\/queryDetail\?/,
    },
    {
      type: 'score',
      title: '查询成绩与证书',
      number: runnerNumber,
      card: ['10公里', '沈跑跑', 'B1207', '成绩', '0:50:10', '净成绩', '0:49:59'],
      way: /\/score\?.*key=25-/,
    },
    {
      type: 'refunds',
      title: '查询退赛与退款',
      number: runnerNumber,
      card: ['沈跑跑', '报名费'],
      way: /\/(refunds|queryDetail)\?.*_key=/,
    },
    {
      type: 'appoint',
      title: '预约领物与服务',
      number: runnerNumber,
      card: ['沈跑跑', '报名成功'],
      way: /\/appointment\?.*_key=/,
    },
    {
      type: 'volunteers',
      title: '查询志愿者班次',
      number: volunteerNumber,
      card: ['15公里补给站', '何帮帮', '小组', '三组', '地点', '望江路口', '时间'],
      way: /\/volunteers\?raceid=77$/,
    },
    {
      type: 'health',
      title: '签署健康声明',
      number: runnerNumber,
      card: ['沈跑跑', '报名成功'],
      way: /\/healthsign\?.*_key=/,
      link: '&pageid=7',
    },
    {
      type: 'runner',
      title: '查询选手',
      number: runnerNumber,
      card: ['沈跑跑', '英文姓名', 'Shen Run', '0:50:10'],
      way: /\/queryDetail\?/,
    },
    { type: 'simple', title: '快速查询', number: runnerNumber, card: ['沈跑跑', '报名成功'], way: /\/queryDetail\?/ },
    {
      type: 'enname',
      title: '填写英文姓名',
      number: runnerNumber,
      card: ['英文姓名', 'Shen Run'],
      way: /\/enname\?.*_key=/,
    },
    {
      type: 'game',
      title: '查询活动记录',
      number: childNumber,
      card: ['亲子跑', '沈小跑', 'F1', '20:10', '组合', '沈家'],
      way: new RegExp(`/(scorelist|queryDetail)\\?.*gameid=`),
    },
    {
      type: 'poster',
      title: '生成我的海报',
      number: childNumber,
      card: ['亲子跑', '沈小跑', 'F1'],
      way: new RegExp(`/(scorelist|queryDetail)\\?.*gameid=`),
    },
  ] as const
  for (const { type, title, number, card, way, ...rest } of wanted) {
    await phone.open(
      `/query?raceid=${raceid}&type=${type}${'link' in rest ? rest.link : ''}${type === 'game' ? `&gameid=${gameid}` : ''}`,
    )
    await page.getByRole('heading', { name: title, level: 2 }).waitFor()
    await ask(phone, number.toLowerCase())
    await page.getByText('找到 1 位选手').waitFor()
    expect(await page.getByRole('search').getByRole('textbox').inputValue(), type).toBe(number)
    const ticket = page.locator('li', { has: page.getByText(card[0], { exact: true }) }).first()
    const said = await ticket.innerText()
    for (const one of card) expect(said, type).toContain(one)
    const href = await ticket.getByRole('link').getAttribute('href')
    expect(href, type).toMatch(way)
    expect(href, type).not.toContain(number)
    if (type === 'health') expect(href).toContain('pageid=7')
    if (way.source.includes('queryDetail\\?/')) expect(href).toMatch(keyPattern)
    await noFaults(phone, `query-${type}`)
  }
  expect(page.url()).not.toContain('1990')
  await phone.context.close()
})

test("nothing typed, nothing found, and after misses the picture check: said in the specification's words", async () => {
  const phone = await stage.visit('phone')
  const { page } = phone
  await phone.open(`/query?raceid=${raceid}`)
  await page.getByRole('search').getByRole('button', { name: '查询', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: '您还没有输入~' })
    .or(page.getByText('您还没有输入~').first())
    .first()
    .waitFor()
  await noFaults(phone, 'query-nothing-typed')
  const nobody = idcardOf('330106', '19770707', '007')
  for (const [type, says] of [
    ['reg', '没有您的相关信息~'],
    ['score', '您还没有成绩信息~'],
    ['volunteers', '还没有您的相关信息~'],
    ['game', '还没有您的相关信息~'],
  ] as const) {
    await stage.world.db.deleteFrom('limits').execute()
    await phone.open(`/query?raceid=${raceid}&type=${type}`)
    await ask(phone, nobody)
    await page.getByRole('main').getByText(says).waitFor()
    await noFaults(phone, `query-none-${type}`)
  }
  await stage.world.db.deleteFrom('limits').execute()
  await phone.open(`/query?raceid=${raceid}&type=simple`)
  for (let miss = 1; miss <= 6; miss++) {
    const answered = page.waitForResponse(/byidnum/)
    await ask(phone, idcardOf('330106', '19770708', `0${miss}1`))
    await answered
  }
  await page.getByText('为保护选手信息').waitFor()
  await noFaults(phone, 'query-picture')
  await phone.context.close()
})

test('results are asked once more in lower case, by name too', async () => {
  const phone = await stage.visit('phone')
  await phone.open(`/query?raceid=${raceid}&type=score`)
  await ask(phone, 'Lowercase Runner')
  await phone.page.getByText('lowercase runner').waitFor()
  await noFaults(phone, 'query-lower-case')
  await phone.context.close()
})

test('an underscore asks for related ones: a stranger is asked to log in, the registrant sees them, first event first', async () => {
  const desk = await stage.visit('desktop')
  const { page } = desk
  await desk.open(`/query?raceid=${raceid}&type=runner`)
  await ask(desk, `_${runnerNumber}`)
  await page.getByText('找到 1 位选手').waitFor()
  await page.getByText('还想看同一订单、同队的报名？').waitFor()
  await noFaults(desk, 'query-related-stranger')
  await desk.context.addCookies([{ name: 'startline', value: runner.token, url: stage.origin }])
  await desk.open(`/query?raceid=${raceid}&type=runner`)
  await page.getByText('找到 2 位选手').waitFor()
  expect(await page.getByText(/^(半程马拉松|10公里)$/).allInnerTexts()).toEqual(['半程马拉松', '10公里'])
  await noFaults(desk, 'query-related-own')
  await desk.context.close()
})

test('the desk: staff of the race find by name, anybody else has the plain query', async () => {
  const nobody = await stage.visit('desktop', 'en')
  await nobody.open(`/query?raceid=${raceid}&type=master`)
  await nobody.page.getByRole('heading', { name: 'Find your registration' }).waitFor()
  expect(await nobody.page.getByPlaceholder('Enter ID number').count()).toBe(1)
  await nobody.context.close()
  const desk = await stage.visit('desktop', 'en')
  const { token } = await staffSession(stage.world, [{ raceid, role: 'registrar' }])
  await desk.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  await desk.open(`/query?raceid=${raceid}&type=master`)
  await desk.page.getByPlaceholder('Name, ID number or bib').waitFor()
  await ask(desk, '沈小妹', 'Search')
  await desk.page.getByText('1 runner found').waitFor()
  await desk.page.getByText('Half marathon').waitFor()
  await noFaults(desk, 'query-master')
  await desk.context.close()
})

test('a single hit leads where the link says: at once with go, elsewhere with to; the number never stays in the address', async () => {
  const phone = await stage.visit('phone')
  await phone.open(`/query?raceid=${raceid}&go=1&to=/enname&idnum=${runnerNumber}`)
  await phone.page.waitForURL(/\/enname\?/)
  expect(phone.page.url()).toMatch(keyPattern)
  expect(phone.page.url()).not.toContain(runnerNumber)
  await phone.context.close()
})

test('a volunteer finds the shift by keyboard alone, in Traditional Chinese, and after logging in whom to call', async () => {
  const phone = await stage.visit('phone', 'zh-tw')
  const { page } = phone
  await phone.open(`/query?raceid=${raceid}&type=volunteers`)
  await page.getByRole('heading', { name: '查詢志工班次' }).waitFor()
  const field = page.getByRole('search').getByRole('textbox')
  for (let steps = 0; steps < 20 && !(await field.evaluate((one) => one === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.type(volunteerNumber)
  await page.keyboard.press('Enter')
  await page.getByText('找到 1 位選手').waitFor()
  const ticket = page.getByRole('link', { name: /何帮帮/ })
  for (let steps = 0; steps < 20 && !(await ticket.evaluate((one) => one === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/volunteers\?raceid=77$/)
  await page.getByRole('heading', { name: '何帮帮，謝謝你' }).waitFor()
  await page.getByText('136****0001').waitFor()
  await noFaults(phone, 'volunteer')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '加入行事曆' }).click()
  expect((await download).suggestedFilename()).toBe('15公里补给站.ics')
  await page.getByRole('button', { name: '登入' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('[data-field="mobile"]').fill(volunteerMobile)
  await sheet.getByAltText(/./).waitFor()
  const { answer } = await stage.world.db
    .selectFrom('picture_checks')
    .select('answer')
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await sheet.locator('[data-field="captcha"]').fill(answer)
  await sheet.getByRole('button', { name: /驗證碼/ }).click()
  await sheet.locator('[role=status]').waitFor()
  await sheet.locator('[data-field="code"]').fill(await codeSentTo(stage.world.parts, volunteerMobile))
  await sheet.getByRole('button', { name: '登入', exact: true }).click()
  await page.getByRole('link', { name: /唐组长/ }).waitFor()
  expect(await page.getByRole('link', { name: /唐组长/ }).getAttribute('href')).toBe('tel:13600000001')
  await noFaults(phone, 'volunteer-mine')
  await phone.context.close()
})

test('a volunteer page with no number, and with one that nobody has', async () => {
  const phone = await stage.visit('phone', 'en')
  await phone.open(`/volunteers?raceid=${raceid}`)
  await phone.page.getByText('Enter your ID number to see your shift').waitFor()
  await noFaults(phone, 'volunteer-empty')
  await phone.open(`/volunteers?raceid=${raceid}&idnum=${idcardOf('330106', '19770707', '011')}`)
  await phone.page.getByRole('main').getByText('Nothing for you yet').waitFor()
  expect(phone.page.url()).not.toContain('1977')
  await phone.context.close()
})

test('the console: a list of volunteers is pasted, read and taken', async () => {
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  const { token } = await staffSession(stage.world, [{ raceid, role: 'director' }])
  await desk.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  await desk.open(`/console/volunteers?raceid=${raceid}`)
  await page.getByText('何帮帮 · 15公里补给站').waitFor()
  await noFaults(desk, 'console-volunteers')
  await page.getByRole('button', { name: 'Import a list' }).click()
  await page
    .getByLabel(/Or paste the list/)
    .fill(`姓名,证件号码,岗位\n许同学,${idcardOf('330106', '20011224', '006')},终点\n无号,1,终点`)
  await page.getByRole('button', { name: 'Read it' }).click()
  await page.getByText('2 rows: 1 new, 0 changed, 1 not taken').waitFor()
  await noFaults(desk, 'console-volunteers-import')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('许同学 · 终点').waitFor()
  await desk.open(`/console/games?raceid=${raceid}`)
  await page.getByText('亲子挑战').waitFor()
  await noFaults(desk, 'console-games')
  await desk.context.close()
})
