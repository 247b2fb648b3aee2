import { afterAll, beforeAll, expect, test } from 'vitest'
import { bibAlloc } from '#features/bibs/contract.ts'
import { consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleVolunteersSave } from '#features/volunteers/contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

const PIN = '246810'
let stage: Stage
let director: { token: string }
let gate: { token: string }
const desks: number[] = []
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T04:00:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0, places: 1000 })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const runner = await runnerSession(world)
  for (const [at, name] of ['沈跑跑', '周启明', '陆一舟'].entries()) {
    const { _key } = await world.ask(registrationSave, entrant(at + 1, { name, clothes: 'M' }), runner)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    // The third runner gets a bib only at the desk.
    if (at < 2) await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib: `000${at + 1}` }, director)
  }
  for (const [name, preset] of [
    ['一号台', 'pickup'],
    ['发号台', 'numbers'],
  ] as const)
    desks.push((await world.ask(consoleDesksSave, { raceid: RACE, name, preset }, director)).id)
  const volunteer = { raceid: RACE, name: '唐志愿', idnum: idnumOf(9), mobile: '13712345009', post: '补给站' }
  await world.ask(consoleVolunteersSave, volunteer, director)
})
afterAll(() => stage?.close())

const visit = async (size: 'tablet' | 'phone', path: string, staff = gate): Promise<Visitor> => {
  const visitor = await stage.visit(size, 'zh-cn')
  await visitor.logIn('staff', staff.token)
  await visitor.open(`/console/${RACE}/${path}`)
  return visitor
}
/** Types as a scanner does: wherever the focus is, with Enter at the end. */
const scan = async ({ page }: Visitor, text: string): Promise<void> => {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('after a tap on a button, a scanner still finds the next runner and gives a number of the stack', async () => {
  // On a phone or a tablet with a touch screen, the page gives no field the focus by itself.
  const desk = await visit('phone', 'desk')
  const { page } = desk
  const which = page.getByLabel('本机所在的领物台')
  await which.selectOption(String(desks[1]))
  await which.focus()
  await scan(desk, 'A0001')
  await page.getByRole('heading', { name: '沈跑跑' }).waitFor()
  await page.getByRole('button', { name: '确认发放' }).click()
  await page.getByText('已发放', { exact: true }).waitFor()
  await scan(desk, 'A0002')
  await page.getByRole('heading', { name: '周启明' }).waitFor()
  await page.getByLabel('查找选手').fill('陆一舟')
  await page.keyboard.press('Enter')
  await page.getByLabel('下一个号码').waitFor()
  await page.getByRole('heading', { name: '陆一舟' }).click()
  await scan(desk, 'a0077')
  await page.getByText('已发放', { exact: true }).waitFor()
  await page.getByText('A0077').locator('visible=true').first().waitFor()
  await noFaults(desk, 'hands-1-numbers-phone')
  expect(await which.inputValue(), 'the scanner changed no choice').toBe(String(desks[1]))
})

test('after a failed search, the screen shows no runner of the search before', async () => {
  const medical = await visit('phone', 'medical', director)
  await scan(medical, 'A0001')
  await medical.page.getByRole('heading', { name: '沈跑跑' }).waitFor()
  await medical.page.route('**/console/desks/medical/find', (route) => route.abort('connectionrefused'))
  await medical.page.getByLabel('查找选手').fill('A0002')
  await medical.page.keyboard.press('Enter')
  await medical.page.getByRole('alert').waitFor()
  expect(await medical.page.getByRole('heading', { name: '沈跑跑' }).count()).toBe(0)

  const volunteers = await visit('phone', 'volunteers?tab=signing')
  await scan(volunteers, '5009')
  await volunteers.page.getByText('唐志愿').waitFor()
  await volunteers.page.route('**/console/volunteers/find', (route) => route.abort('connectionrefused'))
  await volunteers.page.getByLabel('查找志愿者').fill('5001')
  await volunteers.page.keyboard.press('Enter')
  await volunteers.page.getByRole('alert').waitFor()
  expect(await volunteers.page.getByText('唐志愿').count()).toBe(0)
})

test('a person who forgot the PIN is told what is lost, and registers the device again', async () => {
  const desk = await stage.visit('tablet', 'zh-cn', { worker: true })
  const { page } = desk
  await desk.logIn('staff', gate.token)
  await desk.open(`/console/${RACE}/desk`)
  await page.getByLabel('本机所在的领物台').selectOption(String(desks[0]))
  await page.getByRole('button', { name: '让本机离线也能发放' }).click()
  await page.getByLabel('设备名称').fill('平板')
  await page.getByLabel('PIN 码', { exact: true }).fill(PIN)
  await page.getByLabel('再次输入 PIN 码').fill(PIN)
  await page.getByRole('button', { name: '登记本机' }).click()
  await page.getByText('全部已上传').waitFor()
  // The device must have its runners before it loses the network.
  await page.getByText('3 名选手').waitFor()
  await desk.context.setOffline(true)
  await page.getByText(/起离线/).waitFor()
  await scan(desk, 'A0002')
  await page.getByRole('button', { name: '确认发放' }).click()
  await page.getByText('1 条待上传').waitFor()
  await page.getByRole('button', { name: '锁定' }).click()
  await page.getByText('本机还有 1 条记录没有上传').waitFor()
  await page.getByRole('button', { name: '忘记 PIN 码' }).click()
  await page.getByRole('dialog').getByText('1 条记录没有上传，清除后会丢失').waitFor()
  await noFaults(desk, 'hands-2-forgot-tablet')
  await page.getByRole('button', { name: '清除本机数据' }).click()
  await page.getByText('本机数据已清除，请重新登记').waitFor()
  await desk.context.setOffline(false)
})
