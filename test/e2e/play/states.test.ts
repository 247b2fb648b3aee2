import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCardsSave } from '#features/cards/contract.ts'
import { liveDeposit } from '#features/deposits/contract.ts'
import { consoleFeedReporter, consoleFeedSettings } from '#features/feed/console.contract.ts'
import { applyAdd, liveFeedList } from '#features/feed/contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { gift, openDraw } from '../../scenes/around/luckyDraws.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults, picture, pictureInMotion } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

/** Waits until the page has begun a payment, then pays the newest payment at the sandbox gateway. */
const payAtGateway = async () => {
  const { world } = stage
  const payNow = async () => {
    const row = await world.db.selectFrom('payments').select('tradeno').orderBy('id', 'desc').executeTakeFirst()
    return row ? (world.parts.integrations.sandbox.wechatpay?.pay(row.tradeno) ?? false) : false
  }
  await expect.poll(payNow, { timeout: 20_000 }).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
}

test('a set of cards says when it opens, that it has ended, and that no gift or draw is left', async () => {
  const { world } = stage
  const player = await runnerSession(world)
  const at = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
  const write = (name: string, en: string, change: object) =>
    world.ask(
      consoleCardsSave,
      {
        raceid: 2026,
        name,
        names: { en },
        gift: { name: '完赛徽章', names: { en: 'Finisher pin' }, icon: '🎖️', value: 3_000, pieces: 9, way: 'scan' },
        kinds: [
          { name: '桥', names: { en: 'Bridge' }, icon: '🌉', odds: 500_000, pieces: 9 },
          { name: '塔', names: { en: 'Tower' }, icon: '🗼', odds: 500_000, pieces: 9 },
        ],
        published: true,
        ...change,
      } as never,
      staff,
    )
  await write('下周开集', 'Next week', { opens_at: at(7) })
  await write('去年四景', 'Last year', { opens_at: at(-9), closes_at: at(-1) })
  await write('只靠任务', 'Deeds only', {
    daily: 0,
    chances: { registered: 2 },
    gift: { name: '水壶', names: { en: 'Bottle' }, icon: '🍶', value: 3_000, pieces: 0, way: 'scan' },
  })
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/cards?raceid=2026&_token=${player.token}`)
  const set = (name: string) => phone.page.getByRole('region', { name })
  await set('去年四景').getByText('活动已结束').first().waitFor()
  const draws = (name: string) => set(name).getByRole('button', { name: '抽一张卡' })
  await set('下周开集').getByText(/开始$/).first().waitFor()
  await set('只靠任务').getByText('抽卡机会已用完').first().waitFor()
  for (const name of ['下周开集', '去年四景', '只靠任务']) expect(await draws(name).isDisabled(), name).toBe(true)
  expect(await set('只靠任务').getByText('明天再来').count(), 'no day brings a draw').toBe(0)
  await set('只靠任务').getByText('礼物已领完').waitFor()
  await noFaults(phone, '104-cards-soon-phone')
  await set('去年四景').scrollIntoViewIfNeeded()
  await picture(phone, '105-cards-over-phone')
  const desktop = await stage.visit('desktop', 'en')
  await desktop.open(`/cards?raceid=2026&_token=${player.token}`)
  await desktop.page.getByText('This collection has ended').first().waitFor()
  await noFaults(desktop, '106-cards-states-desktop')
})

test('an unpaid deposit is found again, and a paid ticket shows at once', async () => {
  const { world } = stage
  const runner = await runnerSession(world)
  const make = async (room: string, name: string, en: string, settings: Record<string, unknown>) =>
    (
      await world.ask(
        consoleGoodsSave,
        {
          raceid: 2026,
          room,
          name,
          names: { en },
          open: '1',
          settings,
          variants: [{ price: 10_000, stock: [{ pieces: 9 }] }],
        },
        staff,
      )
    ).variants[0]!.id
  const chip = await make('deposits', '计时芯片押金', 'Chip deposit', { lends: 'chip' })
  const { order } = await world.ask(liveDeposit, { raceid: 2026, variantid: chip, amount: 10_000 }, runner)
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/deposit?raceid=2026&_token=${runner.token}`)
  await phone.page.getByText('押金待支付').waitFor()
  await noFaults(phone, '107-deposit-unpaid-phone')
  await phone.page.getByRole('link', { name: '去支付' }).click()
  await phone.page.waitForURL((url) => url.searchParams.get('id') === order!.order)
  await phone.page.getByRole('button', { name: /^支付/ }).waitFor()

  await make('tickets', '终点看台', 'Finish grandstand', { kind: 'grandstand' })
  const desktop = await stage.visit('desktop', 'en')
  const { page } = desktop
  await desktop.open(`/tickets?raceid=2026&_token=${runner.token}`)
  await page.getByText('Finish grandstand').click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.waitForURL(/tickets\/pay/)
  await payAtGateway()
  await page.waitForURL(/\/tickets\?/)
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
  await expect.poll(() => page.getByText('Payment due').count()).toBe(0)
  await noFaults(desktop, '108-ticket-paid-desktop')
})

