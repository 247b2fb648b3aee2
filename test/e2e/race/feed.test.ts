import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleFeedReporter, consoleFeedSettings, consoleFeedShow } from '#features/feed/console.contract.ts'
import { applyAdd, liveFeedList } from '#features/feed/contract.ts'
import { insertEntry } from '#features/feed/store.ts'
import { keepFile } from '#features/files/service.ts'
import { sceneSvg } from '#tools/demo/pictures/feedScenes.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

const picture = async (at: number): Promise<Buffer> =>
  sharp(Buffer.from(sceneSvg(at)))
    .jpeg()
    .toBuffer()
const tell = async (body: string, km: number | null, pictures: number[], pinned = false) => {
  const { world } = stage
  const kept: { path: string; width: number; height: number }[] = []
  for (const at of pictures) {
    const file = await keepFile(world.parts, { raceid: 2026, bytes: await picture(at), name: 'feed' })
    if (typeof file !== 'string') kept.push({ path: file.path, width: file.width, height: file.height })
  }
  const now = world.clock.now()
  return world.db.transaction().execute((tx) =>
    insertEntry(
      tx,
      {
        raceid: 2026,
        uid: null,
        staffid: 1,
        author: '组委会',
        body,
        km,
        state: 'shown',
        why: null,
        pinned_at: pinned ? now : null,
        pictures: JSON.stringify(kept),
        film: null,
      },
      now,
    ),
  )
}

