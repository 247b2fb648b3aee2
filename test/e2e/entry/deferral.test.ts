import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
const day = 86_400_000

beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * day)
  await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('races')
      .set({ settings: JSON.stringify({ delay: { until: days(20).toISOString(), tag: {}, description: {} } }) })
      .where('id', '=', 2026)
      .execute()
    await saveRace(
      tx,
      {
        id: 2027,
        name: '澜江马拉松 2027',
        names: { en: 'Lanjiang Marathon 2027' },
        city: '澜江市',
        province: '浙江省',
        time: days(440),
        published_at: days(-1),
        created_at: now,
      },
      now,
    )
    for (const [raceid, state] of [
      [2026, 'normal'],
      [2027, 'draw'],
    ] as const)
      await saveEvent(
        tx,
        {
          raceid,
          id: 5,
          name: '健康跑',
          names: { en: 'Fun run' },
          type: 'other',
          state,
          price: 0,
          places: 20,
          sort: 5,
          signup_from: days(-7),
          signup_until: days(24),
          start_at: days(raceid === 2026 ? 78 : 440),
          created_at: now,
          form: { ask: {} },
        },
        now,
      )
  })
})
afterAll(() => stage?.close())

const enter = async (order: string, name: string) => {
  const session = await runnerSession(stage.world)
  const idnum = idcardOf('330106', '19880512', order)
  const details = { eventid: 5, idnum, name, mobile: `139000044${order.slice(1)}` }
  return { ...session, ...(await signUp(stage.world, session, details)) }
}
const arrive = async (as: 'runner' | 'staff', token: string, size: 'phone' | 'desktop', lang: 'zh-cn' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn(as, token)
  return visitor
}

test('a director names the race that deferred places lead to; a runner defers on a phone and signs up there', async () => {
  const staff = await staffSession(stage.world, [
    { raceid: 2026, role: 'director' },
    { raceid: 2027, role: 'director' },
  ])
  const desk = await arrive('staff', staff.token, 'desktop', 'zh-cn')
  await desk.open('/console/2026/settings?part=signup')
  const choice = desk.page.getByLabel('延期到的赛事')
  await choice.waitFor()
  await choice.selectOption({ label: '澜江马拉松 2027' })
  await desk.page.getByLabel('届时费用').waitFor()
  await noFaults(desk, 'deferral-1-settings')
  await desk.page.getByRole('button', { name: '保存', exact: true }).click()
  await desk.page.getByText('已保存').first().waitFor()

  const runner = await enter('011', '顾行舟')
  const phone = await arrive('runner', runner.token, 'phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/queryDetail?_key=${runner._key}`)
  await page.getByRole('button', { name: '保留到下届' }).click()
  await page.getByRole('button', { name: '确认保留' }).click()
  await page.getByText('您的名额已延期到澜江马拉松 2027').waitFor()
  await noFaults(phone, 'deferral-2-status-phone')
  await page.getByRole('button', { name: '去报名' }).click()
  await page.waitForURL(/\/baoming\?.*raceid=2027/)
  expect(page.url()).not.toContain('invite')
  await page.getByText('仅限本人使用').waitFor()
  await noFaults(phone, 'deferral-3-sign-up-phone')
})

test('in English on a desktop the status page leads to the other race', async () => {
  const runner = await enter('013', '周启明')
  const visitor = await arrive('runner', runner.token, 'desktop', 'en')
  await visitor.open(`/queryDetail?_key=${runner._key}`)
  await visitor.page.getByRole('button', { name: 'Defer to next year' }).click()
  await visitor.page.getByRole('button', { name: 'Defer', exact: true }).click()
  await visitor.page.getByText('Your place is deferred to Lanjiang Marathon 2027').waitFor()
  await noFaults(visitor, 'deferral-4-status-english')
})
