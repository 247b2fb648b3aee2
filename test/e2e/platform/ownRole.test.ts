import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleMe } from '#features/staff/contract.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

test('an owner makes a role for a race that the product lacks, corrects a mistake, and gives the role to somebody', async () => {
  const owner = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const doctor = await staffSession(stage.world, [])
  await stage.world.db
    .updateTable('staff')
    .set({ login: 'yisheng', name: '程医生' })
    .where('staffid', '=', doctor.staffid)
    .execute()
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', owner.token)
  const { page } = desk
  await desk.open('/console/staff')
  await page.getByText('还没有自定义角色').waitFor()
  await noFaults(desk, 'role-1-none')
  await page.getByRole('button', { name: '新建角色' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('角色名称').fill('医疗组')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByRole('alert').filter({ hasText: '请选择赛事' }).waitFor()
  await dialog.getByRole('combobox', { name: '赛事' }).selectOption('2026')
  await dialog.getByText('请至少选择一项权限').waitFor()
  await dialog.getByLabel('查看报名').check()
  await dialog.getByLabel('查看证件与联系方式').check()
  await noFaults(desk, 'role-2-dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('医疗组 · 澜江马拉松').waitFor()

  await page.getByRole('button', { name: '编辑 程医生' }).click()
  await dialog.getByRole('button', { name: '添加角色' }).click()
  await dialog.getByRole('combobox', { name: '赛事' }).selectOption('2026')
  await dialog.getByRole('combobox', { name: '角色' }).selectOption({ label: '医疗组' })
  await dialog.getByText('可以：查看报名、查看证件与联系方式').waitFor()
  await noFaults(desk, 'role-3-given')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('1 人').waitFor()
  expect((await stage.world.ask(consoleMe, { raceid: 2026 }, doctor)).rights).toEqual([
    'registrations.read',
    'sealed.open',
  ])
  await page.getByRole('button', { name: '删除 医疗组' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await dialog.getByText('还有工作人员担任这个角色，请先改掉他们的角色').waitFor()
  await noFaults(desk, 'role-4-in-use')
})

test('on a phone in English the roles are below the staff', async () => {
  const owner = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const phone = await stage.visit('phone', 'en')
  await phone.logIn('staff', owner.token)
  await phone.open('/console/staff')
  await phone.page.getByRole('heading', { name: 'Custom roles' }).waitFor()
  await noFaults(phone, 'role-5-phone')
})
