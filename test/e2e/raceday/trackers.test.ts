import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { readEvent } from '#features/events/service.ts'
import { consoleRacecontrolDevicesList } from '#features/racecontrol/devices/devices.contract.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { virtualOf, watchVirtualPoints } from '#features/tracking/virtual/virtual.service.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { placeOn, sendFix, straightGpx } from '../../scenes/trackedHalf.ts'
import { gun, send, timedHalf, worked } from '../../timing.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

const raceid = RACE
let stage: Stage
let director: { token: string }
beforeAll(async () => {
  stage = await openStage({ now: new Date(gun + 60_000).toISOString() })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { name: '半程马拉松', distance_cm: 2_109_750 })
  director = await staffSession(world, [{ raceid, role: 'director' }])
  const readers = await timedHalf(world, director)
  const csv = 'bib,name,gender,age\nA001,陈晨,女,30\nA002,林立,男,31\n'
  await world.ask(consoleTimingList, { raceid, eventid: 1, kind: 'runners', csv }, director)
  const event = (await readEvent(world.db, raceid, 1, world.clock.now()))!
  const made = await prepareCourse(world.parts, event, { name: 'course.gpx', bytes: straightGpx() })
  if (typeof made === 'string') throw new Error(made)
  await world.db.transaction().execute((tx) => saveCourse(tx, made, world.clock.now()))
  await send(world, readers.start, [
    ['A001', 2],
    ['A002', 3],
  ])
  await worked(world)
})
afterAll(() => stage?.close())
const tokenOf = async (page: Visitor['page']): Promise<string> =>
  (await page.getByRole('dialog').locator('dd').last().textContent())!.trim()

test('devices are handed out by scanning, seen with battery and contact, lost and taken back', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('staff', director.token)
  await phone.open(`/console/${raceid}/trackers`)
  await phone.page.getByText('还没有定位设备').waitFor()
  await noFaults(phone, 'trackers-1-empty-phone')

  const tokens: string[] = []
  for (const code of ['T-001', 'T-002', 'P-001']) {
    await phone.page.getByRole('button', { name: '添加设备' }).click()
    const dialog = phone.page.getByRole('dialog')
    await dialog.getByLabel('设备编号').fill(code)
    await dialog.getByLabel('型号').fill('TK905')
    if (code === 'T-001') await noFaults(phone, 'trackers-2-add-phone')
    await dialog.getByRole('button', { name: '保存' }).click()
    await phone.page.getByRole('heading', { name: `设置 ${code}` }).waitFor()
    await expect.poll(() => tokenOf(phone.page).catch(() => '')).toMatch(/^[\w-]{40,}$/)
    if (code === 'T-001') await noFaults(phone, 'trackers-3-setup-phone')
    tokens.push(await tokenOf(phone.page))
    await phone.page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click()
    await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  // A scanner types the code and then presses Enter.
  await phone.page.getByRole('textbox', { name: '设备编号' }).fill('T-001')
  await phone.page.keyboard.press('Enter')
  await expect
    .poll(() => phone.page.getByRole('textbox', { name: '参赛号' }).evaluate((one) => one === document.activeElement))
    .toBe(true)
  await phone.page.keyboard.type('A001')
  await phone.page.getByLabel('选手本人同意在直播页公开位置').check()
  await phone.page.getByRole('textbox', { name: '参赛号' }).press('Enter')
  await phone.page.getByText('T-001 已发给 A001').waitFor()

  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', director.token)
  await desk.open(`/console/${raceid}/trackers`)
  await desk.page
    .getByRole('radio', { name: 'Pacer' })
    .or(desk.page.getByRole('button', { name: 'Pacer', exact: true }))
    .first()
    .click()
  await desk.page.getByRole('textbox', { name: 'Device code' }).fill('P-001')
  await desk.page.getByRole('textbox', { name: 'Name', exact: true }).fill('2:00 pacer')
  await desk.page.getByLabel('Target time').fill('2:00:00')
  await noFaults(desk, 'trackers-4-pacer-desktop')
  await desk.page.getByRole('button', { name: 'Hand out', exact: true }).last().click()
  await desk.page.getByText('P-001 handed to 2:00 pacer').waitFor()

  for (let minute = 2; minute <= 12; minute++) {
    await sendFix(world, tokens[0]!, minute, placeOn(minute * 170), { batt: 64 })
    await sendFix(world, tokens[2]!, minute, placeOn(minute * 160), { batt: 18 })
  }
  await desk.open(`/console/${raceid}/trackers`)
  await desk.page.getByText('Battery 18%').waitFor()
  await noFaults(desk, 'trackers-5-list-desktop')
  await phone.open(`/console/${raceid}/trackers`)
  await phone.page.getByText('电量 64%').waitFor()
  await noFaults(phone, 'trackers-6-list-phone')

  await desk.open(`/console/${raceid}/control?tab=carriers`)
  await desk.page.getByText('2:00 pacer').waitFor()
  await desk.page
    .getByText(/behind$/)
    .first()
    .waitFor()
  await noFaults(desk, 'trackers-7-carriers-desktop')
  await phone.open(`/console/${raceid}/control?tab=carriers`)
  await phone.page.getByText('配速员 2:00 pacer').waitFor()
  await noFaults(phone, 'trackers-8-carriers-phone')
})