test('no count shows the outcome while the wheel turns, and confetti falls when it stops', async () => {
  const { world } = stage
  const gifts = [gift({ name: '运动水壶', names: { en: 'Bottle' }, icon: '🍶', odds: 999_999, pieces: 50 })]
  const wheel = await openDraw(world, staff, { gifts, chances: { everybody: 3 } })
  for (const [size, lang, spin, before, after, tries] of [
    ['phone', 'zh-cn', '抽一次', '余 50 / 共 50', '余 49 / 共 50', '剩余 2 次'],
    ['desktop', 'en', 'Spin', '49 of 50 left', '48 of 50 left', '2 tries left'],
  ] as const) {
    const player = await runnerSession(world)
    const visitor = await stage.visit(size, lang)
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await visitor.open(`/luckydraw?raceid=2026&id=${wheel}&_token=${player.token}`)
    await page.getByText(before).waitFor()
    // The test moves the clock of the page on in small steps. So the wheel still turns when the answer has come.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await page.getByRole('button', { name: spin }).click()
    const answered = async () => {
      await page.clock.runFor(50)
      return page.getByText(tries).count()
    }
    await expect.poll(answered, { timeout: 30_000 }).toBe(1)
    expect(await page.getByText(before).count(), 'the wheel still turns').toBe(1)
    expect(await page.getByText(after).count()).toBe(0)
    await page.clock.runFor(5_000)
    await page.getByRole('dialog').waitFor()
    await page.clock.resume()
    await page.getByText(after).waitFor()
    const piece = page.locator('[aria-hidden] > span.absolute').first()
    await expect
      .poll(() => piece.evaluate((one) => one.getBoundingClientRect().top), { timeout: 20_000 })
      .toBeGreaterThan(100)
    await pictureInMotion(visitor, `109-confetti-${size}`, 1_200)
  }
})

test('a reporter whose network breaks between two pictures ends with one entry and both pictures', async () => {
  const { world } = stage
  const reporter = await runnerSession(world)
  await world.ask(consoleFeedSettings, { raceid: 2026, open: '1', comments: 'off', cheers: '1' }, staff)
  const { application } = await world.ask(applyAdd, { raceid: 2026, name: '江边记者', about: '30 公里' }, reporter)
  await world.ask(consoleFeedReporter, { raceid: 2026, id: application.id, state: 'accepted' }, staff)
  const jpeg = (background: string) =>
    sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/feed?raceid=2026&_token=${reporter.token}`)
  await page.getByRole('button', { name: '发布现场动态' }).click()
  await page.getByLabel('现场怎么样？').fill('江风正好')
  for (const colour of ['#c2410c', '#0f766e', '#1d4ed8'])
    await page
      .getByLabel('图片或短片')
      .setInputFiles({ name: `${colour.slice(1)}.jpg`, mimeType: 'image/jpeg', buffer: await jpeg(colour) })
  await page.getByRole('button', { name: '移除 1d4ed8.jpg' }).click()
  await noFaults(phone, '110-feed-files-phone')
  let calls = 0
  await page.route('**/live/feed/create', (route) => (++calls === 2 ? route.abort() : route.continue()))
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('还有文件没有传完').waitFor()
  await picture(phone, '111-feed-part-sent-phone')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { items } = await world.ask(liveFeedList, { raceid: 2026 })
  expect(items.map(({ body, pictures }) => [body, pictures.length])).toEqual([['江风正好', 2]])
})

test('trails and challenges that cannot be read are not shown as an empty list, and appear with the next try', async () => {
  const { world } = stage
  const walker = await runnerSession(world)
  for (const [size, lang, again, none] of [
    ['phone', 'zh-cn', '再试一次', '您还没有参加'],
    ['desktop', 'en', 'Try again', "You haven't joined"],
  ] as const) {
    const visitor = await stage.visit(size, lang)
    const { page } = visitor
    for (const [address, call] of [
      ['/trails', '**/app/trail/signed'],
      ['/challenges', '**/clock/my'],
    ] as const) {
      await page.route(call, (route) => route.fulfill({ status: 503, body: '' }))
      await visitor.open(`${address}?_token=${walker.token}`)
      await page.getByRole('button', { name: again }).waitFor()
      expect(await page.getByText(none).count(), address).toBe(0)
      await picture(visitor, `112${address.replace('/', '-')}-unread-${size}`)
      await page.unroute(call)
      await page.getByRole('button', { name: again }).click()
      await page.getByText(none).first().waitFor()
    }
  }
})
