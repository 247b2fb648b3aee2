import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { consoleTrailsSave } from '#features/trails/console.contract.ts'
import { trailDeskWords } from '#features/trails/console/trailDesk.words.ts'
import { trailWords as words } from '#features/trails/web/trails.words.ts'
import { trailPictureWords } from '#features/trails/web/picture.words.ts'
import { trailConsent, checkReasonWords, refusals } from '#features/trails/words.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

/** Places of the points of a walk of 3 km around a lake. */
const places = [
  [31.2305, 121.4737],
  [31.2385, 121.4757],
  [31.2375, 121.4837],
] as const
let stage: Stage
let staff: { token: string }
let id: number
beforeAll(async () => {
  stage = await openStage({ now: '2026-04-18T00:10:00Z' })
  await openRace2026(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const names = [
    ['湖心亭', 'Pavilion'],
    ['观鸟台', 'Bird hide'],
    ['石拱桥', 'Stone bridge'],
  ] as const
  const saved = await stage.world.ask(
    consoleTrailsSave,
    {
      raceid: 2026,
      name: '环湖步道',
      names: { en: 'Lake trail' },
      description: '沿湖一圈，三个打卡点。四季开放，清晨的雾最好看。',
      ordered: '1',
      rounds: 5,
      published: '1',
      points: names.map(([name, en], n) => ({
        name,
        names: { en },
        lat: places[n]![0],
        lon: places[n]![1],
        ways: ['code', 'position', 'file'],
        points: 10 * (n + 1),
      })),
    } as never,
    staff,
  )
  id = saved.trail.id
})
afterAll(() => stage?.close())

const stand = async ({ context }: Visitor, at: readonly [number, number], accuracy = 8): Promise<void> =>
  context.setGeolocation({ latitude: at[0], longitude: at[1], accuracy })
const minutes = async ({ context }: Visitor, n: number): Promise<void> => {
  stage.world.clock.advance(n * 60_000)
  await context.clock.fastForward(n * 60_000)
}
const counted = async (): Promise<number> =>
  (await stage.world.db.selectFrom('trail_checks').select('id').where('reason', 'is', null).execute()).length

test.each(['zh-cn', 'en'] as const)(
  'a runner walks a trail in %s with a phone that loses its position and its network',
  async (lang: Lang) => {
    const { world, origin } = stage
    const account = await runnerSession(world)
    const phone = await stage.visit('phone', lang)
    const { page, context } = phone
    const name = (n: number) =>
      (lang === 'en' ? ['Pavilion', 'Bird hide', 'Stone bridge'] : ['湖心亭', '观鸟台', '石拱桥'])[n]!
    const checkIn = (n: number) =>
      page.getByRole('button', { name: words.check_in_at[lang].replace('{name}', name(n)), exact: true })
    const before = await counted()
    await phone.open('/trails?raceid=2026')
    await page.getByText(lang === 'en' ? 'Lake trail' : '环湖步道').waitFor()
    await noFaults(phone, `trail-1-list-${lang}`)
    await phone.logIn('runner', account.token)
    await context.grantPermissions(['geolocation'], { origin })
    await stand(phone, [31.2, 121.4])
    await phone.open(`/trail?raceid=2026&id=${id}`)
    await page.getByLabel(words.name[lang]).fill(lang === 'en' ? 'Alex' : '沈跑跑')
    await page.getByRole('button', { name: words.join[lang] }).click()
    await page.getByText(words.agree_first[lang]).waitFor()
    await noFaults(phone, `trail-2-join-${lang}`)
    await page.getByLabel(words.agree[lang].replace('{title}', trailConsent.title[lang])).check()
    await page.getByRole('button', { name: words.join[lang] }).click()

    await page.getByRole('button', { name: words.locate[lang] }).click()
    await page.getByText(words.now_accurate[lang].replace('{n}', '8')).waitFor()
    await checkIn(0).click()
    await page.getByText(checkReasonWords.too_far[lang]).first().waitFor()
    await noFaults(phone, `trail-3-too-far-${lang}`)
    await stand(phone, places[0])
    await page
      .getByText(words.metres_away[lang].replace('{n}', lang === 'en' ? '0 m' : '0 米'), { exact: true })
      .waitFor()
    await checkIn(0).click()
    await page.getByText(words.counted[lang], { exact: true }).first().waitFor()
    await noFaults(phone, `trail-4-first-point-${lang}`)
    expect(await counted()).toBe(before + 1)

    // The receiver sends no more positions. When the last position is too old, the page no longer uses it as the
    // walker's position.
    await context.setGeolocation(null)
    await minutes(phone, 1)
    await page.getByText(words.lost_how[lang]).waitFor()
    await expect.poll(() => checkIn(1).getAttribute('aria-disabled'), { timeout: 20_000 }).toBe('true')
    await noFaults(phone, `trail-5-position-lost-${lang}`)
    await minutes(phone, 14)
    await stand(phone, places[1], 240)
    await page.getByText(words.now_accurate[lang].replace('{n}', '240')).waitFor()
    await checkIn(1).click()
    await page.getByText(checkReasonWords.inaccurate[lang]).first().waitFor()
    await stand(phone, places[1], 12)
    await page.getByText(words.now_accurate[lang].replace('{n}', '12')).waitFor()

    // There is no network in the woods. The check waits on the phone, even while the page is closed.
    await context.setOffline(true)
    await checkIn(1).click()
    await page.getByText(words.kept_now[lang]).waitFor()
    await noFaults(phone, `trail-6-no-network-${lang}`)
    expect(await counted()).toBe(before + 1)
    await page.goto('about:blank')
    stage.world.clock.advance(20 * 60_000)
    await context.clock.setSystemTime(world.clock.now())
    await context.setOffline(false)
    await phone.open(`/trail?raceid=2026&id=${id}`)
    await page.getByText(words.log_late[lang]).waitFor()
    expect(await counted()).toBe(before + 2)

    await page.getByRole('button', { name: words.locate[lang] }).click()
    await stand(phone, places[2])
    await page
      .getByText(words.metres_away[lang].replace('{n}', lang === 'en' ? '0 m' : '0 米'), { exact: true })
      .waitFor()
    await checkIn(2).click()
    await page.getByText(words.picture[lang]).waitFor()
    await page
      .getByText(lang === 'en' ? 'Alex' : '沈跑跑')
      .first()
      .waitFor()
    await noFaults(phone, `trail-7-round-${lang}`)
    await page.getByText(words.picture[lang]).click()
    await page
      .getByRole('img', { name: lang === 'en' ? /Certificate of Lake trail: Alex, 3\d:/ : /沈跑跑，用时 3\d:/ })
      .waitFor()
    await noFaults(phone, `trail-8-certificate-${lang}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: trailPictureWords.save[lang] }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`trail-${id}.jpg`)
    const desk = await stage.visit('desktop', lang)
    await desk.logIn('runner', account.token)
    await desk.open(`/trail?raceid=2026&id=${id}`)
    await desk.page.getByText(words.log_late[lang]).waitFor()
    await noFaults(desk, `trail-9-desktop-${lang}`)
  },
)

test('staff make a trail, show its code on a screen, and read why a refused check cannot count', async () => {
  const { world } = stage
  const desk = await stage.visit('desktop', 'zh-cn')
  const { page } = desk
  const says = (word: keyof typeof trailDeskWords) => trailDeskWords[word]['zh-cn']
  await desk.logIn('staff', staff.token)
  await desk.open('/console/2026/trails')
  await page.getByText('环湖步道').waitFor()
  await noFaults(desk, 'trail-20-console')
  await page.getByRole('link', { name: says('add') }).click()
  await page
    .getByLabel(`${says('name')} · 简体中文`)
    .first()
    .fill('城墙夜跑')
  await page
    .getByLabel(`${says('point_name')} · 简体中文`)
    .last()
    .fill('南门')
  await page.getByLabel(says('rotating')).check()
  await page.getByLabel(says('lat')).fill('31.2301')
  await page.getByLabel(says('lon')).fill('121.47')
  await noFaults(desk, 'trail-21-form')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('radio', { name: says('codes') }).waitFor()
  await page.getByRole('radio', { name: says('codes') }).check()
  await page.getByText(says('screen_how')).waitFor()
  await noFaults(desk, 'trail-22-codes')
  await page.getByRole('link', { name: says('screen'), exact: true }).click()
  const code = page.getByRole('img', { name: '南门 的二维码' })
  await code.waitFor()
  await noFaults(desk, 'trail-23-screen')
  const first = await code.locator('path').getAttribute('d')
  world.clock.advance(31_000)
  await desk.context.clock.fastForward(31_000)
  await expect.poll(() => code.locator('path').getAttribute('d'), { timeout: 20_000 }).not.toBe(first)

  await desk.open(`/console/2026/trail?id=${id}&tab=checks`)
  await page.getByText(checkReasonWords.too_far['zh-cn']).first().waitFor()
  await noFaults(desk, 'trail-24-checks')
  // The walkers have completed their only round, so the refused check cannot count in another round.
  await page
    .getByRole('button', { name: says('let_count') })
    .last()
    .click()
  await page.getByText(refusals.trail_check_cannot_count.message['zh-cn']).first().waitFor()
  await page.getByRole('radio', { name: says('ranks') }).check()
  await page.getByText('沈跑跑').waitFor()
  await noFaults(desk, 'trail-25-ranks')
})
