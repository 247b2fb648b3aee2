import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { openSandboxReader } from '#integrations/sandbox/card/server.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, openStage } from '#test/e2e/browser/browser.ts'
import { openFilm } from '#test/e2e/browser/film.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

const film = openFilm()
let stage: Stage
let gate: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T02:20:00Z', flags: film.flags })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0, places: 100 })
  gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const runner = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(1, { name: '沈跑跑' }), runner)
  await world.ask(registrationSave, entrant(2, { name: '周启明' }), runner)
  film.show(`https://run.example/status?_key=${_key}`)
})
afterAll(async () => {
  await stage?.close()
  film.close()
})

test('the camera finds the runner of a code', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('staff', gate.token)
  await phone.open(`/console/${RACE}/desk`)
  const elsewhere: string[] = []
  phone.page.on('request', (request) => {
    if (!request.url().startsWith(stage.origin) && !/^(?:blob|data):/.test(request.url())) elsewhere.push(request.url())
  })
  await phone.page.getByRole('button', { name: '摄像头扫码' }).click()
  await phone.page.getByRole('heading', { name: '沈跑跑' }).waitFor()
  expect(elsewhere, 'the decoder comes from our own server').toEqual([])
  expect(await phone.page.locator('video').count(), 'the camera is off again').toBe(0)
  await noFaults(phone, 'desk-camera-found')
})

test('the chip of an identity card finds its runner, and no device keeps the number', async () => {
  const reader = await openSandboxReader()
  const tablet = await stage.visit('tablet', 'en')
  await tablet.logIn('staff', gate.token)
  await tablet.open(`/console/${RACE}/desk`)
  const { page } = tablet
  await page.getByRole('button', { name: 'ID card reader' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of the reader').fill('http://reader.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please type an address of this machine').waitFor()
  await dialog.getByLabel('Address of the reader').fill(reader.url)
  await noFaults(tablet, 'desk-card-address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The reader is ready').waitFor()
  reader.lay({ name: '周启明', number: idnumOf(2) })
  await page.getByRole('heading', { name: '周启明' }).waitFor()
  await noFaults(tablet, 'desk-card-found')
  reader.lay({ name: '无此人', number: '110101199003072383' })
  await page.getByText('Nobody found for “无此人”').waitFor()
  const held = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.body.innerHTML]))
  for (const number of [idnumOf(2), '110101199003072383']) expect(held).not.toContain(number)
  await reader.close()
  await page.getByText('The ID card reader does not answer').waitFor()
})

test('a reader with a WebSocket reports each card by itself', async () => {
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', gate.token)
  const cards: ((text: string) => void)[] = []
  await desk.page.routeWebSocket('ws://127.0.0.1:33666/', (socket) => void cards.push((text) => socket.send(text)))
  await desk.page.addInitScript(() => localStorage.setItem('startline:desk-card-reader', 'ws://127.0.0.1:33666/'))
  await desk.open(`/console/${RACE}/desk`)
  await desk.page.getByText('阅读器已就绪').waitFor()
  cards.at(-1)!(JSON.stringify({ name: '沈跑跑', idnum: idnumOf(1) }))
  await desk.page.getByRole('heading', { name: '沈跑跑' }).waitFor()
  expect(desk.errors).toEqual([])
})
