import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staffSession } from '#test/people.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import { idcardOf } from '#test/e2e/browser/race.ts'
import {
  raceid,
  runnerNumber,
  volunteerNumber,
  childNumber,
  stage,
  gameid,
  runner,
  openQuery,
  ask,
  keyPattern,
} from '#test/scenes/queryStage.ts'

beforeAll(openQuery)
afterAll(() => stage?.close())

// The misses of one test must not count in another test.
beforeEach(() => stage.world.db.deleteFrom('limits').execute())

test('each type finds its runner once: the card shows the facts of the table and leads where the table leads', async () => {
  const phone = await stage.visit('phone')
  const { page } = phone
  const expected = [
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
      card: ['10公里', '沈跑跑', 'B1207', '成绩', '50:10', '净成绩', '49:59'],
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
      card: ['沈跑跑', '英文姓名', 'Shen Run', '50:10'],
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
  for (const { type, title, number, card, way, ...rest } of expected) {
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

test('an empty field, no result, and the picture check after misses: the page uses the words of the specification', async () => {
  const phone = await stage.visit('phone')
  const { page } = phone
  await phone.open(`/query?raceid=${raceid}`)
  await page.getByRole('search').getByRole('button', { name: '查询', exact: true }).click()
  await page.getByRole('status').filter({ hasText: '您还没有输入~' }).waitFor()
  // At the field, the page says which value is missing. The sentence of the toast stands nowhere else on the screen.
  await page.getByRole('main').getByText('请输入证件号码').first().waitFor()
  expect(await page.getByText('您还没有输入~').count()).toBe(1)
  await noFaults(phone, 'query-nothing-typed')
  const nobody = idcardOf('330106', '19770707', '007')
  for (const [type, says, stays] of [
    ['reg', '没有您的相关信息~', '这个号码没有报名记录'],
    ['score', '您还没有成绩信息~', '没有查到成绩'],
    ['volunteers', '还没有您的相关信息~', '没有查到志愿者登记'],
    ['game', '还没有您的相关信息~', '没有查到活动记录'],
  ] as const) {
    await stage.world.db.deleteFrom('limits').execute()
    await phone.open(`/query?raceid=${raceid}&type=${type}`)
    await ask(phone, nobody)
    const toast = page.getByRole('status').getByText(says)
    await toast.waitFor()
    await page.getByRole('main').getByText(stays).waitFor()
    expect(await page.getByText(says, { exact: true }).count(), 'the page does not repeat the toast').toBe(1)
    const [above, name] = [await toast.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()]
    expect(above!.y + above!.height, 'the toast leaves the name of the race free').toBeLessThanOrEqual(name!.y)
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

test('a page of one registration that is opened without a key leads to the look-up that finds it', async () => {
  const phone = await stage.visit('phone')
  for (const [path, title] of [
    ['refunds', '查询退赛与退款'],
    ['enname', '填写英文姓名'],
    ['edit', '查询报名'],
  ]) {
    await phone.open(`/${path}?raceid=${raceid}`)
    await phone.page.getByRole('heading', { name: title! }).waitFor()
    expect(new URL(phone.page.url()).pathname).toBe('/query')
  }
  expect(phone.errors).toEqual([])
  await phone.context.close()
})

test('a look-up of results tries lower case too, also for names', async () => {
  const phone = await stage.visit('phone')
  await phone.open(`/query?raceid=${raceid}&type=score`)
  await ask(phone, 'Lowercase Runner')
  await phone.page.getByText('lowercase runner').waitFor()
  await noFaults(phone, 'query-lower-case')
  await phone.context.close()
})

test('an underscore asks for related registrations: a stranger must log in, the registrant sees them, the first event first', async () => {
  const desk = await stage.visit('desktop')
  const { page } = desk
  await desk.open(`/query?raceid=${raceid}&type=runner`)
  await ask(desk, `_${runnerNumber}`)
  await page.getByText('找到 1 位选手').waitFor()
  await page.getByText('还想看同一订单、同队的报名？').waitFor()
  await noFaults(desk, 'query-related-stranger')
  await desk.logIn('runner', runner.token)
  await desk.open(`/query?raceid=${raceid}&type=runner`)
  await page.getByText('找到 2 位选手').waitFor()
  expect(await page.getByText(/^(半程马拉松|10公里)$/).allInnerTexts()).toEqual(['半程马拉松', '10公里'])
  await noFaults(desk, 'query-related-own')
  await desk.context.close()
})

test('the desk: staff of the race find a runner by name, other people get the plain query', async () => {
  const nobody = await stage.visit('desktop', 'en')
  await nobody.open(`/query?raceid=${raceid}&type=master`)
  await nobody.page.getByRole('heading', { name: 'Find my entry' }).waitFor()
  expect(await nobody.page.getByPlaceholder('Enter ID number').count()).toBe(1)
  await nobody.context.close()
  const desk = await stage.visit('desktop', 'en')
  const { token } = await staffSession(stage.world, [{ raceid, role: 'registrar' }])
  await desk.logIn('staff', token)
  await desk.open(`/query?raceid=${raceid}&type=master`)
  await desk.page.getByPlaceholder('Name, ID number or bib').waitFor()
  await ask(desk, '沈小妹', 'Search')
  await desk.page.getByText('1 runner found').waitFor()
  await desk.page.getByText('Half marathon').waitFor()
  await noFaults(desk, 'query-master')
  await desk.context.close()
})

test('a single hit leads to the target of the link: at once with go, elsewhere with to; the number never stays in the address', async () => {
  const phone = await stage.visit('phone')
  await phone.open(`/query?raceid=${raceid}&go=1&to=/enname&idnum=${runnerNumber}`)
  await phone.page.waitForURL(/\/enname\?/)
  expect(phone.page.url()).toMatch(keyPattern)
  expect(phone.page.url()).not.toContain(runnerNumber)
  await phone.context.close()
})