test('a virtual point gives the runner a marked time, and spectators see the pacer', async () => {
  const { world } = stage
  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', director.token)
  await desk.open(`/console/${raceid}/control?tab=limits`)
  await desk.page.getByRole('button', { name: 'Add a virtual point' }).click()
  await desk.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bridge')
  await desk.page.getByLabel('From the start').fill('1000')
  await noFaults(desk, 'trackers-9-points-desktop')
  await desk.page.getByRole('button', { name: 'Save' }).last().click()
  await desk.page.getByText('Saved').waitFor()
  await watchVirtualPoints(world.db, world.clock.now())
  const runner = { eventid: 1, bib: 'A001', gun }
  await expect
    .poll(async () => (await virtualOf(world.db, raceid, runner, world.clock.now()))[0]?.time)
    .toMatch(/05:5\d/)

  const fan = await stage.visit('phone', 'zh-cn')
  await fan.open(`/live?raceid=${raceid}&bib=A001`)
  await fan.page.getByText('按定位设备推算，不是正式成绩。').waitFor()
  await fan.page.getByText('2:00 pacer').waitFor()
  await noFaults(fan, 'trackers-10-live-phone')
  const wide = await stage.visit('desktop', 'en')
  await wide.open(`/live?raceid=${raceid}`)
  await wide.page.getByText('2:00 pacer').waitFor()
  await noFaults(wide, 'trackers-11-live-desktop')

  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('staff', director.token)
  await phone.open(`/console/${raceid}/control?tab=limits`)
  await phone.page.getByText('没有计时毯的位置').waitFor()
  await noFaults(phone, 'trackers-12-points-phone')

  await phone.open(`/console/${raceid}/trackers`)
  await phone.page.getByRole('button', { name: '丢失：T-001' }).click()
  await noFaults(phone, 'trackers-13-lose-phone')
  await phone.page.getByRole('dialog').getByRole('button', { name: '丢失', exact: true }).click()
  await phone.page.getByText('T-001 已登记丢失').waitFor()
  await phone.page
    .getByRole('radio', { name: '收回' })
    .or(phone.page.getByRole('button', { name: '收回', exact: true }))
    .first()
    .click()
  await phone.page.getByRole('textbox', { name: '设备编号' }).fill('T-001')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByText('T-001 已收回').waitFor()
  await phone.page.getByRole('textbox', { name: '设备编号' }).fill('nope')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByText('没有找到这台定位设备').waitFor()
  await noFaults(phone, 'trackers-14-refused-phone')
  const { counts } = await world.ask(consoleRacecontrolDevicesList, { raceid } as never, director)
  expect(counts).toEqual({ free: 2, out: 1, lost: 0 })
})
