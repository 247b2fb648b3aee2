import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { buildApp } from '#server/app.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, runnerSession } from '#test/people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

const mobile = '13800002025'
let stage: Stage
let app: FastifyInstance
let [page, partner] = ['', '']
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0 })
  await world.ask(registrationSave, entrant(1, { mobile, name: '林晓岚' }), await runnerSession(world, mobile))
  // One server has two host names. Its pages have the first name. With `app=jd` in the address, their calls go to the
  // second name.
  const port = await freePort()
  ;[page, partner] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  world.parts.origin = page
  app = await buildApp(world.parts, { apps: true, partnerOrigin: partner })
  await app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await app?.close()
  await stage?.close()
})

test('a log-in on a page of the partner lasts: on the page, on the next page, after a reload; it ends by logging out', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'zh-cn')
  const hosts = new Set<string>()
  phone.page.on('request', (request) => {
    if (request.resourceType() === 'fetch') hosts.add(new URL(request.url()).origin)
  })
  const goTo = (address: string) => phone.page.goto(page + address, { waitUntil: 'networkidle' })
  await goTo('/me?app=jd&raceid=2026')
  await phone.page.getByRole('button', { name: '登录', exact: true }).click()
  const dialog = phone.page.getByRole('dialog')
  await dialog.getByLabel('手机号', { exact: true }).fill(mobile)
  await dialog.getByRole('button', { name: /获取验证码/ }).click()
  await dialog.getByText(/已发送至/).waitFor()
  await dialog.getByLabel('验证码', { exact: true }).fill(await codeSentTo(world.parts, mobile))
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  // The dialog contains the masked number too, so the test waits until the dialog has closed.
  await dialog.waitFor({ state: 'hidden' })
  await phone.page.getByText('138****2025').first().waitFor()
  await noFaults(phone, 'partner-me')
  await phone.reload()
  await phone.page.getByText('138****2025').first().waitFor()
  await goTo('/personallist?app=jd&raceid=2026')
  await phone.page.getByText('林晓岚').first().waitFor()
  expect([...hosts]).toEqual([partner])
  expect(
    (await phone.context.cookies(partner)).map(({ name }) => name),
    'no cookie of ours lies there',
  ).not.toContain('startline')
  await goTo('/login?app=jd&raceid=2026')
  await phone.page.getByRole('button', { name: '退出登录' }).click()
  await phone.page.getByText('已退出登录！').first().waitFor()
  await goTo('/me?app=jd&raceid=2026')
  await phone.page.getByRole('button', { name: '登录', exact: true }).waitFor()
})
