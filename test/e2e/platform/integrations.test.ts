import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendWebhook } from '#features/webhooks/jobs.ts'
import { SEND_WEBHOOK, type SendPayload } from '#features/webhooks/service.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let receiver: Server
let url: string
let arrived = 0
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  receiver = createServer((request, response) => {
    arrived++
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(async () => {
  receiver?.close()
  await stage?.close()
})
const work = async () => {
  const { db, parts, clock } = stage.world
  const { rows } = await sql<{ id: string; payload: SendPayload }>`
    select j.id::text, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${SEND_WEBHOOK}`.execute(db)
  for (const { id, payload } of rows) {
    await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(db)
    await sendWebhook(payload, { ...parts, now: clock.now() })
  }
}

test('a director makes a key, adds a webhook, tests it and reads its log', async () => {
  const director = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', director.token)
  const { page } = desk
  await desk.open('/console/2026/integrations')
  await page.getByText('还没有密钥').waitFor()
  await page.getByText('还没有 Webhook').waitFor()
  await noFaults(desk, 'hooks-1-none')
  await page.getByRole('button', { name: '创建密钥' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('报表程序')
  await dialog.getByRole('button', { name: '创建密钥' }).click()
  await dialog.getByText('请至少选择一项权限').waitFor()
  await dialog.getByLabel('查看报名').check()
  await noFaults(desk, 'hooks-2-key')
  await dialog.getByRole('button', { name: '创建密钥' }).click()
  await dialog.getByText(/^sk_/).waitFor()
  await noFaults(desk, 'hooks-3-once')
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await page.getByText('报表程序').waitFor()

  await page.getByRole('button', { name: '新建 Webhook' }).click()
  await dialog.getByLabel('名称').fill('数据平台')
  await dialog.getByLabel('接收地址').fill('https://10.0.0.8/hook')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('地址须以 https:// 开头，并可从公网访问').waitFor()
  await dialog.getByLabel('接收地址').fill(url)
  await dialog.getByLabel('依据的密钥').selectOption({ label: '报表程序' })
  await dialog.getByLabel('姓名').check()
  await noFaults(desk, 'hooks-4-webhook')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText(/^whsec_/).waitFor()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '发送测试 数据平台' }).click()
  await page.getByText('测试消息已发出，结果见发送记录').waitFor()
  await work()
  expect(arrived).toBe(1)
  await page.getByRole('button', { name: '发送记录 数据平台' }).click()
  await dialog.getByText('测试消息').waitFor()
  await dialog.getByText('已送达').waitFor()
  await noFaults(desk, 'hooks-5-log')
})

test('on a phone, in English, the same page shows the key and the webhook', async () => {
  const director = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const phone = await stage.visit('phone', 'en')
  await phone.logIn('staff', director.token)
  await phone.open('/console/2026/integrations')
  const { page } = phone
  await page.getByText('报表程序').waitFor()
  await page.getByText('数据平台').first().waitFor()
  await noFaults(phone, 'hooks-6-phone')
  await page.getByRole('button', { name: 'Revoke 报表程序' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await noFaults(phone, 'hooks-7-revoked')
})
