import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let token: string
beforeAll(async () => {
  stage = await openStage()
  token = (await staffSession(stage.world, [{ raceid: null, role: 'owner' }])).token
})
afterAll(() => stage?.close())

const owner = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en' = 'zh-cn'): Promise<Visitor> => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}

const counter = () => {
  let steps = 0
  return {
    steps: () => steps,
    click: async (at: Locator) => {
      steps += 1
      await at.click()
    },
    fill: async (at: Locator, text: string) => {
      steps += 1
      await at.fill(text)
    },
  }
}

test('a race from a template is open for sign-up with at most 60 clicks and filled fields', async () => {
  const desk = await owner('desktop')
  const { page } = desk
  const by = counter()
  await desk.open('/console/')
  await by.click(page.getByRole('link', { name: '创建赛事' }))
  await page.getByRole('heading', { name: '创建赛事' }).waitFor()
  await noFaults(desk, 'editions-1-template')
  await by.click(page.getByRole('radio', { name: '城市 10 公里' }))
  await by.fill(page.getByLabel('赛事名称 · 简体中文'), '澜江城市跑')
  await by.fill(page.getByLabel('赛事名称 · English'), 'Lanjiang City Run')
  await by.fill(page.getByLabel('比赛时间'), '2026-05-17T07:30')
  await by.click(page.getByRole('button', { name: '创建赛事' }))
  await page.getByText('发布前检查').waitFor()
  await noFaults(desk, 'editions-2-made')
  await by.click(page.getByRole('link', { name: '赛事设置' }))
  await by.click(page.getByRole('link', { name: '外观与图片' }))
  const picture = await sharp({ create: { width: 1280, height: 640, channels: 3, background: '#1971c2' } })
    .jpeg()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'header.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('heading', { name: '裁剪图片' }).waitFor()
  await page.locator('[data-testid=cropper]').waitFor()
  await noFaults(desk, 'editions-2-crop')
  await by.click(page.getByRole('button', { name: '使用裁剪' }))
  await page.getByRole('button', { name: '更换' }).first().waitFor()
  const phone = page.frameLocator('iframe')
  await phone.getByRole('heading', { name: '澜江城市跑' }).waitFor()
  await noFaults(desk, 'editions-2-look')
  await by.click(page.getByRole('link', { name: '主办与联系' }))
  await by.fill(page.getByLabel('主办单位名称 · 简体中文'), '澜江体育局')
  await by.fill(page.getByLabel('ICP备案号'), '京ICP备12345678号-1')
  await phone.getByText('澜江体育局').waitFor()
  await page.getByRole('radio', { name: 'English' }).click()
  await phone.getByRole('heading', { name: 'Lanjiang City Run' }).waitFor()
  await noFaults(desk, 'editions-2-contact')
  await by.click(page.getByRole('link', { name: '基本信息' }))
  await by.click(page.getByLabel('对选手公开'))
  await by.click(page.getByRole('button', { name: '保存' }))
  await page.getByText(/^已保存：.*对选手公开/).waitFor()
  stage.world.clock.advance(6_000)
  const runner = await stage.visit('phone', 'en')
  await runner.open('/home?raceid=1')
  await runner.page
    .getByRole('link', { name: /^Sign up/ })
    .first()
    .waitFor()
  await noFaults(runner, 'editions-3-runner')
  expect(by.steps(), 'clicks and filled fields').toBeLessThanOrEqual(60)
})

test("next year's race is a copy, moved to the same weekday; a phone shows the same", async () => {
  const desk = await owner('desktop')
  const { page } = desk
  await desk.open('/console/races/create')
  await page.getByRole('radio', { name: '复制往届' }).click()
  await page.getByLabel('要复制的赛事').selectOption('1')
  await expect.poll(() => page.getByLabel('比赛时间').inputValue()).toBe('2027-05-16T07:30')
  expect(await page.getByLabel('赛事名称 · 简体中文').inputValue()).toBe('澜江城市跑')
  await page.getByLabel('5公里').uncheck()
  await noFaults(desk, 'editions-4-copy')
  const phone = await owner('phone', 'en')
  await phone.open('/console/races/create')
  await phone.page.getByRole('radio', { name: 'An earlier race' }).click()
  await phone.page.getByLabel('Race to copy').selectOption('1')
  await phone.page.getByText('Events to copy').waitFor()
  await noFaults(phone, 'editions-5-copy-phone-en')
  await page.getByRole('button', { name: '创建赛事' }).click()
  await page.getByText('发布前检查').waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/2')
  await desk.open('/console/2/events')
  await page.getByText('10公里').first().waitFor()
  expect(await page.getByText('5公里', { exact: true }).count()).toBe(0)
})

test('a race is archived, found again, restored, and deleted while it is empty', async () => {
  const desk = await owner('desktop')
  const { page } = desk
  await desk.open('/console/2/settings?part=manage')
  await page.getByRole('button', { name: '归档赛事' }).click()
  await noFaults(desk, 'editions-6-archive')
  await page.getByRole('dialog').getByRole('button', { name: '归档赛事' }).click()
  await page.getByText('赛事已归档', { exact: true }).waitFor()
  await desk.open('/console/')
  expect(await page.getByRole('link', { name: /澜江城市跑/ }).count()).toBe(1)
  await page.getByRole('radio', { name: '已归档' }).click()
  await noFaults(desk, 'editions-7-archived')
  await page.getByRole('link', { name: /澜江城市跑/ }).click()
  await desk.open('/console/2/settings?part=manage')
  await page.getByRole('button', { name: '恢复赛事' }).click()
  await page.getByText('赛事已恢复', { exact: true }).waitFor()
  await page.getByRole('button', { name: '删除赛事' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除赛事' }).click()
  await page.getByText('赛事已删除', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/')
  expect(await stage.world.db.selectFrom('events').select('id').where('raceid', '=', 2).execute()).toEqual([])
})