test('a feed of a day: staff open it and accept a reporter, readers see it grow, cheer and comment', async () => {
  const { world } = stage
  const reader = await stage.visit('phone', 'zh-cn')
  await reader.open('/feed?raceid=2026')
  await reader.page.getByText('精彩即将开始').waitFor()
  await noFaults(reader, '20-feed-empty-phone')

  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', staff.token)
  await desk.open('/console/2026/feed')
  await desk.page.getByText('直播尚未开启').waitFor()
  await noFaults(desk, '21-feed-desk-closed')
  await desk.page.getByRole('button', { name: '设置' }).click()
  await desk.page.getByLabel('开启直播').check()
  await desk.page.getByRole('combobox', { name: '评论' }).selectOption('after')
  await desk.page.getByLabel('屏蔽词').fill('博彩')
  await noFaults(desk, '22-feed-settings')
  await desk.page.getByRole('button', { name: '保存' }).click()
  await desk.page.getByText('直播尚未开启').waitFor({ state: 'hidden' })

  await tell('补给站 15 公里：香蕉、盐丸、可乐都备齐了，志愿者为每一位跑者加油！', 15_000, [1, 2])
  await tell('发令！三万名跑者从江滨体育场出发。', 0, [0], true)
  await tell('领先集团 5 公里用时 15:42，五人并肩。', 5000, [3])
  await reader.page.getByText('领先集团 5 公里').waitFor()
  await reader.page.getByText('置顶').first().waitFor()
  await noFaults(reader, '23-feed-phone')

  // A press on a picture enlarges this picture. The dialog says which of the entry's pictures it shows.
  await reader.page.getByRole('button', { name: /现场图片 2$/ }).click()
  const large = reader.page.getByRole('dialog')
  await large.getByRole('group', { name: '第 2 张，共 2 张' }).waitFor()
  await noFaults(reader, '23-feed-large-phone')
  await large.getByRole('button', { name: '关闭' }).click()
  await large.waitFor({ state: 'detached' })
  // New entries appear by themselves for a reader at the top of the page.
  await reader.page.evaluate(() => scrollTo(0, 0))

  const runner = await runnerSession(world)
  const { application } = await world.ask(applyAdd, { raceid: 2026, name: '江边记者', about: '跑在30公里' }, runner)
  await desk.page.getByText('报道员（').click()
  await desk.open('/console/2026/feed')
  await desk.page.getByText('报道员（1 待审核）').click()
  await noFaults(desk, '24-feed-reporters')
  await world.ask(consoleFeedReporter, { raceid: 2026, id: application.id, state: 'accepted' }, staff)

  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('runner', runner.token)
  await phone.open('/feed?raceid=2026')
  await phone.page.getByRole('button', { name: '发布现场动态' }).click()
  await phone.page.getByLabel('现场怎么样？').fill('30 公里，江风正好，大家都在笑。')
  await phone.page.getByLabel('图片或短片').setInputFiles({
    name: 'river.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(4),
  })
  await phone.page.getByLabel('赛道位置（公里）').fill('30')
  await noFaults(phone, '25-feed-write-phone')
  await phone.page.getByRole('button', { name: '发布', exact: true }).click()
  await reader.page.getByText('30 公里，江风正好').waitFor()

  await reader.page.getByRole('button', { name: '加油' }).first().click()
  await reader.page.getByRole('button', { name: '加油', pressed: true }).first().waitFor()
  await phone.page.getByText('30 公里，江风正好').waitFor()
  await phone.page
    .getByRole('button', { name: /条评论/ })
    .first()
    .click()
  await phone.page.getByLabel('说点什么').fill('为你们骄傲！')
  await phone.page.getByLabel('昵称').fill('小江')
  await phone.page.getByRole('button', { name: '发布', exact: true }).click()
  await phone.page.getByText('为你们骄傲！').waitFor()
  await noFaults(phone, '26-feed-comments-phone')

  const wide = await stage.visit('desktop', 'en')
  await wide.open('/feed?raceid=2026')
  await wide.page.getByText('30 公里，江风正好').waitFor()
  await noFaults(wide, '27-feed-desktop-en')
  await wide.page
    .getByRole('button', { name: /^Picture 1 by/ })
    .and(wide.page.locator(':not(:only-child)'))
    .first()
    .click()
  const slides = wide.page.getByRole('dialog')
  const before = await slides.locator('[role=group]:not([inert])').getAttribute('aria-label')
  await wide.page.keyboard.press('ArrowRight')
  await expect.poll(() => slides.locator('[role=group]:not([inert])').getAttribute('aria-label')).not.toBe(before)
  await wide.page.keyboard.press('Escape')
  await slides.waitFor({ state: 'detached' })
  await wide.page.getByRole('button', { name: '10–20 km' }).click()
  await wide.page.getByText('补给站 15 公里').waitFor()
  await expect.poll(() => wide.page.getByText('领先集团 5 公里').count()).toBe(0)
  await noFaults(wide, '28-feed-stretch-desktop-en')

  // A reader further down the page sees a button that tells the number of new entries.
  await reader.page.evaluate(() => scrollTo(0, 900))
  await tell('冠军冲线！2:08:31，新赛会纪录！', 42_195, [5])
  await reader.page.getByRole('button', { name: '1 条新内容' }).click()
  await reader.page.getByText('冠军冲线！').waitFor()
  await noFaults(reader, '29-feed-new-phone')
  // A shared link leads to its entry, even if this entry is the oldest.
  const { items } = await world.ask(liveFeedList, { raceid: 2026 })
  const oldest = items.at(-1)!
  const friend = await stage.visit('phone', 'zh-cn')
  await friend.open(`/feed?raceid=2026#e${oldest.id}`)
  const box = async () => (await friend.page.locator(`#e${oldest.id}`).boundingBox())!
  await friend.page.getByText(oldest.body).waitFor()
  await expect.poll(async () => (await box()).y, { timeout: 20_000 }).toBeLessThan(700)
  expect((await box()).y + (await box()).height).toBeGreaterThan(0)

  await desk.open('/console/2026/feed')
  await desk.page.getByText('冠军冲线！').waitFor()
  await noFaults(desk, '30-feed-desk')
  expect((await world.ask(consoleFeedShow, { raceid: 2026 }, staff)).settings.open).toBe(true)
  await world.ask(consoleFeedSettings, { raceid: 2026, open: '1', comments: 'off', cheers: '1' }, staff)
})
