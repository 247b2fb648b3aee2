import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkinRunnerQuery } from '#features/desks/contract.ts'
import { checkinProxyList } from '#features/desks/proxies/proxies.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
let key: string
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T02:20:00Z' })
  await openRace(stage.world)
  await openEvent(stage.world, { price: 0 })
  runner = await runnerSession(stage.world)
  key = (await stage.world.ask(registrationSave, entrant(1), runner))._key
})
afterAll(() => stage?.close())

test('a runner names one person, shows the code, and withdraws it', async () => {
  const visitor = await stage.visit('phone', 'zh-cn')
  await visitor.logIn('runner', runner.token)
  await visitor.open(`/queryDetail?_key=${key}`)
  const { page } = visitor
  await page.getByLabel('代领人姓名').fill('周启明')
  await noFaults(visitor, 'proxy-1-name')
  await page.getByRole('button', { name: '生成代领码' }).click()
  await page.getByText('已授权 周启明 代领').waitFor()
  await page.getByRole('button', { name: '出示代领码' }).click()
  await page.getByRole('img', { name: '周启明 的代领二维码' }).waitFor()
  await noFaults(visitor, 'proxy-2-code')
  const { items } = await stage.world.ask(checkinProxyList, { id: key }, runner)
  const gate = await staffSession(stage.world, [{ raceid: RACE, role: 'gate' }])
  const q = items[0]!.key
  expect((await stage.world.ask(checkinRunnerQuery, { raceid: RACE, q }, gate)).proxy).toMatchObject({ name: '周启明' })
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '撤回授权' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回授权' }).click()
  await page.getByLabel('代领人姓名').waitFor()
  expect((await stage.world.call(checkinRunnerQuery, { raceid: RACE, q }, gate)).refusal).toBe('proxy_withdrawn')
  expect(visitor.errors).toEqual([])
})
