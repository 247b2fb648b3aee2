import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishNotice } from '#features/notices/service.ts'
import { saveRace } from '#features/races/service.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let noticeid = 0
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const now = stage.world.clock.now()
  await stage.world.db.transaction().execute(async (tx) => {
    const ahead = new Date(now.getTime() + 200 * 86_400_000)
    await saveRace(
      tx,
      {
        id: 227,
        name: '星野夜跑',
        names: { en: 'Starfield Night Run' },
        city: '云汉市',
        province: '四川省',
        time: ahead,
        skins: { primary: '#d8a100' },
        published_at: now,
        created_at: now,
      },
      now,
    )
    const draft = {
      kind: 'notice',
      articletype: 'traffic',
      lang: 'zh-cn',
      title: '比赛日交通管制',
      pinned: true,
      published_at: now,
    } as const
    noticeid = Number(
      (
        await publishNotice(
          tx,
          2026,
          {
            ...draft,
            content:
              '<h2>地铁</h2><p onclick="x()">首班车提前<script>document.title="x"</script></p><img src=x onerror="document.title=1">',
          },
          now,
        )
      ).id,
    )
  })
})
afterAll(() => stage?.close())

/**
 * Checks that axe finds no fault on a screen, that the browser reports no error, and that the page is no wider than the
 * window.
 */
