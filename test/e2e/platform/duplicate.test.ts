import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleRacesCreateTemplate } from '#features/editions/contract.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let owner: { token: string }
beforeAll(async () => {
  stage = await openStage()
  owner = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  await stage.world.ask(
    consoleRacesCreateTemplate,
    { number: 7, name: '澜江城市跑', template: 'city10', time: '2026-05-17T07:30:00+08:00' },
    owner,
  )
})
afterAll(() => stage?.close())

test('a duplicate of an event has all fields filled in, and nothing is written until it is saved', async () => {
  const desk = await stage.visit('desktop')
  await desk.logIn('staff', owner.token)
  const { page } = desk
  await desk.open('/console/7/events')
  await page.getByRole('button', { name: '复制 10公里' }).click()
  expect(await page.getByLabel('名称 · 简体中文').inputValue()).toBe('10公里（副本）')
  expect(await page.getByLabel('名额', { exact: true }).inputValue()).toBe('5000')
  await noFaults(desk, 'duplicate-1-form')
  const names = () => stage.world.db.selectFrom('events').select(['id', 'name']).orderBy('id').execute()
  expect(await names()).toHaveLength(2)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存', { exact: true }).waitFor()
  expect((await names()).at(-1)).toEqual({ id: 3, name: '10公里（副本）' })
})