const isSound = async ({ page, axe, errors }: Visitor, name: string) => {
  expect(await axe(), name).toEqual([])
  expect(errors, name).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${name} is no wider than the window`,
  ).toBe(true)
}

test('somebody finds a race on a phone, by type and by words, and comes to its home', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open('/')
  await phone.page.getByRole('heading', { name: '找到您的下一场' }).waitFor()
  await phone.page.getByText('星野夜跑').waitFor()
  // Neither race has a picture of its own, so each card has a drawn picture.
  const drawn = phone.page.locator('li a svg[viewBox="0 0 171 96"]')
  expect(new Set(await drawn.evaluateAll((all) => all.map((one) => one.innerHTML))).size).toBe(2)
  await isSound(phone, 'finder')
  await phone.page.getByRole('button', { name: '半程马拉松' }).click()
  await phone.page.getByText('星野夜跑').waitFor({ state: 'detached' })
  await phone.page.getByRole('searchbox').fill('没有这样的赛事')
  await phone.page.getByText('没有找到赛事').waitFor()
  await isSound(phone, 'finder with nothing found')
  await phone.page.getByRole('button', { name: '清除条件' }).click()
  await phone.page.getByRole('link', { name: /澜江马拉松/ }).click()
  await phone.page.getByRole('heading', { name: '澜江马拉松', level: 1 }).waitFor()
  expect(new URL(phone.page.url()).pathname + new URL(phone.page.url()).search).toBe('/home?raceid=2026')
  await phone.page.getByRole('link', { name: '立即报名' }).last().waitFor()
  const events = phone.page.getByRole('article')
  const pictures = await events
    .locator('svg[viewBox="0 0 96 96"]')
    .evaluateAll((all) => all.map((one) => one.outerHTML))
  expect(pictures.length).toBe(await events.count())
  expect(new Set(pictures).size, 'each event has a picture of its own').toBe(pictures.length)
  await isSound(phone, 'home')
  await phone.page.goBack()
  await phone.page.getByRole('heading', { name: '找到您的下一场' }).waitFor()
  await phone.context.close()
})

test('a link to an unknown race shows the race finder; an address without a page shows the query page', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const statuses: number[] = []
  phone.page.on('response', (response) => {
    if (response.request().isNavigationRequest()) statuses.push(response.status())
  })
  for (const address of ['/home?raceid=4040', '/?raceid=4040', '/report?raceid=4040']) {
    await phone.open(address)
    await phone.page.getByRole('heading', { name: '找到您的下一场' }).waitFor()
    await phone.page.getByRole('status').getByText('没有找到这个赛事').waitFor()
    // The page itself shows the sentence too, not only the toast.
    await phone.page.getByRole('main').getByText('没有找到这个赛事').waitFor()
  }
  expect(await phone.axe()).toEqual([])
  await phone.page.getByRole('link', { name: /澜江马拉松/ }).click()
  await phone.page.getByRole('heading', { name: '澜江马拉松', level: 1 }).waitFor()
  await phone.open('/no/such/page?raceid=2026')
  await phone.page.getByRole('textbox').first().waitFor()
  expect(statuses).toEqual([404, 404, 404, 404])
  // The browser itself reports each answer 404. There must be no other error.
  expect(phone.errors.filter((error) => !/404/.test(error))).toEqual([])
  await phone.context.close()
})

test('a home on a desktop in English, in dark colours, by keyboard alone', async () => {
  const desk = await stage.visit('desktop', 'en', { dark: true })
  await desk.open('/home?raceid=2026')
  await desk.page.getByRole('heading', { name: 'Lanjiang Marathon' }).waitFor()
  expect(await desk.page.locator('html').getAttribute('lang')).toBe('en')
  await isSound(desk, 'home in the dark')
  await desk.page.keyboard.press('Tab')
  expect(await desk.page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await desk.page.keyboard.press('Enter')
  for (let steps = 0; steps < 12; steps++) {
    await desk.page.keyboard.press('Tab')
    if (await desk.page.evaluate(() => document.activeElement?.textContent === 'Sign up now')) break
  }
  expect(await desk.page.evaluate(() => document.activeElement?.textContent)).toBe('Sign up now')
  await desk.page.keyboard.press('Enter')
  await desk.page.waitForURL(/\/baoming\?raceid=2026/)
  await desk.context.close()
})

test('the navigation is one line on a phone in landscape', async () => {
  const desk = await stage.visit('desktop', 'en')
  await desk.page.setViewportSize({ width: 844, height: 390 })
  await desk.open('/home?raceid=2026')
  const entries = desk.page.getByRole('navigation').first().getByRole('link')
  await entries.nth(4).waitFor()
  const lines = (each: Element) => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  }
  for (const entry of await entries.all()) expect(await entry.evaluate(lines), await entry.innerText()).toBe(1)
  await isSound(desk, 'home on its side')
  await desk.context.close()
})

test('event info in Traditional Chinese', async () => {
  const phone = await stage.visit('phone', 'zh-tw')
  await phone.open('/?raceid=2026')
  await phone.page.getByRole('heading', { name: '賽事資訊' }).waitFor()
  await phone.page.getByText('42.195').waitFor()
  expect(await phone.page.getByText(/[¥￥]|名額|報名截止/).count(), 'the home page has prices and places').toBe(0)
  await isSound(phone, 'event info')
  await phone.context.close()
})

test('a notice runs nothing of its author and counts its readers; a missing notice leads home', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/notice?raceid=2026&noticeid=${noticeid}`)
  await phone.page.getByRole('heading', { name: '比赛日交通管制' }).waitFor()
  await phone.page.getByText('首班车提前').waitFor()
  expect(await phone.page.title()).toBe('比赛日交通管制 · 澜江马拉松')
  expect(await phone.page.locator('[onclick], [onerror], article script').count()).toBe(0)
  await expect
    .poll(async () =>
      (
        await stage.world.db.selectFrom('notices').select('views').where('id', '=', noticeid).executeTakeFirstOrThrow()
      ).views.toString(),
    )
    .toBe('1')
  expect(await phone.axe()).toEqual([])
  await phone.open('/notice?raceid=2026&noticeid=999999')
  await phone.page.waitForURL(/\/home\?raceid=2026/)
  await phone.page.getByRole('heading', { name: '澜江马拉松', level: 1 }).waitFor()
  // A link that only redirects shows its target, and not an empty page.
  for (const [address, heading] of [
    ['/notice?raceid=2026&noticeid=none', '澜江马拉松'],
    ['/crop?raceid=2026&_from=friend', '澜江马拉松'],
    ['/score?raceid=2026', '查询成绩与证书'],
  ] as const) {
    await phone.open(address)
    await phone.page.getByRole('heading', { name: heading }).waitFor()
  }
  for (const address of ['/photos', '/hall']) {
    await phone.open(address)
    await phone.page.getByText('请先选择赛事').waitFor()
  }
  await phone.context.close()
})

test('a token and an identity number leave the address at once; the language is remembered', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open('/home?raceid=2026&_token=abc&idnum=110101199003074557&lang=en')
  await phone.page.getByRole('heading', { name: 'Lanjiang Marathon' }).waitFor()
  expect(phone.page.url()).toBe(`${stage.origin}/home?raceid=2026&lang=en`)
  await phone.page.getByLabel('Language').last().selectOption('zh-tw')
  await phone.page.getByRole('heading', { name: '瀾江馬拉松' }).waitFor()
  await phone.open('/home?raceid=2026')
  await phone.page.getByRole('heading', { name: '瀾江馬拉松' }).waitFor()
  await phone.context.close()
})

test('without a network the page says so, and the call can be made again', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open('/')
  await phone.context.setOffline(true)
  await phone.page.getByText('网络已断开').waitFor()
  await phone.page.getByRole('button', { name: '欢乐跑' }).click()
  await phone.page.getByText('网络不太顺畅').waitFor()
  await phone.context.setOffline(false)
  await phone.page.getByRole('button', { name: '再试一次' }).click()
  await phone.page.getByText('澜江马拉松').waitFor()
  expect(await phone.page.getByText('网络不太顺畅').count(), 'it is told no longer').toBe(0)
  await phone.context.close()
})
